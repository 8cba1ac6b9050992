#!/usr/bin/env bash
# All tests of this plugin. Needs nvim (0.7 or newer; or what NEOVIM names), PAGINATOR (the program)
# and PAGINATOR_SAMPLE_API (the URL that "sample-api" prints); the screen also needs tmux.
# With NEOVIM_CURRENT, another nvim, they run twice.
set -euo pipefail
cd "$(dirname "$0")"

run() {
  "$1" --version | sed -n 1p
  "$1" --clean --headless -u NONE -c 'luafile tests/rpc_test.lua'
  "$1" --clean --headless -u NONE -c 'luafile tests/run.lua'
  if command -v tmux >/dev/null; then
    NEOVIM="$1" ./picture.sh --check
  else
    echo "skipped: what the screen shows, for want of tmux"
  fi
}

run "${NEOVIM:-nvim}"
if [[ ${NEOVIM_CURRENT:-} ]]; then
  run "$NEOVIM_CURRENT"
else
  echo "skipped: another Neovim, as NEOVIM_CURRENT does not name one"
fi
