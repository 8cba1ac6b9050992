--- An item as a line: by a template, a function, or its first fields.

local config = require('paginator.config')
local json = require('paginator.json')

local M = {}

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
--- string in which {author.login} stands for a value and {title:30} for one 30 columns wide.
function M.of(item, template)
  local line
  if type(template) == 'function' then
    line = tostring(template(vim.json.decode(item, { luanil = { object = true } })))
  else
    line = template:gsub('{([^{}:]*):?(%d*)}', function(path, width)
      return padded(field(item, path), tonumber(width))
    end)
  end
  return (line:gsub('%c+', ' '):gsub('%s+$', ''))
end

--- A template for items that nobody has given one for.
function M.template(items)
  if not json.is_object(items[1]) then return '{}' end
  local fields = {}
  for _, member in ipairs(json.members(items[1])) do
    local name, value = member[1], member[2]
    if #fields < config.fields_max and value ~= 'null' and not value:find('^[{%[]')
      and not name:find('[{}:.]') then
      local width = 1
      for _, item in ipairs(items) do
        width = math.max(width, vim.fn.strdisplaywidth(field(item, name)))
      end
      if value:find('^[-%d]') then width = math.max(width, 5) end
      table.insert(fields, ('{%s:%d}'):format(name, math.min(width, config.field_width_max)))
    end
  end
  return #fields > 0 and table.concat(fields, '  ') or '{}'
end

return M
