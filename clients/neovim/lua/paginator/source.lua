--- Turns what a user names into params of the method paginator/open.

local config = require('paginator.config')
local rpc = require('paginator.rpc')
local secrets = require('paginator.secrets')

local M = {}

--- The placeholder in a window for an item whose page has failed.
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

--- True when params bring credentials of their own.
local function has_credentials(params)
  if params.token or params.auth then return true end
  for name in pairs(params.headers or {}) do
    if name:lower() == 'authorization' then return true end
  end
  return false
end

--- The server's profile of that name, or nil.
local function profile_of(name)
  local list = name and rpc.call('paginator/profiles', { name = name })
  return list and list[1]
end

--- The token or auth that the user's function has for the API of a profile.
local function supplied(params)
  if not config.token or has_credentials(params) then return {} end
  local profile = profile_of(params.profile)
  local url = params.url or profile and profile.url
  local origin = url and url:match('^https?://[^/?#]+')
  if not origin or not (profile and profile.authentication) then return {} end
  local secret = config.token(origin, profile.authentication)
  if type(secret) == 'table' then return { auth = secret } end
  return { token = secret }
end

--- The token and auth of params as the server takes them, or nil and what is missing.
local function credentials(params)
  local given = { token = params.token, auth = params.auth }
  for name, value in pairs(given) do
    if type(value) == 'function' then given[name] = value() end
  end
  local found, missing = secrets.from_environment(given)
  if not found then return nil, missing end
  return vim.tbl_extend('force', supplied(params), found)
end

-- The number of paginators that were opened: a server that was started again would give the ids of
-- its own once more.
local opened = 0

--- The params as the server takes them.
local function wire(params)
  local ahead = { distance = config.prefetch, pages = config.prefetch_pages }
  local message = vim.tbl_extend('keep', params, { prefetch = ahead })
  message.template = nil
  message.placeholders = { error = M.FAILED }
  message.notifications = true
  message.paginatorId = 'nvim-' .. opened
  return message
end

--- Opens a paginator, starting the server if need be: its state, or nil and what to do.
function M.open(params)
  local started, problem = rpc.start()
  if not started then return nil, problem.message end
  secrets.renew()
  local known, missing = credentials(params)
  if not known then return nil, missing end
  local all = vim.tbl_extend('force', params, known)
  opened = opened + 1
  local state, failure = rpc.call('paginator/open', wire(all))
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

--- True when `name` is one of the server's profiles that needs a URL.
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
