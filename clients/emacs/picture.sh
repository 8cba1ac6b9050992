#!/usr/bin/env bash
# Puts a picture of the client at work into README.md, from a real run in tmux; with --check it
# only says whether the picture is what a run looks like.
# Needs tmux, emacs, PAGINATOR (the program) and PAGINATOR_SAMPLE_API (its URL).
set -euo pipefail
cd "$(dirname "$0")"
: "${PAGINATOR:?set it to the paginator program}"
: "${PAGINATOR_SAMPLE_API:?set it to the URL that \"paginator sample-api\" prints}"

version=$(emacs --version)
version=${version%%$'\n'*}
if [[ "${1:-}" == --check ]] && ! grep -qF "picture: begin, $version -->" README.md; then
  echo "skipped: the picture was not made with $version"
  exit
fi

socket="paginator-emacs-$$"
work=$(mktemp -d)
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

keys() { tmux -L "$socket" send-keys "$@"; }
screen() { tmux -L "$socket" capture-pane -p; }

# Waits until the screen shows a text.
until_shown() {
  local deadline=$((SECONDS + 120))
  until screen | grep -F -- "$1" >/dev/null; do
    if ((SECONDS > deadline)); then
      printf 'FAILED: "%s" is not on the screen:\n%s\n' "$1" "$(screen)"
      exit 1
    fi
    sleep 0.05
  done
}

# Waits until the screen no longer shows a text.
until_gone() {
  local deadline=$((SECONDS + 120))
  while screen | grep -F -- "$1" >/dev/null; do
    if ((SECONDS > deadline)); then
      printf 'FAILED: "%s" is still on the screen:\n%s\n' "$1" "$(screen)"
      exit 1
    fi
    sleep 0.05
  done
}

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

tmux -L "$socket" -f /dev/null new-session -d -x 102 -y 28 \
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
screen | sed -e 's/[[:space:]]*$//' >"$work/screen"
keys C-x C-c

{
  sed '/<!-- picture: begin/,$d' README.md
  printf '<!-- picture: begin, %s -->\n' "$version"
  printf '```text\n'
  cat "$work/screen"
  printf '```\n'
  sed -n '/<!-- picture: end -->/,$p' README.md
} >"$work/README.md"

if [[ "${1:-}" == --check ]]; then
  diff README.md "$work/README.md" || { echo "FAILED: run clients/emacs/picture.sh"; exit 1; }
  echo "ok: the picture in README.md is what a run looks like"
else
  cp "$work/README.md" README.md
fi
