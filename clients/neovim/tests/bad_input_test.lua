--- Servers that are none, and names that mean nothing: each says what to do.

local s = require('support')
local config = require('paginator.config')
local paginator = require('paginator')
local rpc = require('paginator.rpc')

--- Opens something that cannot be opened; returns what the user is told.
local function refused(source)
  local buffer, problem = paginator.open(source or 'http://127.0.0.1:9/', { itemsPath = 'a' })
  s.equal(buffer, nil)
  s.contains(s.messages[#s.messages], problem)
  s.check(not rpc.pid(), 'a server is left')
  return problem
end

local function refused_by(script, part)
  s.with_program(script, function() s.contains(refused(), part) end)
end

-- Lines that read what is sent before paginator/open.
local READ_GREETING = 'read -r line; read -r line'

return {
  { 'the executable is missing', function()
    config.executable = '/does/not/exist'
    local problem = refused()
    config.executable = nil
    s.contains(problem, '/does/not/exist is no program that can be run: setup{executable=...} must')

    vim.g.paginator_executable = '/neither'
    problem = refused()
    vim.g.paginator_executable = nil
    s.contains(problem, '/neither is no program that can be run: g:paginator_executable must')

    local named, path = vim.env.PAGINATOR, vim.env.PATH
    vim.env.PAGINATOR = '/nor/this'
    problem = refused()
    vim.env.PAGINATOR, vim.env.PATH = '', '/nowhere'
    local without = refused()
    vim.env.PAGINATOR, vim.env.PATH = named, path
    s.contains(problem, '/nor/this is no program that can be run: $PAGINATOR must')
    s.contains(without, 'not in PATH: install it, or set g:paginator_executable')
  end },

  { 'it speaks another version of the protocol', function()
    refused_by(s.says('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2.0"}}')
      .. '\nexec cat >/dev/null',
      'speaks version 2.0 of the protocol, and this plugin 1.x: update the older of the two')
  end },

  { 'it crashes at once', function()
    refused_by('echo no library >&2; exit 7', 'has ended with status 7 (no library): press R')
  end },

  { 'it crashes in the middle', function()
    refused_by(s.hello .. '\n' .. READ_GREETING .. '; read -r line; exit 3',
      'has ended with status 3')
  end },

  { 'it writes garbage', function()
    refused_by("echo 'Welcome to paginator!'; exec cat >/dev/null",
      'wrote "Welcome to paginator!", which is no message of the protocol')
  end },

  { 'it writes garbage without end', function()
    refused_by('exec yes', 'wrote "y", which is no message of the protocol')
  end },

  { 'it writes garbage in the middle', function()
    refused_by(s.hello .. '\n' .. READ_GREETING .. "; echo 'debug: here'; exec cat >/dev/null",
      'wrote "debug: here", which is no message')
  end },

  { 'it never answers', function()
    local before = config.start_ms
    config.start_ms = 100
    local fine, problem = pcall(refused_by, 'exec cat >/dev/null',
      'gave no answer to initialize within 100 ms: is it paginator?')
    config.start_ms = before
    if not fine then error(problem, 0) end
  end },

  { 'it ignores the end', function()
    local before = config.start_ms
    config.start_ms = 100
    local fine, problem = pcall(refused_by, "trap '' TERM HUP INT\nexec tail -f /dev/null",
      'gave no answer to initialize')
    config.start_ms = before
    if not fine then error(problem, 0) end
  end },

  { 'a URL has no scheme', function()
    local problem = refused('example.com/articles')
    s.contains(problem, 'starts with http:// or https://')
    s.contains(problem, 'such as https://')
  end },

  { 'a profile does not exist', function()
    local problem = refused('githbu')
    s.contains(problem, 'name of a profile')
    s.contains(problem, ':Paginator <Tab> completes their names')
  end },

  { 'a setting does not exist', function()
    s.check(not pcall(paginator.setup, { profile = {} }))
    s.check(not pcall(paginator.setup, { executeable = 'x' }))
  end },
}
