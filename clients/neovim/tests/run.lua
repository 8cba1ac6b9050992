-- Runs all tests of the plugin.
--
--   PAGINATOR=.../paginator PAGINATOR_SAMPLE_API=http://127.0.0.1:PORT \
--     nvim --clean --headless -u NONE -c 'luafile clients/neovim/tests/run.lua'
--
-- PAGINATOR_SAMPLE_API is what "sample-api" prints. Exit code 0 or 1.
-- PAGINATOR_TESTS, a Lua pattern, chooses among them by name.

local here = debug.getinfo(1, 'S').source:sub(2):match('^(.*)/') or '.'
local root = vim.fn.fnamemodify(here .. '/..', ':p'):gsub('/$', '')
vim.opt.runtimepath:prepend(root)
vim.cmd('runtime plugin/paginator.lua')
package.path = root .. '/tests/?.lua;' .. package.path

local support = require('support')
local wanted = os.getenv('PAGINATOR_TESTS') or ''
local passed, failed = 0, 0

local function say(format, ...)
  io.stdout:write(format:format(...), '\n')
  io.stdout:flush()
end

for _, name in ipairs({
  'conformance_test', 'bad_input_test', 'view_test', 'user_test', 'giving_up_test', 'json_test', 'recording_test',
  'odd_values_test',
}) do
  for _, test in ipairs(require(name)) do
    local title = name .. ': ' .. test[1]
    if title:find(wanted) then
      support.messages = {}
      vim.v.errmsg = ''
      local fine, problem = xpcall(test[2], debug.traceback)
      if fine and vim.v.errmsg ~= '' then fine, problem = false, vim.v.errmsg end
      local closed, left = pcall(support.close_all)
      if fine and closed then
        passed = passed + 1
        say('ok      %s', title)
      else
        failed = failed + 1
        say('FAILED  %s\n%s', title, fine and left or problem)
      end
    end
  end
end
say('%d passed, %d failed', passed, failed)
vim.cmd(failed == 0 and passed > 0 and 'qall!' or 'cquit 1')
