#!/usr/bin/env bash
# All tests of this client. Needs emacs (28 or newer), PAGINATOR (the program) and
# PAGINATOR_SAMPLE_API (the URL that "paginator sample-api" prints); the picture also needs tmux.
set -euo pipefail
cd "$(dirname "$0")"
emacs -Q --batch -l paginator-rpc-test.el
emacs -Q --batch -L . -l paginator-test.el -l paginator-bad-test.el -f ert-run-tests-batch-and-exit
if command -v tmux >/dev/null; then
  ./picture.sh --check
else
  echo "skipped: the picture, for want of tmux"
fi
