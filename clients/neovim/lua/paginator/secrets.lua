--- Secrets that the user types, kept in memory until Neovim ends.

local M = {}

local tokens = {} -- by origin; false where nothing was typed
local kept = {} -- headers by origin, and whether they have been handed out since they were typed

--- The typed secret as headers: a token, user:password where the API wants Basic, or a whole header.
function M.headers(typed, challenge)
  local name, value = typed:match('^([%w_-]+):%s+(.+)$')
  if name then return { [name] = value } end
  if typed:find('^[%w_-]+%s+%S') then return { Authorization = typed } end
  if (challenge or ''):lower():find('^basic') then
    return { Authorization = 'Basic ' .. M.base64(typed) }
  end
  return { Authorization = 'Bearer ' .. typed }
end

local LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

--- Base64 of a text; Neovim has it only since 0.10.
function M.base64(text)
  local parts = {}
  for at = 1, #text, 3 do
    local first, second, third = text:byte(at, at + 2)
    local number = first * 65536 + (second or 0) * 256 + (third or 0)
    for place = 3, 0, -1 do
      local index = math.floor(number / 64 ^ place) % 64 + 1
      local is_there = place >= 2 or (place == 1 and second) or (place == 0 and third)
      table.insert(parts, is_there and LETTERS:sub(index, index) or '=')
    end
  end
  return table.concat(parts)
end

--- The form of a token, in the words of a profile.
local function form_of(authentication)
  if authentication.type == 'awsSigV4' then return 'ID:SECRET' end
  return authentication.format or authentication.name or 'token'
end

--- The secret typed or found for a profile: a token, or the param `auth` where requests are signed.
function M.fitting(secret, authentication)
  if authentication.type ~= 'awsSigV4' then return secret end
  local id, key = secret:match('^([^:]+):(.+)$')
  return { type = 'awsSigV4', accessKeyId = id or secret, secretAccessKey = key or '' }
end

--- For the setting `token`: asks for the token of an origin, once, in the words of its profile.
function M.token(origin, authentication)
  if tokens[origin] == nil then
    local page = authentication.documentation and '; see ' .. authentication.documentation or ''
    local typed = vim.fn.inputsecret(
      ('Secret for %s (%s%s; nothing for none): '):format(origin, form_of(authentication), page))
    tokens[origin] = typed ~= '' and typed or false
  end
  return tokens[origin] and M.fitting(tokens[origin], authentication) or nil
end

--- A value in which {env:NAME} is replaced from the environment, or nil and what is missing.
function M.from_environment(value)
  if type(value) == 'table' then
    local replaced = {}
    for name, each in pairs(value) do
      local found, missing = M.from_environment(each)
      if found == nil then return nil, missing end
      replaced[name] = found
    end
    return replaced
  end
  if type(value) ~= 'string' then return value end
  local missing
  local replaced = value:gsub('{env:([%a_][%w_]*)}', function(name)
    local found = os.getenv(name)
    if not found or found == '' then missing = missing or name end
    return found
  end)
  if missing then return nil, ('The environment variable %s is not set.'):format(missing) end
  return replaced
end

--- For the setting `credentials`: asks for the secret of an origin, once; again where the API has
--- refused it. Nothing typed means none.
function M.ask(origin, challenge)
  local known = kept[origin]
  if known and not known.is_used then
    known.is_used = true
    return known.headers
  end
  local why = known and 'was refused; another' or 'is wanted: a token, user:password or Header: value'
  local typed = vim.fn.inputsecret(('Secret for %s %s: '):format(origin, why))
  if typed == '' then return nil end
  kept[origin] = { headers = M.headers(typed, challenge), is_used = true }
  return kept[origin].headers
end

--- Lets the secrets be handed out once more, to another collection.
function M.renew()
  for _, known in pairs(kept) do known.is_used = false end
end

--- Forgets all secrets.
function M.forget()
  kept, tokens = {}, {}
end

return M
