# Shared by the scripts that put a picture of a client in a terminal into its README.md, from a real
# run in tmux. They source this in the client's folder, after they have set `version`, whose picture
# it is. Needs tmux, PAGINATOR (the program) and PAGINATOR_SAMPLE_API (its URL).
: "${PAGINATOR:?set it to the paginator program}"
: "${PAGINATOR_SAMPLE_API:?set it to the URL that \"sample-api\" prints}"

socket="paginator-${PWD##*/}-$$"
work=$(mktemp -d)
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

# Starts a command in a terminal of a width and a height.
terminal() { tmux -L "$socket" -f /dev/null new-session -d -x "$1" -y "$2" "$3"; }
keys() { tmux -L "$socket" send-keys "$@"; }
screen() { tmux -L "$socket" capture-pane -p; }

# Wait until the screen shows a text, and until it does not.
until_shown() { until_so "$1" "is not on the screen" is_shown; }
until_gone() { until_so "$1" "is still on the screen" is_gone; }
is_shown() { screen | grep -F -- "$1" >/dev/null; }
is_gone() { ! is_shown "$1"; }

until_so() {
  local deadline=$((SECONDS + 120))
  until "$3" "$1"; do
    if ((SECONDS > deadline)); then
      printf 'FAILED: "%s" %s:\n%s\n' "$1" "$2" "$(screen)"
      exit 1
    fi
    sleep 0.05
  done
}

# True when the picture in README.md is one of this version.
is_pictured() { grep -qF "picture: begin, $version -->" README.md; }

# Puts a picture, from standard input, into README.md; with --check it is only compared.
put_picture() {
  {
    sed '/<!-- picture: begin/,$d' README.md
    printf '<!-- picture: begin, %s -->\n```text\n' "$version"
    sed -e 's/[[:space:]]*$//'
    printf '```\n'
    sed -n '/<!-- picture: end -->/,$p' README.md
  } >"$work/README.md"
  if [[ "${1:-}" != --check ]]; then
    cp "$work/README.md" README.md
  elif diff README.md "$work/README.md"; then
    echo "ok: the picture in README.md is what a run looks like"
  else
    echo "FAILED: run clients/${PWD##*/}/picture.sh"
    exit 1
  fi
}
