--- The paginator of a view, as far as it is known, and its requests.

local rpc = require('paginator.rpc')

local M = {}

--- Sends a request for the view's paginator; `done(failure, result, line)` is called if the view
--- still shows it.
function M.ask(view, method, params, done)
  local id = view.id
  if not id then return end
  params.paginatorId = id
  rpc.request(method, params, function(...)
    if view.id == id then done(...) end
  end)
end

--- Draws the statuslines.
function M.redraw()
  vim.cmd('redrawstatus!')
end

--- Shows a note, or none, in the statusline.
function M.say(view, note)
  view.note = note
  M.redraw()
end

--- The position, the end and the work under way, in one line.
function M.status(view)
  local state, parts = view.state, {}
  if view.page then
    table.insert(parts, state.pageCount and ('page %d of %d'):format(view.page, state.pageCount)
      or ('page %d'):format(view.page))
  end
  if view.stop then table.insert(parts, view.stop .. ' items') end
  if state.endReason then table.insert(parts, 'end: ' .. state.endReason.kind) end
  local warnings = #state.warnings
  if warnings > 0 then table.insert(parts, warnings .. (warnings == 1 and ' warning' or ' warnings')) end
  if view.asked then table.insert(parts, 'loading') end
  if view.note then table.insert(parts, view.note) end
  return table.concat(parts, ', ')
end

--- Why the list may go on although no more is found, to be added to a sentence; '' where that is
--- not in doubt.
function M.doubt(state)
  for _, warning in ipairs(state.warnings or {}) do
    if warning.kind == 'undetected' then return ': ' .. warning.message end
  end
  return ''
end

--- The index of the item under the cursor.
function M.index_at_cursor(view)
  local window = vim.fn.bufwinid(view.buffer)
  if window == -1 then return view.index or 0 end
  return vim.api.nvim_win_get_cursor(window)[1] - 1
end

--- Finds out which page the item under the cursor is on.
function M.locate(view)
  local index = M.index_at_cursor(view)
  if view.page and view.index == index then return end
  view.index = index
  M.ask(view, 'paginator/pageForIndex', { index = index }, function(_, result)
    if result then
      view.page = result.page
      M.redraw()
    end
  end)
end

return M
