--- The lines of a view: text of items that are there, virtual text for the others, errors.

local config = require('paginator.config')
local json = require('paginator.json')
local line = require('paginator.line')
local source = require('paginator.source')
local state = require('paginator.state')

local M = {}

local HIDDEN_ROWS = 50 -- how many lines are loaded for a buffer that no window shows

local places = vim.api.nvim_create_namespace('paginator')

local function edit(view, first, last, lines)
  vim.bo[view.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(view.buffer, first, last, false, lines)
  vim.bo[view.buffer].modifiable = false
end

--- Marks the line of `index` as on its way or failed, or as there (text nil).
function M.mark(view, index, text, group)
  if text then
    view.marks[index] = vim.api.nvim_buf_set_extmark(view.buffer, places, index, 0, {
      id = view.marks[index], virt_text = { { text, group } },
    })
  elseif view.marks[index] then
    vim.api.nvim_buf_del_extmark(view.buffer, places, view.marks[index])
    view.marks[index] = nil
  end
end

--- The visible ranges, 0-based with exclusive ends.
function M.visible(view)
  local ranges = {}
  for _, window in ipairs(vim.fn.win_findbuf(view.buffer)) do
    local first = vim.fn.line('w0', window) - 1
    table.insert(ranges, { first, first + vim.api.nvim_win_get_height(window) })
  end
  if #ranges == 0 then
    local index = view.index or 0
    ranges = { { index, index + HIDDEN_ROWS } }
  end
  return ranges
end

--- The end, exclusive, of what is visible.
function M.visible_stop(view)
  local stop = 0
  for _, range in ipairs(M.visible(view)) do stop = math.max(stop, range[2]) end
  return stop
end

--- Gives the buffer as many lines as can be shown by now. (A buffer never has less than one.)
function M.resize(view)
  local ahead = view.state.perPage or HIDDEN_ROWS
  local wanted = view.stop or (view.count + ahead)
  wanted = math.min(wanted, math.max(config.lines_max, M.visible_stop(view) + ahead))
  if wanted > view.lines then
    local more = {}
    for _ = 1, wanted - math.max(view.lines, 1) do table.insert(more, '') end
    edit(view, math.max(view.lines, 1), -1, more)
  elseif wanted < view.lines then
    for index = wanted, view.lines - 1 do
      M.mark(view, index)
      view.rows[index] = nil
    end
    edit(view, wanted, -1, {})
  end
  view.lines = wanted
  if view.stop == 0 then M.mark(view, 0, 'no items', 'Comment') end
end

--- Shows the errors of the pages that have failed as diagnostics, each at its page's first line.
function M.show_errors(view)
  local list = {}
  for _, failed in pairs(view.failed) do
    if failed.start then
      table.insert(list, {
        lnum = math.min(failed.start, math.max(0, view.lines - 1)), col = 0,
        severity = vim.diagnostic.severity.ERROR, source = 'paginator',
        code = failed.error.data and failed.error.data.kind, message = failed.error.message,
      })
    end
  end
  if view.dead then
    table.insert(list, {
      lnum = 0, col = 0, severity = vim.diagnostic.severity.ERROR, source = 'paginator',
      message = view.dead,
    })
  end
  vim.diagnostic.set(places, view.buffer, list)
end

--- Shows the error of a page in its lines and as a diagnostic.
function M.page_failed(view, page, failure)
  view.failed[page] = { error = failure }
  state.ask(view, 'paginator/indexesForPage', { page = page }, function(_, range)
    if range and view.failed[page] then
      view.failed[page].start = range.start
      view.count = math.max(view.count, range['end'])
      M.resize(view)
      for index = range.start, math.min(range['end'], view.lines) - 1 do
        if view.rows[index] ~= 'loaded' then
          view.rows[index] = 'failed'
          M.mark(view, index, 'failed', 'DiagnosticError')
        end
      end
      M.show_errors(view)
    end
  end)
end

--- Forgets which lines are there, so that what is visible is asked for again.
function M.forget(view)
  view.rows, view.failed, view.asked, view.stop = {}, {}, nil, nil
  vim.api.nvim_buf_clear_namespace(view.buffer, places, 0, -1)
  view.marks = {}
  M.show_errors(view)
end

--- Shows a window, the answer (a text) to a request for `asked` items.
function M.take(view, window, text, asked)
  local items = json.elements(json.get(text, { 'result', 'items' }))
  local start = window.start
  view.state, view.count = window.state, window.count
  -- A window that was cut tells of the end by its count, also where it starts behind it.
  view.stop = (#items < asked or view.state.hasObjectCount) and window.count or nil
  if not view.template and window.loaded[1] then
    local range = window.loaded[1]
    view.template = line.template(vim.list_slice(items, range[1] - start + 1, range[2] - start))
  end
  M.resize(view)
  for _, range in ipairs(window.loaded) do
    local lines = {}
    for index = range[1], range[2] - 1 do
      table.insert(lines, line.of(items[index - start + 1], view.template))
      view.rows[index] = 'loaded'
      M.mark(view, index)
    end
    edit(view, range[1], range[2], lines)
  end
  for offset, item in ipairs(items) do
    local index = start + offset - 1
    if item == vim.json.encode(source.FAILED) and view.rows[index] ~= 'loaded' then
      view.rows[index] = 'failed'
      M.mark(view, index, 'failed', 'DiagnosticError')
    end
  end
  for _, each in ipairs(window.pages.failed) do M.page_failed(view, each.page, each.error) end
  state.locate(view)
  state.redraw()
end

return M
