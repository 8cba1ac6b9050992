--- The lines of a view: text of items that are there, virtual text for the others, errors.

local config = require('paginator.config')
local failure = require('paginator.failure')
local json = require('paginator.json')
local line = require('paginator.line')
local source = require('paginator.source')
local state = require('paginator.state')

local M = {}

local HIDDEN_ROWS = 50 -- how many lines are loaded for a buffer that no window shows

--- How many lines a buffer has at most, however long the collection is.
M.LINES_MAX = 20000000

local places = vim.api.nvim_create_namespace('paginator')

-- The plugin writes errors into its lines itself: Neovim 0.10 and later do not by default.
vim.diagnostic.config({ virtual_text = false }, places)

local obituaries = vim.api.nvim_create_namespace('paginator.end')

local function edit(view, first, last, lines)
  vim.bo[view.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(view.buffer, first, last, false, lines)
  vim.bo[view.buffer].modifiable = false
end

--- Marks the line of `index` as on its way or failed, or as there (text nil). What lies behind the
--- last line has no mark.
function M.mark(view, index, text, group)
  if text then
    if index >= vim.api.nvim_buf_line_count(view.buffer) then return end
    view.marks[index] = vim.api.nvim_buf_set_extmark(view.buffer, places, index, 0, {
      id = view.marks[index], virt_text = { { text, group } },
    })
  elseif view.marks[index] then
    vim.api.nvim_buf_del_extmark(view.buffer, places, view.marks[index])
    view.marks[index] = nil
  end
end

--- Takes the marks from the lines that are no longer on their way.
function M.clear_waiting(view)
  for _, index in ipairs(vim.tbl_keys(view.marks)) do
    if not view.rows[index] and view.stop ~= 0 then M.mark(view, index) end
  end
end

--- True when the line of `index` shows nothing yet.
function M.is_blank(view, index)
  return not view.rows[index]
    and vim.api.nvim_buf_get_lines(view.buffer, index, index + 1, false)[1] == ''
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

--- How many lines a long collection has by now: as many as the settings say, and as many again
--- wherever the end of those comes into sight.
local function lines_max(view, ahead)
  local reached = math.max(M.visible_stop(view), (view.index or 0) + 1) + ahead
  local step = math.max(1, config.lines_max)
  return math.min(math.max(math.ceil(reached / step) * step, view.lines), M.LINES_MAX)
end

--- Gives the buffer as many lines as can be shown by now. (A buffer never has less than one.)
function M.resize(view)
  local ahead = view.state.perPage or HIDDEN_ROWS
  local wanted = view.stop or (view.count + ahead)
  if view.lone_failure then wanted = 1 end
  wanted = math.min(wanted, lines_max(view, ahead))
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
  if view.lone_failure then
    view.rows[0] = 'failed'
    M.mark(view, 0, 'failed: ' .. failure.text(view.lone_failure), 'DiagnosticError')
  end
end

--- Shows the errors of the pages that have failed as diagnostics, each at its page's first line.
function M.show_errors(view)
  local list = {}
  for _, failed in pairs(view.failed) do
    if failed.start then
      table.insert(list, {
        lnum = math.min(failed.start, math.max(0, view.lines - 1)), col = 0,
        severity = vim.diagnostic.severity.ERROR, source = 'paginator',
        code = failed.error.data and failed.error.data.kind, message = failure.text(failed.error),
      })
    end
  end
  vim.api.nvim_buf_clear_namespace(view.buffer, obituaries, 0, -1)
  if view.dead then
    vim.api.nvim_buf_set_extmark(view.buffer, obituaries, 0, 0, {
      virt_text = { { view.dead, 'DiagnosticError' } },
    })
    table.insert(list, {
      lnum = 0, col = 0, severity = vim.diagnostic.severity.ERROR, source = 'paginator',
      message = view.dead,
    })
  end
  vim.diagnostic.set(places, view.buffer, list)
end

--- Shows the error of a page in its lines and as a diagnostic. Where nothing else is there, one line
--- says it all.
function M.page_failed(view, page, problem)
  view.failed[page] = { error = problem }
  if not view.state.loaded and view.count == 0 then
    view.lone_failure, view.failed[page].start = problem, 0
    M.resize(view)
    return M.show_errors(view)
  end
  state.ask(view, 'paginator/indexesForPage', { page = page }, function(_, range)
    if range and view.failed[page] then
      view.failed[page].start, view.failed[page].stop = range.start, range['end']
      view.count = math.max(view.count, range['end'])
      M.resize(view)
      for index = range.start, math.min(range['end'], view.lines) - 1 do
        if view.rows[index] ~= 'loaded' then
          view.rows[index] = 'failed'
          local text = index == range.start and 'failed: ' .. failure.text(problem) or 'failed'
          M.mark(view, index, text, 'DiagnosticError')
        end
      end
      M.show_errors(view)
    end
  end)
end

--- Forgets which lines are there, so that what is visible is asked for again.
function M.forget(view)
  view.rows, view.failed, view.asked, view.stop, view.lone_failure = {}, {}, nil, nil, nil
  vim.api.nvim_buf_clear_namespace(view.buffer, places, 0, -1)
  view.marks = {}
  M.show_errors(view)
end

--- Shows the names of the columns above the lines, once they are known.
function M.show_header(view)
  if not config.header or vim.fn.exists('+winbar') == 0 then return end
  local header = line.header(view.template)
  if not header or header == view.header then return end
  view.header = header
  for _, window in ipairs(vim.fn.win_findbuf(view.buffer)) do
    vim.api.nvim_win_call(window, function()
      vim.opt_local.winbar = '%#Title#' .. view.header:gsub('%%', '%%%%')
    end)
  end
end

--- Makes the columns as wide as the items of a window need, where nobody has given a template. Lines
--- that are there already are asked for again as they come into sight.
local function grow_columns(view, window, items)
  local range = window.loaded[1]
  if not range or view.params.template then return end
  local loaded = vim.list_slice(items, range[1] - window.start + 1, range[2] - window.start)
  if not view.template then
    local shown = vim.fn.bufwinid(view.buffer)
    view.template = line.template(loaded, shown ~= -1 and vim.api.nvim_win_get_width(shown) or nil)
    return
  end
  local grown = line.grown(view.template, loaded)
  if grown == view.template then return end
  view.template = grown
  for index, row in pairs(view.rows) do
    if row == 'loaded' then view.rows[index] = nil end
  end
end

--- How many items are known, with those of the pages that have failed: a list without a total only
--- counts what is loaded, and the lines of a failed page are not to vanish.
local function count_known(view, count)
  for _, failed in pairs(view.failed) do count = math.max(count, failed.stop or 0) end
  return count
end

--- Shows a window, the answer (a text) to a request for `asked` items.
function M.take(view, window, text, asked)
  local items = json.elements(json.get(text, { 'result', 'items' }))
  local start = window.start
  view.state, view.lone_failure = window.state, nil
  -- A window that was cut tells of the end by its count, also where it starts behind it.
  -- The end stays known until the list grows.
  local is_end = #items < asked or view.state.hasObjectCount or view.stop == window.count
    or view.state.endReason
  view.stop = is_end and window.count or nil
  view.count = view.stop or count_known(view, window.count)
  grow_columns(view, window, items)
  M.show_header(view)
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
    local is_failed = item == vim.json.encode(source.FAILED)
    if is_failed and index < view.lines and view.rows[index] ~= 'loaded' then
      view.rows[index] = 'failed'
      M.mark(view, index, 'failed', 'DiagnosticError')
    end
  end
  for _, each in ipairs(window.pages.failed) do M.page_failed(view, each.page, each.error) end
  state.locate(view)
  state.redraw()
end

return M
