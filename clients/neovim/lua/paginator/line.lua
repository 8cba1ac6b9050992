--- An item as a line: by a template, a function, or its first fields.

local config = require('paginator.config')
local json = require('paginator.json')

local M = {}

local GAP = '  ' -- between two columns
local WHOLE_WIDTH_MAX = 200 -- how wide an item without members is shown
local PATHS_MAX, DEPTH_MAX = 500, 8 -- how many columns are offered, and how deep they lie

local function padded(text, width)
  if not width then return text end
  local over = vim.fn.strdisplaywidth(text) - width
  if over > 0 then
    local kept = vim.fn.strcharpart(text, 0, math.max(0, vim.fn.strchars(text) - over - 1))
    return kept .. '…'
  end
  return text .. (' '):rep(-over)
end

local function field(item, path)
  if path == '' then return json.shown(item) end
  return json.shown(json.get(item, vim.split(path, '.', { plain = true })))
end

--- The line of `item`, a text of JSON. `template` is a function that gets the decoded item, or a
--- string in which {author.login} stands for a value and {title:30} for one 30 columns wide; an item
--- without members is shown as it is.
function M.of(item, template)
  local line
  if type(template) == 'function' then
    line = tostring(template(json.decode(item)))
  elseif not json.is_object(item) and not template:find('{:?%d*}') then
    line = padded(item:find('^"') and json.shown(item) or item, WHOLE_WIDTH_MAX)
  else
    line = template:gsub('{([^{}:]*):?(%d*)}', function(path, width)
      return padded(field(item, path), tonumber(width))
    end)
  end
  return (line:gsub('%c+', ' '):gsub('%s+$', ''))
end

--- The names of a template's columns, above which they stand; nil for a function.
function M.header(template)
  if type(template) ~= 'string' or not template:find('{[^{}]') then return nil end
  local header = template:gsub('{([^{}:]*):?(%d*)}', function(path, width)
    return padded(path, tonumber(width))
  end)
  return (header:gsub('%s+$', ''))
end

--- `template` with each column as wide as `items` need, as far as the settings allow.
function M.grown(template, items)
  return (template:gsub('{([^{}:]*):(%d+)}', function(path, width)
    local most = math.max(tonumber(width), config.field_width_max)
    local needed = tonumber(width)
    for _, item in ipairs(items) do
      needed = math.max(needed, math.min(most, vim.fn.strdisplaywidth(field(item, path))))
    end
    return ('{%s:%d}'):format(path, needed)
  end))
end

local TELLING = { 'name', 'title', 'login', 'full_name', 'label', 'slug', 'key', 'id', 'value' }

--- True when a template can name a member: '' is the whole item there, and Vim's texts end at a NUL.
local function is_nameable(name)
  return name ~= '' and not name:find('[{}:.%c]')
end

--- The path of the member that tells most of an object inside of an item; nil where none is plain.
local function telling(name, value)
  local plain = {}
  for _, member in ipairs(json.members(value)) do
    if not member[2]:find('^[{%[]') and member[2] ~= 'null' and is_nameable(member[1]) then
      plain[member[1]] = true
      plain.first = plain.first or member[1]
    end
  end
  for _, wanted in ipairs(TELLING) do
    if plain[wanted] then return name .. '.' .. wanted end
  end
  return plain.first and name .. '.' .. plain.first
end

--- A column as wide as `items` need, as a part of a template; and its width.
function M.column(path, items)
  local width = config.header and vim.fn.strdisplaywidth(path == '' and 'item' or path) or 1
  for _, item in ipairs(items) do
    local text = field(item, path)
    width = math.max(width, vim.fn.strdisplaywidth(text))
    if tonumber(text) then width = math.max(width, 5) end
  end
  width = math.min(width, config.field_width_max)
  return ('{%s:%d}'):format(path, width), width
end

--- The paths in a template.
function M.paths(template)
  local paths = {}
  for path in template:gmatch('{([^{}:]*):?%d*}') do table.insert(paths, path) end
  return paths
end

--- The paths of all values of some items that a template can name.
function M.all_paths(items)
  local paths, is_known = {}, {}
  local function collect(text, prefix, depth)
    for _, member in ipairs(json.members(text)) do
      local path = prefix .. member[1]
      if #paths >= PATHS_MAX then return end
      if is_nameable(member[1]) then
        if json.is_object(member[2]) and depth < DEPTH_MAX then
          collect(member[2], path .. '.', depth + 1)
        elseif not is_known[path] then
          is_known[path] = true
          table.insert(paths, path)
        end
      end
    end
  end
  for _, item in ipairs(items) do
    if json.is_object(item) then collect(item, '', 1) end
  end
  return paths
end

--- A template for items that nobody has given one for, with as many columns as fit into `room`, by
--- default the screen.
function M.template(items, room)
  if not json.is_object(items[1]) then return '{}' end
  local fields, left = {}, room or vim.o.columns
  for _, member in ipairs(json.members(items[1])) do
    local name, value = member[1], member[2]
    local path = name
    if value:find('^{') then path = telling(name, value) end
    if #fields < config.fields_max and path and value ~= 'null' and not value:find('^%[')
      and is_nameable(name) then
      local column, width = M.column(path, items)
      if #fields == 0 or width <= left then
        table.insert(fields, column)
        left = left - width - #GAP
      end
    end
  end
  return #fields > 0 and table.concat(fields, GAP) or '{}'
end

return M
