#!/usr/bin/env bash
# All tests of this client. Needs emacs (28 or newer), PAGINATOR (the program) and
# PAGINATOR_SAMPLE_API (the URL that "sample-api" prints); the picture also needs tmux.
set -euo pipefail
cd "$(dirname "$0")"
tests=()
for file in tests/*-test.el; do tests+=(-l "$file"); done
emacs -Q --batch -L . -L tests "${tests[@]}" -f ert-run-tests-batch-and-exit

# package-lint, as Debian installs it: its errors count. (An old one warns of every newer Emacs.)
lint=''
for folder in /usr/share/emacs/site-lisp/elpa-src/package-lint-[0-9]*; do
  [[ -d $folder ]] && lint=$folder
done
if [[ $lint ]]; then
  found=$(emacs -Q --batch -L "$lint" -l package-lint \
    --eval '(setq package-archives nil package-lint-main-file "paginator.el")' \
    -f package-lint-batch-and-exit paginator*.el 2>&1 || true)
  if grep 'error:' <<<"$found"; then exit 1; fi
  echo "ok: package-lint finds no error"
else
  echo "skipped: package-lint, as elpa-package-lint is not installed"
fi

if command -v tmux >/dev/null; then
  ./picture.sh --check
else
  echo "skipped: the picture, for want of tmux"
fi
