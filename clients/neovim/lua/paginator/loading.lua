--- Loads what is visible of a collection.
---
--- It looks after each movement: lines that are missing are requested with paginator/items, and
--- paginator/touch says which lines are shown, so that the server can load ahead. Nothing here knows
--- how the API pages.

local failure_words = require('paginator.failure')
local lines = require('paginator.lines')
local rpc = require('paginator.rpc')
local state = require('paginator.state')

local M = {}

local OUTSIDE = 1007 -- the code of an error that says where the collection ends

--- Errors that belong to a page, which shows them.
local function is_of_page(failure)
  return failure.code and failure.code >= 1100 and failure.code < 1300
end

--- Shows an error: in the lines of its page, and in a message.
function M.failed(view, failure)
  local data = failure.data or {}
  if data.state then view.state = data.state end
  if is_of_page(failure) and data.page then lines.page_failed(view, data.page, failure) end
  local reason = data.endReason and (' (%s)'):format(data.endReason.kind) or ''
  local text = view.lone_failure and failure.message or failure_words.text(failure)
  failure_words.notify_line(text, reason, vim.log.levels.WARN)
  state.redraw()
end

--- Asks for a range of lines and shows what has come; `done` gets the window. With `load` what is
--- missing is loaded and waited for.
function M.ask_window(view, range, load, done)
  local params = { start = range[1], count = range[2] - range[1], load = load, wait = load }
  state.ask(view, 'paginator/items', params, function(failure, window, text)
    if not failure then
      lines.take(view, window, text, range[2] - range[1])
      return done(window)
    end
    if view.asked == range then view.asked = nil end
    if failure.code == OUTSIDE then
      view.stop = failure.data.count
      lines.resize(view)
    else
      M.failed(view, failure)
    end
  end)
end

local function is_complete(window)
  local range = window.loaded[1]
  return #window.loaded == 1 and range[1] == window.start
    and range[2] == window.start + #window.items
end

--- Loads a range of lines; shows what is held at once, and the rest when it is there.
local function want(view, range)
  local given_up = view.given_up
  view.asked = range
  for index = range[1], range[2] - 1 do
    if lines.is_blank(view, index) then lines.mark(view, index, '…', 'NonText') end
  end
  local function settle()
    if view.asked == range then
      view.asked = nil
      state.redraw()
      M.look(view, range)
    end
  end
  M.ask_window(view, range, false, function(window)
    if is_complete(window) then return settle() end
    if view.given_up ~= given_up then return end
    M.ask_window(view, range, true, settle)
  end)
  state.redraw()
end

--- The part of a range from the first to the last line that is not there, or nil.
local function missing(view, range)
  local first, last
  for index = range[1], math.min(range[2], view.lines) - 1 do
    if not view.rows[index] then
      first, last = first or index, index
    end
  end
  return first and { first, last + 1 }
end

--- Loads what is visible and not there, and tells the server what is shown. What was in vain just
--- now (`settled`, a range) is not tried again before the user moves.
function M.look(view, settled)
  if not view.ready or not view.id then return end
  state.locate(view)
  if lines.visible_stop(view) + 1 >= view.lines then lines.resize(view) end
  for _, range in ipairs(lines.visible(view)) do
    local gap = missing(view, range)
    if gap then
      local asked = view.asked
      local is_asked = asked and asked[1] <= gap[1] and asked[2] >= gap[2]
      local is_vain = settled and settled[1] == gap[1] and settled[2] == gap[2]
      if not is_asked and not is_vain then want(view, gap) end
      return
    end
  end
  local last = math.min(lines.visible_stop(view), view.lines) - 1
  if view.rows[last] == 'loaded' then
    rpc.notify('paginator/touch', { paginatorId = view.id, index = last })
  end
end

local soon = false

--- Looks at all these views soon, once for many calls; not at those that were cancelled.
function M.look_soon(views)
  if soon then return end
  soon = true
  vim.schedule(function()
    soon = false
    for _, view in pairs(views) do
      if vim.api.nvim_buf_is_loaded(view.buffer) and not view.cancelled then M.look(view) end
    end
  end)
end

return M
