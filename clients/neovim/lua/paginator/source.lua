--- What a user names becomes params of the method paginator/open.

local config = require('paginator.config')
local rpc = require('paginator.rpc')
local secrets = require('paginator.secrets')

local M = {}

--- What stands in a window for an item whose page has failed.
M.FAILED = 'failed'

--- Puts `value` where the dots of `name` lead to.
local function put(params, name, value)
  local keys = vim.split(name, '.', { plain = true })
  for index = 1, #keys - 1 do
    if type(params[keys[index]]) ~= 'table' then params[keys[index]] = {} end
    params = params[keys[index]]
  end
  params[keys[#keys]] = value
end

--- Reads the arguments of :Paginator: a profile or a URL, and params as name=value, where dots in
--- names nest and a value is JSON or else a string. Returns the source and the params.
function M.parse(arguments)
  local source, params = nil, {}
  for _, argument in ipairs(arguments) do
    local name, value = argument:match('^([%a][%w_.]*)=(.*)$')
    if name then
      local fine, decoded = pcall(vim.json.decode, value)
      put(params, name, fine and decoded or value)
    elseif source then
      params.url = argument
    else
      source = argument
    end
  end
  return source, params
end

--- The params for `source`, a profile of the user's, a URL, or a profile of the server's, with
--- those in `more`.
function M.params(source, more)
  local own = config.profile(source)
  local params
  if own then
    params = vim.deepcopy(own)
  elseif source:find('[/.:]') then
    params = { url = source }
  else
    params = { profile = source }
  end
  return vim.tbl_extend('force', params, more or {})
end

--- The params as the server takes them.
local function wire(params)
  local message = vim.tbl_extend('keep', params, { prefetch = { distance = config.prefetch } })
  message.template = nil
  message.placeholders = { error = M.FAILED }
  message.notifications = true
  return message
end

--- Opens a paginator, starting the server if need be: its state, or nil and what to do.
function M.open(params)
  local started, problem = rpc.start()
  if not started then return nil, problem.message end
  secrets.renew()
  local state, failure = rpc.call('paginator/open', wire(params))
  if state then return state end
  local message = failure.message
  local path = failure.data and failure.data.path
  if path == 'url' then
    message = message .. ' Give it whole, such as https://example.com/articles'
  elseif path == 'profile' then
    message = message .. ' :Paginator <Tab> completes their names'
  end
  return nil, message
end

--- The profiles of the server, or nil and what to do.
function M.profiles()
  local started, problem = rpc.start()
  if not started then return nil, problem.message end
  local list, failure = rpc.call('paginator/profiles', {})
  return list, failure and failure.message
end

--- Whether `name` is one of the server's profiles that needs a URL.
function M.needs_url(name)
  if config.profile(name) or name:find('[/.:]') then return false end
  for _, profile in ipairs(M.profiles() or {}) do
    if profile.name == name then return profile.url == nil end
  end
  return false
end

--- A short name for a buffer.
function M.title(source)
  return (source:gsub('^https?://', ''):gsub('[?#].*$', ''))
end

return M
