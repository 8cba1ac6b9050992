--- JSON as text: parts of it are cut out as they stand.
---
--- Lua's numbers are doubles and its tables have no order, so an item that was decoded is no longer
--- what the API sent. Here an item stays its text:
---
---     json.get('{"items":[{"id":12345678901234567890}]}', { 'items', 1, 'id' })
---
--- is '12345678901234567890'. The text must be valid JSON: the server's answers are.

local M = {}

local QUOTE, OPEN_BRACE, OPEN_BRACKET = 34, 123, 91
local INDENTATION = '  '
local REPLACEMENT = '\\ufffd' -- what halves of surrogate pairs are decoded as

--- `text` with the replacement character for each half of a surrogate pair, which is valid JSON, but
--- which vim.json.decode refuses.
local function without_halves(text)
  local pieces, at = {}, 1
  while true do
    local first = text:find('\\', at, true)
    if not first then break end
    local unit = tonumber(text:match('^u(%x%x%x%x)', first + 1) or '', 16)
    local after = first + (unit and 6 or 2)
    local is_half = unit and unit >= 0xD800 and unit < 0xE000
    if is_half and unit < 0xDC00 and text:find('^\\u[dD][c-fC-F]%x%x', after) then
      is_half, after = false, after + 6
    end
    table.insert(pieces, text:sub(at, is_half and first - 1 or after - 1))
    if is_half then table.insert(pieces, REPLACEMENT) end
    at = after
  end
  table.insert(pieces, text:sub(at))
  return table.concat(pieces)
end

--- The value of a text of JSON. Members that are null are left out of objects.
function M.decode(text)
  local options = { luanil = { object = true } }
  local fine, value = pcall(vim.json.decode, text, options)
  if fine then return value end
  return vim.json.decode(without_halves(text), options)
end

--- The position behind the string that starts at `position`.
local function after_string(text, position)
  local at = position + 1
  while true do
    at = text:find('[\\"]', at)
    if not at then error('a string has no end', 0) end
    if text:byte(at) == QUOTE then return at + 1 end
    at = at + 2
  end
end

--- The position behind the value that starts at `position`.
local function after_value(text, position)
  local first = text:byte(position)
  if first == QUOTE then return after_string(text, position) end
  if first ~= OPEN_BRACE and first ~= OPEN_BRACKET then
    return text:match('^[^,%]}%s]*()', position)
  end
  local depth, at = 0, position
  while true do
    at = text:find('[%[%]{}"]', at)
    if not at then error('an array or object has no end', 0) end
    local byte = text:byte(at)
    if byte == QUOTE then
      at = after_string(text, at)
    else
      depth = depth + ((byte == OPEN_BRACE or byte == OPEN_BRACKET) and 1 or -1)
      at = at + 1
      if depth == 0 then return at end
    end
  end
end

--- Calls `visit(key, first, last)` with each member of the object, or element of the array, that
--- starts at `position`, until it returns true. Keys of elements count from 1.
local function each(text, position, visit)
  local is_object = text:byte(position) == OPEN_BRACE
  local at = text:match('^%s*()', position + 1)
  local index = 0
  while not text:find('^[%]}]', at) do
    local key
    if is_object then
      local after = after_string(text, at)
      key = M.decode(text:sub(at, after - 1))
      at = text:match('^%s*:%s*()', after)
    else
      index = index + 1
      key = index
    end
    local after = after_value(text, at)
    if visit(key, at, after - 1) then return end
    at = text:match('^%s*,?%s*()', after)
  end
end

local function is_container(text, position)
  local byte = text:byte(position)
  return byte == OPEN_BRACE or byte == OPEN_BRACKET
end

--- True when a text of JSON is an object.
function M.is_object(text)
  return text:find('^%s*{') ~= nil
end

--- The text of the value that the list `keys` leads to, or nil. Positions in arrays count from 1;
--- digits that stand in a string do so from 0, as in key paths of the protocol.
function M.get(text, keys)
  local first, last = text:match('^%s*()'), #text
  for _, key in ipairs(keys) do
    if not is_container(text, first) then return nil end
    local is_array = text:byte(first) == OPEN_BRACKET
    local wanted = key
    if is_array and type(key) == 'string' then wanted = (tonumber(key) or -1) + 1 end
    local found
    each(text, first, function(name, from, to)
      -- Of duplicate keys the last counts.
      if name == wanted then found = { from, to } end
      return found and is_array
    end)
    if not found then return nil end
    first, last = found[1], found[2]
  end
  return (text:sub(first, last):gsub('%s+$', ''))
end

--- The texts of the elements of the array `text`.
function M.elements(text)
  local list = {}
  each(text, text:match('^%s*()'), function(_, first, last)
    table.insert(list, text:sub(first, last))
  end)
  return list
end

--- The members of the object `text` in their order, as a list of { key, text }.
function M.members(text)
  local list = {}
  each(text, text:match('^%s*()'), function(key, first, last)
    table.insert(list, { key, text:sub(first, last) })
  end)
  return list
end

--- A value as text in one line: strings without quotes, null and nil as nothing, lists of scalars
--- with commas, everything else as it stands.
function M.shown(text)
  if not text or text == 'null' then return '' end
  if text:byte(1) == QUOTE then
    return (M.decode(text):gsub('%c+', ' '))
  end
  if text:byte(1) == OPEN_BRACKET and not text:find('[{%[]', 2) then
    return table.concat(vim.tbl_map(M.shown, M.elements(text)), ', ')
  end
  return (text:gsub('%c+', ' '))
end

--- The value on several lines, as a list of them. Texts of numbers and strings stay as they are.
function M.pretty(text)
  local lines, line, depth = {}, {}, 0
  local function break_line()
    table.insert(lines, table.concat(line))
    line = { INDENTATION:rep(depth) }
  end
  local at = text:match('^%s*()')
  while at <= #text do
    local char = text:sub(at, at)
    if char == '"' then
      local after = after_string(text, at)
      table.insert(line, text:sub(at, after - 1))
      at = after
    elseif char == '{' or char == '[' then
      local closed = text:match('^[%[{]%s*[%]}]()', at)
      table.insert(line, closed and (char == '{' and '{}' or '[]') or char)
      if not closed then
        depth = depth + 1
        break_line()
      end
      at = closed or at + 1
    elseif char == '}' or char == ']' then
      depth = depth - 1
      break_line()
      table.insert(line, char)
      at = at + 1
    elseif char == ',' then
      table.insert(line, ',')
      break_line()
      at = at + 1
    elseif char == ':' then
      table.insert(line, ': ')
      at = at + 1
    else
      local after = text:match('^[^,%]}%s:"%[{]*()', at)
      table.insert(line, text:sub(at, after - 1))
      at = after
    end
    at = text:match('^%s*()', at)
  end
  table.insert(lines, table.concat(line))
  return lines
end

return M
