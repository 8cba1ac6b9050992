#!/usr/bin/env bash
# Puts a picture of the plugin at work into README.md, from a real run in tmux; with --check it
# only says whether the picture is what a run looks like.
# Needs tmux, nvim, PAGINATOR (the program) and PAGINATOR_SAMPLE_API (its URL).
set -euo pipefail
cd "$(dirname "$0")"
: "${PAGINATOR:?set it to the paginator program}"
: "${PAGINATOR_SAMPLE_API:?set it to the URL that \"paginator sample-api\" prints}"

version=$(nvim --version | head -n 1)
if [[ "${1:-}" == --check ]] && ! grep -qF "picture: begin, $version -->" README.md; then
  echo "skipped: the picture was not made with $version"
  exit
fi

socket="paginator-neovim-$$"
work=$(mktemp -d)
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

keys() { tmux -L "$socket" send-keys "$@"; }
screen() { tmux -L "$socket" capture-pane -p; }

# Waits until the screen shows a text.
until_shown() {
  local deadline=$((SECONDS + 20))
  until screen | grep -qF -- "$1"; do
    if ((SECONDS > deadline)); then
      printf 'FAILED: "%s" is not on the screen:\n%s\n' "$1" "$(screen)"
      exit 1
    fi
    sleep 0.05
  done
}

cat >"$work/init.lua" <<'LUA'
vim.opt.runtimepath:prepend(vim.fn.getcwd())
vim.o.showmode, vim.o.ruler, vim.o.signcolumn = false, false, 'no'
require('paginator').setup({ profiles = { articles = {
  url = os.getenv('PAGINATOR_SAMPLE_API')
    .. '/page?page=:currentPage&per_page=:perPage&items=60&fault=500@p3',
  itemsPath = 'articles',
  paginationMapping = { ['pagination.total_objects'] = 'objectCount' },
  fetching = { retries = 0 },
  template = '{id:4} {title:28} {author.login:12} {published_at}',
} } })
LUA

tmux -L "$socket" -f /dev/null new-session -d -x 90 -y 26 \
  "LC_ALL=C.UTF-8 nvim --clean -i NONE -u '$work/init.lua' -c 'runtime plugin/paginator.lua' \
   -c 'Paginator articles'"
until_shown "page 1 of 3, 60 items"
keys ']p'
until_shown "page 2 of 3, 60 items"
keys -l 'gf'
until_shown '"login": "'
keys -l $'\x17p' # to the list, and down to the page that fails
keys -l '45Gzt'
until_shown "The API answered with status 500."
keys -l 'jj'
until_shown "47/60"
screen | sed -e 's/[[:space:]]*$//' >"$work/screen"
keys ':qall!' Enter

{
  sed '/<!-- picture: begin/,$d' README.md
  printf '<!-- picture: begin, %s -->\n' "$version"
  printf '```text\n'
  cat "$work/screen"
  printf '```\n'
  sed -n '/<!-- picture: end -->/,$p' README.md
} >"$work/README.md"

if [[ "${1:-}" == --check ]]; then
  diff README.md "$work/README.md" || { echo "FAILED: run clients/neovim/picture.sh"; exit 1; }
  echo "ok: the picture in README.md is what a run looks like"
else
  cp "$work/README.md" README.md
fi
