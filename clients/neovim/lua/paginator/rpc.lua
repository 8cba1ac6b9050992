--- The server: a process, and JSON-RPC with it, one message a line.
---
--- One server serves all buffers. Answers are matched by id; when the process ends, everything
--- that still waits fails with `ended`.

local config = require('paginator.config')
local json = require('paginator.json')
local log = require('paginator.log')

local uv = vim.uv or vim.loop

local M = {}

local PROTOCOL_MAJOR = '1'
local POLL_MS = 5
local STOP_MS = 2000
local DRAIN_MS = 500 -- how long the last words of a process that has ended are waited for
local QUOTED_MAX = 60
local KEPT_STDERR_MAX = 1024

local server -- the running one: { handle, pid, waiting, ... }, or nil
local ended -- why the server that ran last has ended

--- Called with the method, the params and the text of each notification, in the main loop.
M.on_notification = function() end
--- Called with the process id when a server has ended, in the main loop.
M.on_end = function() end

--- The path of the program, or nil and what to do.
function M.executable()
  local named, by = config.executable, 'setup{executable=...}'
  if not named then named, by = vim.g.paginator_executable, 'g:paginator_executable' end
  if not named then named, by = os.getenv('PAGINATOR'), '$PAGINATOR' end
  if named and named ~= '' then
    local path = vim.fn.exepath(vim.fn.expand(named))
    if path ~= '' then return path end
    return nil, ('%s is no program that can be run: %s must name the paginator program')
      :format(named, by)
  end
  local path = vim.fn.exepath('paginator')
  if path ~= '' then return path end
  return nil, 'The program paginator is not in PATH: install it, or set g:paginator_executable'
end

local function gone()
  return {
    message = (ended or 'There is no paginator running')
      .. ': press R to start it again, and look at :checkhealth paginator',
  }
end

local function close(handle)
  if handle and not handle:is_closing() then handle:close() end
end

--- Ends the process at once, and says why in errors.
local function condemn(self, reason)
  self.reason = self.reason or reason
  if self.handle and not self.handle:is_closing() then self.handle:kill('sigkill') end
end

local function finish(self)
  if self.finished then return end
  self.finished = true
  close(self.stdin)
  close(self.stdout)
  close(self.stderr)
  close(self.handle)
  close(self.timer)
  if self.close_log then self.close_log() end
  local said = vim.trim(table.concat(self.said)):match('^[^\n]*')
  ended = ('%s %s%s'):format(self.path, self.reason
    or (self.signal ~= 0 and 'was ended by signal ' .. self.signal
      or 'has ended with status ' .. self.code), said ~= '' and (' (%s)'):format(said) or '')
  if server == self then server = nil end
  vim.schedule(function()
    local waiting = self.waiting
    self.waiting = {}
    for _, done in pairs(waiting) do done(gone()) end
    M.on_end(self.pid)
  end)
end

local function send(self, message)
  message.jsonrpc = '2.0'
  if not self.stdin:is_closing() then
    self.stdin:write(vim.json.encode(message) .. '\n', function() end)
  end
end

local function answer(self, message)
  local reply = { id = message.id }
  if message.method == 'paginator/credentials' and config.credentials then
    local fine, headers = pcall(config.credentials, message.params.origin, message.params.challenge)
    if fine then
      reply.result = headers and { headers = headers } or vim.NIL
    else
      reply.error = { code = -32603, message = tostring(headers) }
    end
  else
    reply.error = { code = -32601, message = message.method .. ' is not supported' }
  end
  send(self, reply)
end

--- Fails the one request whose answer Lua cannot decode, say for its depth. False where `line` is no
--- message of the protocol.
local function refuse(self, line, problem)
  local fine, version = pcall(json.get, line, { 'jsonrpc' })
  if not fine or version ~= '"2.0"' then return false end
  local id = tonumber(json.get(line, { 'id' }) or '')
  local done = id and not json.get(line, { 'method' }) and self.waiting[id]
  if done then
    self.waiting[id] = nil
    vim.schedule(function()
      done({ message = 'Neovim cannot read the answer: ' .. tostring(problem) })
    end)
  end
  return true
end

local function take(self, line)
  if line:find('^%s*$') then return end
  local fine, message = pcall(json.decode, line)
  if not fine and refuse(self, line, message) then return end
  if not fine or type(message) ~= 'table' or message.jsonrpc ~= '2.0' then
    local quoted = #line > QUOTED_MAX and line:sub(1, QUOTED_MAX) .. '…' or line
    return condemn(self, ('wrote %q, which is no message of the protocol'):format(quoted))
  end
  vim.schedule(function()
    if message.method and message.id ~= nil then
      answer(self, message)
    elseif message.method then
      M.on_notification(message.method, message.params, line)
    else
      local done = self.waiting[message.id]
      self.waiting[message.id] = nil
      if done then done(message.error, message.result, line) end
    end
  end)
end

--- A function that takes output in whatever pieces it comes and hands on whole lines.
local function line_reader(on_line)
  local pieces = {}
  return function(chunk)
    local start = 1
    while true do
      local stop = chunk:find('\n', start, true)
      if not stop then break end
      table.insert(pieces, chunk:sub(start, stop - 1))
      on_line(table.concat(pieces))
      pieces, start = {}, stop + 1
    end
    table.insert(pieces, chunk:sub(start))
  end
end

local function spawn(path)
  local self = {
    path = path, waiting = {}, last_id = 0, said = {},
    stdin = uv.new_pipe(false), stdout = uv.new_pipe(false), stderr = uv.new_pipe(false),
  }
  local problem
  self.handle, problem = uv.spawn(path, {
    args = { '--framing', 'lines', '--log-level', config.log_level }, stdio = { self.stdin, self.stdout, self.stderr }, hide = true,
  }, function(code, signal)
    self.code, self.signal = code, signal
    self.timer = uv.new_timer()
    self.timer:start(DRAIN_MS, 0, function() finish(self) end)
    if self.drained then finish(self) end
  end)
  if not self.handle then
    close(self.stdin)
    close(self.stdout)
    close(self.stderr)
    return nil, ('%s could not be started: %s'):format(path, problem)
  end
  self.pid = problem
  local open_streams = 2
  local function drained()
    open_streams = open_streams - 1
    self.drained = open_streams == 0
    if self.drained and self.code then finish(self) end
  end
  local read = line_reader(function(line) take(self, line) end)
  self.stdout:read_start(function(_, chunk)
    if chunk then read(chunk) else drained() end
  end)
  local kept = 0
  local write_log
  write_log, self.close_log = log.writer()
  self.stderr:read_start(function(_, chunk)
    if not chunk then return drained() end
    if kept < KEPT_STDERR_MAX then table.insert(self.said, chunk) end
    write_log(chunk)
    kept = kept + #chunk
  end)
  return self
end

--- Sends a request. `done(failure, result, line)` gets an error object, or the result and the
--- answer as it came; it is called in the main loop.
function M.request(method, params, done)
  local self = server
  if not self or self.finished then
    return vim.schedule(function() done(gone()) end)
  end
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = done
  send(self, { id = self.last_id, method = method, params = params or vim.empty_dict() })
end

--- Sends a notification, if there is a server.
function M.notify(method, params)
  if server then send(server, { method = method, params = params or vim.empty_dict() }) end
end

--- Sends a request and waits for the answer: the result and the answer's text, or nil and the
--- error. After `milliseconds`, and when the user interrupts, the paginator's loads are cancelled.
function M.call(method, params, milliseconds)
  local answered, failure, result, line = false, nil, nil, nil
  M.request(method, params, function(...)
    answered, failure, result, line = true, ...
  end)
  vim.wait(milliseconds or config.start_ms, function() return answered end, POLL_MS)
  if not answered then
    local id = params and params.paginatorId
    if id then M.request('paginator/cancel', { paginatorId = id }, function() end) end
    return nil, {
      message = ('%s gave no answer to %s within %d ms: is it paginator?')
        :format(server and server.path or 'The server', method, milliseconds or config.start_ms),
    }
  end
  if failure then return nil, failure end
  return result, line
end

--- Starts the server if there is none. True, or nil and an error object.
function M.start()
  if server then return true end
  local path, problem = M.executable()
  if not path then return nil, { message = problem } end
  ended = nil
  server, problem = spawn(path)
  if not server then return nil, { message = problem } end
  local hello, failure = M.call('initialize', {
    processId = uv.os_getpid(),
    clientInfo = { name = 'Neovim' },
    capabilities = {
      paginator = { notifications = true, credentials = config.credentials ~= nil },
    },
  })
  if hello then
    local version = tostring(hello.protocolVersion)
    if vim.startswith(version, PROTOCOL_MAJOR .. '.') then
      M.notify('initialized')
      M.info = hello
      return true
    end
    failure = {
      message = ('%s speaks version %s of the protocol, and this plugin %s.x: '
        .. 'update the older of the two'):format(path, version, PROTOCOL_MAJOR),
    }
  end
  M.stop()
  return nil, failure
end

--- Ends the server and waits until it has ended, at most STOP_MS if it will not by itself.
function M.stop()
  local self = server
  if not self then return end
  self.reason = self.reason or 'was stopped'
  M.request('shutdown', nil, function() end)
  M.notify('exit')
  if not self.stdin:is_closing() then self.stdin:shutdown(function() close(self.stdin) end) end
  server = nil
  if not vim.wait(STOP_MS, function() return self.finished end, POLL_MS) then
    condemn(self)
    vim.wait(STOP_MS, function() return self.finished end, POLL_MS)
  end
end

--- The process id of the server, or nil.
function M.pid()
  return server and server.pid
end

return M
