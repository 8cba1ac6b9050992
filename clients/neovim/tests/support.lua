--- Shared by the tests: a sample API, waiting with a deadline, programs that misbehave.

local M = {}

local DEADLINE_MS = 60000
local POLL_MS = 5

local uv = vim.uv or vim.loop
local config = require('paginator.config')
local paginator = require('paginator')
local rpc = require('paginator.rpc')
local view = require('paginator.view')

--- The messages of vim.notify since the test began.
M.messages = {}
vim.notify = function(message) table.insert(M.messages, message) end

function M.check(condition, format, ...)
  if not condition then error((format or 'a check failed'):format(...), 2) end
end

function M.equal(found, expected)
  if not vim.deep_equal(found, expected) then
    error(('expected %s, found %s'):format(vim.inspect(expected), vim.inspect(found)), 2)
  end
end

--- The text must contain `part`, as it stands.
function M.contains(text, part)
  if not (text and text:find(part, 1, true)) then
    error(('%q is not in %s'):format(part, vim.inspect(text)), 2)
  end
end

--- Waits until `predicate` gives something true, and returns it.
function M.wait(what, predicate)
  local value
  vim.wait(DEADLINE_MS, function()
    value = predicate()
    return value
  end, POLL_MS)
  if not value then
    error(('waited in vain until %s; messages: %s'):format(what, vim.inspect(M.messages)), 2)
  end
  return value
end

local sessions = 0

--- The URL of a path of the sample API; faults start afresh in each.
function M.url(path)
  local api = os.getenv('PAGINATOR_SAMPLE_API')
  if not api or api == '' then error('set PAGINATOR_SAMPLE_API', 0) end
  sessions = sessions + 1
  return ('%s%s%ssession=neovim-%d-%s-%d'):format(api, path, path:find('?', 1, true) and '&' or '?',
    uv.os_getpid(), uv.hrtime(), sessions)
end

--- Params for /page with a total.
M.pages = {
  perPage = 10, itemsPath = 'articles',
  paginationMapping = { ['pagination.total_objects'] = 'objectCount' },
}

--- Params for /cursor.
M.cursor = {
  perPage = 10, itemsPath = 'data',
  pagination = { strategy = 'cursor', next = 'next_cursor', parameter = 'cursor' },
}

function M.with(params, more)
  return vim.tbl_extend('force', params, more)
end

--- True when there is no process `pid`.
function M.gone(pid)
  return uv.kill(pid, 0) ~= 0
end

--- Opens `path` of the sample API and returns the view.
function M.open(path, params)
  local buffer, problem = paginator.open(M.url(path), params)
  M.check(buffer, '%s', problem)
  return view.of(buffer)
end

function M.line(shown, index)
  return vim.api.nvim_buf_get_lines(shown.buffer, index, index + 1, false)[1]
end

function M.wait_for_line(shown, index, start)
  M.wait(('line %d starts with %q'):format(index, start), function()
    local line = M.line(shown, index)
    return line and vim.startswith(line, start)
  end)
end

--- Waits until nothing is being loaded.
function M.settle(shown)
  M.wait('all is loaded', function() return shown.ready and not shown.asked end)
end

--- Moves the cursor as a user would; autocommands do not fire by themselves without a screen.
function M.move(shown, index)
  vim.api.nvim_win_set_cursor(vim.fn.bufwinid(shown.buffer), { index + 1, 0 })
  vim.cmd('normal! zt')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = shown.buffer })
  local looked = false
  vim.schedule(function() looked = true end)
  M.wait('the view has looked', function() return looked end)
end

function M.cursor_index()
  return vim.api.nvim_win_get_cursor(0)[1] - 1
end

--- The texts of virtual text in a line, and of the diagnostics of a buffer.
function M.virtual_text(shown, index)
  local places = vim.api.nvim_get_namespaces().paginator
  local found = {}
  for _, extmark in ipairs(vim.api.nvim_buf_get_extmarks(shown.buffer, places, { index, 0 },
    { index, -1 }, { details = true })) do
    for _, chunk in ipairs(extmark[4].virt_text or {}) do table.insert(found, chunk[1]) end
  end
  return table.concat(found)
end

--- Closes all buffers; the server must be gone then.
function M.close_all()
  local pid = rpc.pid()
  vim.cmd('silent! %bwipeout!')
  M.wait('no server runs where nothing is shown', function() return not rpc.pid() end)
  if pid then M.wait('the server has ended', function() return M.gone(pid) end) end
end

--- Calls `action(call)` while the program is `script`, lines for sh; the process must be gone then.
function M.with_program(script, action)
  local directory = vim.fn.tempname()
  vim.fn.mkdir(directory, 'p')
  local program, pid_file = directory .. '/server', directory .. '/pid'
  local lines = vim.split(script, '\n', { plain = true })
  vim.fn.writefile(vim.list_extend({ '#!/bin/sh', 'echo $$ >' .. pid_file }, lines), program)
  uv.fs_chmod(program, 448) -- rwx for the user
  config.executable = program
  local fine, problem = pcall(action)
  config.executable = nil
  local pid = tonumber(vim.fn.readfile(pid_file)[1])
  M.check(pid > 1)
  M.wait('the process has ended', function() return M.gone(pid) end)
  vim.fn.delete(directory, 'rf')
  if not fine then error(problem, 0) end
end

--- A line for sh that writes a message of the protocol.
function M.says(body)
  return ("printf '%%s\\n' '%s'"):format(body)
end

M.hello = M.says('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0"}}')

return M
