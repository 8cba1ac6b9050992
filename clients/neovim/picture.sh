#!/usr/bin/env bash
# Puts a picture of the plugin at work into README.md, from a real run in tmux; with --check it
# only says whether the picture is what a run looks like. With another version of Neovim than the
# picture's the same keys are pressed, and the screen must show the same texts.
# Needs tmux, nvim (or what NEOVIM names), PAGINATOR (the program) and PAGINATOR_SAMPLE_API (its URL).
set -euo pipefail
cd "$(dirname "$0")"
nvim=${NEOVIM:-nvim}
version=$("$nvim" --version)
version=${version%%$'\n'*}
source ../terminal.sh

cat >"$work/init.lua" <<'LUA'
vim.opt.runtimepath:prepend(vim.fn.getcwd())
vim.o.showmode, vim.o.ruler, vim.o.signcolumn = false, false, 'no'
require('paginator').setup({ profiles = { articles = {
  url = os.getenv('PAGINATOR_SAMPLE_API')
    .. '/page?page=:currentPage&per_page=:perPage&items=100&fault=500@p3',
  itemsPath = 'articles',
  paginationMapping = { ['pagination.total_objects'] = 'objectCount' },
  fetching = { retries = 0 },
  template = '{id:4} {title:28} {author.login:12} {published_at}',
} } })
LUA

terminal 90 26 \
  "LC_ALL=C.UTF-8 '$nvim' --clean -i NONE -u '$work/init.lua' -c 'runtime plugin/paginator.lua' \
   -c 'Paginator articles'"
until_shown "page 1 of 4, 100 items"
if "$nvim" --clean --headless +'if exists("+winbar") | cquit 7 | endif' +qall; then :; else
  until_shown "id   title" # above the lines, where Neovim can
fi
keys -l 'g?'
until_shown "]p         load the next page"
keys -l 'q'
keys -l '3]p'
until_shown "page 4 of 4, 100 items"
keys -l '2[p'
until_shown "page 2 of 4, 100 items"
keys -l 'gf'
until_shown '"login": "'
keys -l $'\x17p' # to the list, and down to the page that fails
keys -l '45Gzt'
until_shown "failed: The API answered with status 500: "
keys -l 'jj'
until_shown "47/100"
if [[ "${1:-}" == --check ]] && ! is_pictured; then
  echo "ok: the screen of $version shows what it should (the picture is of another version)"
else
  screen | sed "s#${PAGINATOR_SAMPLE_API}#http://127.0.0.1:8080#" | put_picture "$@"
fi
keys ':qall!' Enter
