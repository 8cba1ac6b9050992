#!/usr/bin/env bash
# All tests of this plugin. Needs nvim (0.7 or newer), PAGINATOR (the program) and
# PAGINATOR_SAMPLE_API (the URL that "paginator sample-api" prints); the picture also needs tmux.
set -euo pipefail
cd "$(dirname "$0")"
nvim --clean --headless -u NONE -c 'luafile tests/rpc_test.lua'
nvim --clean --headless -u NONE -c 'luafile tests/run.lua'
if command -v tmux >/dev/null; then
  ./picture.sh --check
else
  echo "skipped: the picture, for want of tmux"
fi
