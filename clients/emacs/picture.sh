#!/usr/bin/env bash
# Puts a picture of the client at work into README.md, from a real run in tmux; with --check it
# only says whether the picture is what a run looks like.
# Needs tmux, emacs, PAGINATOR (the program) and PAGINATOR_SAMPLE_API (its URL).
set -euo pipefail
cd "$(dirname "$0")"
version=$(emacs --version)
version=${version%%$'\n'*}
source ../terminal.sh
if [[ "${1:-}" == --check ]] && ! is_pictured; then
  echo "skipped: the picture was not made with $version"
  exit
fi

cat >"$work/init.el" <<'LISP'
(menu-bar-mode -1)
(setq inhibit-startup-screen t mode-line-end-spaces nil paginator-columns-max 3)
(require 'paginator)
(setq paginator-profiles
      `(("articles"
         :url ,(concat (getenv "PAGINATOR_SAMPLE_API")
                       "/page?page=:currentPage&per_page=:perPage&items=60")
         :itemsPath "articles"
         :paginationMapping (:pagination.total_objects "objectCount")
         :columns (("Id" 4 "id") ("Title" 28 "title") ("By" 12 "author.login")
                   ("On" 0 "published_at")))))
LISP

terminal 102 28 \
  "LC_ALL=C.UTF-8 emacs -nw -Q -L . -l '$work/init.el' --eval '(paginator-open \"articles\")'"
until_shown "page 1 of 3, 60 items"
keys ']'
until_shown "page 2 of 3, 60 items"
keys ']'
until_shown "page 3 of 3, 60 items, end: totalReached"
keys '?'
until_shown "Major mode for a collection, which is loaded as you scroll."
keys C-x 1
keys M-x
keys -l 'paginator-open'
keys Enter
until_shown "URL or profile:"
keys -l "$PAGINATOR_SAMPLE_API/page?items=3&session=with a question"
until_shown "/page?items=3&session=with a question"
keys C-] # C-g is a signal, after which Emacs discards what is typed
until_gone "URL or profile:"
keys Enter
until_shown '"login": "'
keys -l 'q' # in the item's own window, where RET leads
until_gone '"login": "'
keys Enter
until_shown '"login": "'
keys C-x o
keys Down Down
until_shown "L53"
screen | put_picture "$@"
keys C-x C-c
