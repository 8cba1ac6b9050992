--- A buffer that shows a collection: how it is opened and closed, what users do in it, and what the
--- server says about it. loading.lua loads what is visible.

local config = require('paginator.config')
local failure_words = require('paginator.failure')
local json = require('paginator.json')
local keys = require('paginator.keys')
local lines = require('paginator.lines')
local loading = require('paginator.loading')
local rpc = require('paginator.rpc')
local source = require('paginator.source')
local state = require('paginator.state')

local M = {}

-- The codes of errors about a page after the last one, and about one beyond the first or the last.
local NO_NEXT_PAGE, NO_SUCH_PAGE = 1003, 1005

local COLOURED_MAX = 100000 -- bytes of a line

local views = {} -- by buffer

--- The view of a buffer, the current one by default; nil where it shows no collection.
function M.of(buffer)
  return views[(buffer and buffer ~= 0) and buffer or vim.api.nvim_get_current_buf()]
end

--- Looks at what is visible soon, since the user has moved.
function M.moved()
  for _, view in pairs(views) do view.cancelled = false end
  loading.look_soon(views)
end

local function go_to(view, index)
  if index >= lines.LINES_MAX then
    return failure_words.notify(('a buffer has at most %d lines'):format(lines.LINES_MAX),
      vim.log.levels.WARN)
  end
  view.count = math.max(view.count, index + 1)
  view.index, view.page = index, nil
  lines.resize(view)
  index = math.min(index, vim.api.nvim_buf_line_count(view.buffer) - 1)
  for _, window in ipairs(vim.fn.win_findbuf(view.buffer)) do
    vim.api.nvim_win_set_cursor(window, { index + 1, 0 })
    vim.api.nvim_win_call(window, function() vim.cmd('normal! zt') end)
  end
  loading.look(view)
end

--- Loads a page and calls `done` with the result, or nil. `missing` is what is said where the API
--- has no such page.
local function load(view, method, params, done, missing)
  local given_up = view.given_up
  state.say(view, 'loading a page')
  state.ask(view, method, params, function(failure, result)
    state.say(view, nil)
    -- What comes although it was given up stays held by the server; nobody is led to it.
    if view.given_up ~= given_up then result = nil end
    local doubt, code = state.doubt(view.state), failure and failure.code
    if code == NO_SUCH_PAGE and missing then
      failure_words.notify_doubt(missing .. doubt)
    elseif code == NO_NEXT_PAGE and doubt ~= '' then
      failure_words.notify_doubt('There is no next page' .. doubt)
    elseif failure then
      loading.failed(view, failure)
    elseif result then
      view.state = result.state
    end
    done(result)
  end)
end

--- Loads a page and goes to its first line. `missing` is what is said where there is none.
local function visit(view, method, params, missing)
  load(view, method, params, function(result)
    local reason = result and result.state.endReason
    if reason and #result.items == 0 then
      failure_words.notify_doubt(('%s (%s)%s'):format(missing or 'There is no next page', reason.kind,
        state.doubt(result.state)))
    elseif result then
      go_to(view, result.state.offset or 0)
    end
  end, missing)
end

local function turn(view, step, method)
  local direction = step > 0 and 'next' or 'previous'
  local index, given_up = state.index_at_cursor(view), view.given_up
  state.ask(view, 'paginator/pageForIndex', { index = index }, function(failure, result)
    if view.given_up ~= given_up then return end
    if failure or (result.page == view.state.currentPage and math.abs(step) == 1) then
      visit(view, method, {})
    else
      visit(view, 'paginator/loadPage', { page = result.page + step },
        ('There is no %s page'):format(direction))
    end
  end)
end

-- What users do

--- Calls `action(view)` for the current buffer's view, if its server lives.
local function with_view(action)
  local view = M.of()
  if not view then return failure_words.notify('this buffer shows no collection', vim.log.levels.WARN) end
  if not view.id then return failure_words.notify(view.dead, vim.log.levels.WARN) end
  return action(view)
end

--- Loads the page after the one under the cursor, or with a count so many after it, and goes there.
function M.next_page()
  local count = vim.v.count1
  with_view(function(view) turn(view, count, 'paginator/loadNextPage') end)
end

--- Loads the page before the one under the cursor, or with a count so many before it, and goes there.
function M.previous_page()
  local count = vim.v.count1
  with_view(function(view) turn(view, -count, 'paginator/loadPreviousPage') end)
end

--- Loads a page, by the API's number, and goes there. `page` may be what somebody has typed.
function M.go_to_page(page)
  with_view(function(view)
    local number = tostring(page):match('^%s*([+-]?%d+)%s*$')
    if not number then
      return failure_words.notify(('"%s" is no number of a page: say :PaginatorPage 3'):format(page),
        vim.log.levels.WARN)
    end
    local known = view.state
    local last = known.pageCount and (known.firstPage or 1) + known.pageCount - 1
    local missing = ('There is no page %s'):format(number)
    if last then missing = ('%s: the last one is page %d'):format(missing, last) end
    visit(view, 'paginator/loadPage', { page = tonumber(number) }, missing)
  end)
end

--- Lets the user choose the columns.
function M.choose_columns()
  with_view(require('paginator.columns').choose)
end

--- Says of a search, after it, how many items it has not looked at.
function M.searched()
  local view = M.of()
  if not view then return end
  local loaded = 0
  for _, row in pairs(view.rows) do
    if row == 'loaded' then loaded = loaded + 1 end
  end
  if view.stop and loaded >= view.stop then return end
  local of = view.stop and ('of %d items'):format(view.stop) or 'items, and there may be more'
  vim.schedule(function()
    failure_words.notify(('searched %d %s: the others are not loaded; :PaginatorAll loads all')
      :format(loaded, of), vim.log.levels.WARN)
  end)
end

--- Gives up everything that is being loaded.
function M.cancel()
  with_view(function(view)
    view.cancelled, view.given_up = true, view.given_up + 1
    state.ask(view, 'paginator/cancel', {}, function(_, idle)
      if idle then view.state = idle end
      view.asked = nil
      lines.clear_waiting(view)
      state.say(view, nil)
    end)
  end)
end

--- Loads the held pages again; starts the server again if it has ended.
function M.refresh()
  local view = M.of()
  if not view then return end
  if not view.id then return M.reopen(view) end
  state.say(view, 'refreshing')
  state.ask(view, 'paginator/refresh', {}, function(failure, result)
    state.say(view, nil)
    if failure then
      loading.failed(view, failure)
    else
      local changed = vim.tbl_filter(function(page) return page.changed end, result.pages)
      failure_words.notify(('%d of %d pages have changed'):format(#changed, #result.pages))
      for _, page in ipairs(result.pages) do
        if page.error then loading.failed(view, page.error) end
      end
    end
    lines.forget(view)
    loading.look(view)
  end)
end

--- Shows the item under the cursor as JSON, byte for byte but for the blanks; on a line that has
--- failed, tries again.
function M.show_item()
  with_view(function(view)
    local index = state.index_at_cursor(view)
    if view.rows[index] == 'failed' then
      lines.forget(view)
      return loading.look(view)
    end
    local given_up = view.given_up
    state.say(view, ('loading item %d'):format(index + 1))
    state.ask(view, 'paginator/items', { start = index, count = 1, wait = true },
      function(failure, window, text)
        state.say(view, nil)
        local is_here = vim.api.nvim_get_current_buf() == view.buffer
          and state.index_at_cursor(view) == index
        if view.given_up ~= given_up then return end
        if not is_here and not failure then
          return failure_words.notify(('item %d has come: <CR> in its line shows it'):format(index + 1))
        end
        local bad = failure or (window.pages.failed[1] and window.pages.failed[1].error)
        if bad then return loading.failed(view, bad) end
        local item = json.get(text, { 'result', 'items', 1 })
        if not item then return failure_words.notify('there is no item in this line') end
        M.show_json(('%s item %d'):format(view.name, index + 1), item)
      end)
  end)
end

--- Shows a buffer in a window of its own, or in this one where the screen has no room for another.
function M.show_below(buffer)
  if not pcall(vim.cmd, 'belowright sbuffer ' .. buffer) then vim.cmd('buffer ' .. buffer) end
end

--- Takes the colours from a buffer into which these lines have come, where one is so long that the
--- patterns of the syntax would run out of memory (E363).
function M.uncolour(buffer, added)
  for _, each in ipairs(added) do
    if #each > COLOURED_MAX then vim.bo[buffer].syntax = '' end
  end
end

--- Shows a text of JSON in a window of its own.
function M.show_json(name, text)
  local buffer = vim.fn.bufnr('^' .. vim.fn.escape(name, '\\[]*?') .. '$')
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  local shown = json.pretty(text)
  local function fill()
    vim.bo[buffer].modifiable = true
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, shown)
    vim.bo[buffer].modifiable, vim.bo[buffer].modified = false, false
    vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'wipe', false
    vim.bo[buffer].filetype = 'json'
    M.uncolour(buffer, shown)
  end
  -- Neovim reads a buffer of this type again with :e, by the autocommand; "nofile" it only empties.
  vim.bo[buffer].buftype = 'nowrite'
  vim.api.nvim_create_augroup('paginator.item', { clear = false })
  vim.api.nvim_clear_autocmds({ group = 'paginator.item', buffer = buffer })
  vim.api.nvim_create_autocmd('BufReadCmd', {
    group = 'paginator.item', buffer = buffer, callback = fill,
  })
  fill()
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close the item' })
  if vim.fn.bufwinid(buffer) == -1 then
    M.show_below(buffer)
  else
    vim.fn.win_gotoid(vim.fn.bufwinid(buffer))
  end
  return buffer
end

-- Opening and closing

local function begin(view, opened)
  view.state, view.id, view.pid = opened, opened.paginatorId, rpc.pid()
  view.ready, view.page, view.dead, view.note = false, nil, nil, nil
  lines.forget(view)
  load(view, 'paginator/loadNextPage', {}, function(result)
    view.ready = true
    -- A URL that names a later page is shown from there.
    local start = result and result.state.offset or 0
    if start > 0 then
      go_to(view, start)
    elseif result then
      loading.look(view)
    end
  end)
end

--- Opens the paginator of a view anew, after its server has ended.
function M.reopen(view)
  local opened, problem = source.open(view.params)
  if not opened then return failure_words.notify(problem, vim.log.levels.ERROR) end
  begin(view, opened)
end

--- Explains the keys, and the warnings that the statusline counts.
function M.help()
  local view = M.of()
  return keys.show_help(vim.tbl_map(function(warning) return warning.message end,
    view and view.state.warnings or {}))
end

--- Closes the buffer, and with it the paginator.
function M.close_buffer()
  local view = M.of()
  if view then vim.cmd('bwipeout! ' .. view.buffer) end
end

local function map_keys(buffer)
  keys.map(buffer, {
    next_page = M.next_page, previous_page = M.previous_page, show_item = M.show_item,
    columns = M.choose_columns, refresh = M.refresh, cancel = M.cancel, help = M.help, close = M.close_buffer,
  })
end

--- Shows an open paginator in a new buffer in the current window; returns the view.
function M.show(name, params, opened)
  local buffer = vim.api.nvim_create_buf(true, true)
  local view = {
    buffer = buffer, name = name, params = params, template = params.template, lines = 0,
    rows = {}, marks = {}, failed = {}, count = 0, state = opened, given_up = 0,
  }
  views[buffer] = view
  vim.api.nvim_buf_set_name(buffer, name)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_win_set_buf(0, buffer)
  vim.bo[buffer].filetype = 'paginator'
  vim.opt_local.wrap = false
  if config.statusline then
    vim.opt_local.statusline = "%f  %{v:lua.require'paginator'.statusline()}%=%l/%L "
  end
  map_keys(buffer)
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'BufWinEnter' }, {
    buffer = buffer, callback = M.moved,
  })
  vim.api.nvim_create_autocmd('CmdlineLeave', {
    group = vim.api.nvim_create_augroup('paginator.search', { clear = true }),
    -- As a pattern, "?" would stand for ":" as well.
    callback = function()
      local event = vim.v.event
      if (event.cmdtype == '/' or event.cmdtype == '?') and not event.abort then M.searched() end
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    buffer = buffer, once = true, callback = function() M.close(view) end,
  })
  begin(view, opened)
  return view
end

--- Forgets a view, and closes its paginator.
function M.close(view)
  if view.id then rpc.request('paginator/close', { paginatorId = view.id }, function() end) end
  view.id, views[view.buffer] = nil, nil
  M.stop_if_unused()
end

local holds = 0

--- Keeps the server for something that no buffer shows, until `release`.
function M.hold()
  holds = holds + 1
end

--- Ends what `hold` began.
function M.release()
  holds = holds - 1
  M.stop_if_unused()
end

--- Ends the server where nothing needs it.
function M.stop_if_unused()
  if holds > 0 then return end
  for _, view in pairs(views) do
    if view.id then return end
  end
  rpc.stop()
end

-- What the server says

local told = {}

told['paginator/willRetry'] = function(view, params)
  state.say(view, ('page %s%s in %.1f s: %s'):format(params.page,
    params.attempt > 1 and ' again' or '', params.delaySeconds, params.reason))
end

told['paginator/didFailPage'] = function(view)
  state.say(view, nil)
end

told['paginator/didLoadPage'] = function(view, params)
  state.say(view, nil)
  view.failed[params.page] = nil
  lines.show_errors(view)
  -- Items behind a page of an unexpected size have moved.
  local has_moved = params.count ~= view.state.perPage
  for index, row in pairs(view.rows) do
    local is_behind = index >= params.start + params.count
    local is_in_page = index >= params.start and not is_behind
    if (has_moved and is_behind) or (row == 'failed' and is_in_page) then view.rows[index] = nil end
  end
  local asked = view.asked
  if asked then
    loading.ask_window(view, asked, false, function() end)
  else
    loading.look_soon(views)
  end
end

--- Takes a notification about one of the views.
function M.notified(method, params)
  for _, view in pairs(views) do
    local is_about = view.id and view.id == params.paginatorId
    if is_about and told[method] then told[method](view, params) end
  end
end

--- Shows in the views of the server `pid` that it has ended.
function M.bereaved(pid)
  for _, view in pairs(views) do
    if view.pid == pid and view.id then
      view.id, view.asked = nil, nil
      view.dead = 'The server has ended: press R to start it again'
      lines.show_errors(view)
      state.say(view, 'the server has ended: R starts it again')
    end
  end
end

return M
