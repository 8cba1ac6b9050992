--- Which columns a collection's lines have, as its user chooses them.

local choose = require('paginator.choose')
local failure_words = require('paginator.failure')
local json = require('paginator.json')
local line = require('paginator.line')
local lines = require('paginator.lines')
local loading = require('paginator.loading')
local state = require('paginator.state')

local M = {}

local ITEMS_MAX = 50 -- how many items the columns are looked for in

--- Draws all lines by the template of these paths.
local function show(view, paths, items)
  local fields = {}
  for _, path in ipairs(paths) do table.insert(fields, (line.column(path, items))) end
  view.template = #fields > 0 and table.concat(fields, '  ') or '{}'
  lines.forget(view)
  loading.look(view)
end

--- Offers all columns, again after each choice, until the user has enough.
local function offer(view, items)
  local shown, choices, is_known = line.paths(view.template), {}, {}
  for _, path in ipairs(vim.list_extend(vim.list_extend({}, shown), line.all_paths(items))) do
    if not is_known[path] then table.insert(choices, path) end
    is_known[path] = true
  end
  local function again()
    choose.select(choices, {
      prompt = 'Columns: <CR> shows or hides one, <Esc> ends', kind = 'paginator-columns',
      format_item = function(path)
        return (vim.tbl_contains(shown, path) and '[x] ' or '[ ] ') .. (path == '' and 'item' or path)
      end,
    }, function(path)
      if not path or not vim.api.nvim_buf_is_valid(view.buffer) then return end
      if vim.tbl_contains(shown, path) then
        shown = vim.tbl_filter(function(each) return each ~= path end, shown)
      else
        table.insert(shown, path)
      end
      show(view, shown, items)
      again()
    end)
  end
  again()
end

--- Lets the user choose the columns of a view.
function M.choose(view)
  if type(view.template) == 'function' then
    return failure_words.notify('the template of this collection is a function: it has no columns')
  end
  local start = math.max(0, state.index_at_cursor(view) - ITEMS_MAX + 1)
  local given_up = view.given_up
  state.ask(view, 'paginator/items', { start = start, count = ITEMS_MAX }, function(failure, window, text)
    if view.given_up ~= given_up or vim.api.nvim_get_current_buf() ~= view.buffer then return end
    if failure then return loading.failed(view, failure) end
    local range = window.loaded[1]
    if not range or not view.template then
      return failure_words.notify('no item is here yet that columns could be chosen from')
    end
    local items = json.elements(json.get(text, { 'result', 'items' }))
    offer(view, vim.list_slice(items, range[1] - window.start + 1, range[2] - window.start))
  end)
end

return M
