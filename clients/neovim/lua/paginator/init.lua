--- Paginated HTTP APIs in Neovim: see doc/paginator.txt.

local choose = require('paginator.choose')
local config = require('paginator.config')
local failure_words = require('paginator.failure')
local json = require('paginator.json')
local known = require('paginator.state')
local rpc = require('paginator.rpc')
local source = require('paginator.source')
local view = require('paginator.view')
local walk = require('paginator.walk')

local M = {}

local MORE = 'More…'

rpc.on_notification = function(method, params, line)
  if method == '$/progress' then
    walk.progressed(params, line)
  else
    view.notified(method, params)
  end
end

rpc.on_end = view.bereaved

local function complain(problem)
  view.stop_if_unused()
  failure_words.notify(problem, vim.log.levels.ERROR)
  return nil, problem
end

--- Takes over settings; see |paginator-settings|.
function M.setup(options)
  config.set(options)
end

--- Shows the collection of `name` (a profile or a URL) in the current window. `params` are more
--- params of the method paginator/open, and `template`. Returns the buffer, or nil and a message.
function M.open(name, params)
  local all = source.params(name, params)
  local state, problem = source.open(all)
  if not state then return complain(problem) end
  local taken, title = vim.fn.bufexists, 'paginator://' .. source.title(name)
  local unique, number = title, 1
  while taken(unique) == 1 do
    number = number + 1
    unique = ('%s (%d)'):format(title, number)
  end
  return view.show(unique, all, state).buffer
end

--- Lets the user choose an item by vim.ui.select; the last choice loads more, where there is more.
--- `options.params` are as in `open`, `options.prompt` and `options.format_item` as in
--- vim.ui.select. `on_choice(item, text)` gets the item, decoded and as a text of JSON, or nil.
function M.select(name, options, on_choice)
  local line = require('paginator.line')
  options = options or {}
  local params = source.params(name, options.params)
  view.hold()
  local state, problem = source.open(params)
  if not state then
    view.release()
    return complain(problem)
  end
  local texts, template = {}, params.template

  local function finish(...)
    rpc.request('paginator/close', { paginatorId = state.paginatorId }, view.release)
    on_choice(...)
  end

  local function format(text)
    if text == MORE then return MORE end
    if options.format_item then return options.format_item(json.decode(text)) end
    return line.of(text, template)
  end

  local function offer()
    walk.more(state.paginatorId, config.select_max, function(failure, more, summary)
      if failure then
        failure_words.notify(failure_words.text(failure), vim.log.levels.ERROR)
        return finish(nil)
      end
      vim.list_extend(texts, more)
      if #texts > 0 then template = template or line.template(texts) end
      local choices = vim.list_extend({}, texts)
      if summary.verdict == 'capped' then table.insert(choices, MORE) end
      choose.select(choices, {
        prompt = options.prompt or source.title(name), kind = 'paginator', format_item = format,
      }, function(choice)
        if choice == MORE then return offer() end
        if not choice then return finish(nil) end
        finish(json.decode(choice), choice)
      end)
    end)
  end
  offer()
end

--- Lets the user choose one of all profiles, asks for a URL where the profile has none, and opens
--- it.
function M.choose_profile()
  local list, problem = source.profiles()
  if not list then return complain(problem) end
  local choices = {}
  for _, name in ipairs(M.own_profiles()) do
    table.insert(choices, { name = name, title = 'yours', url = true })
  end
  vim.list_extend(choices, list)
  choose.select(choices, {
    prompt = 'Profile', kind = 'paginator',
    format_item = function(profile)
      return profile.name .. (profile.title and '  ' .. profile.title or '')
    end,
  }, function(profile)
    if not profile then return view.stop_if_unused() end
    if profile.url then return M.open(profile.name) end
    vim.ui.input({ prompt = 'URL: ' }, function(url)
      if not url or url == '' then return view.stop_if_unused() end
      M.open(profile.name, { url = url })
    end)
  end)
end

--- The names of the user's own profiles, sorted.
function M.own_profiles()
  local names = vim.tbl_keys(vim.tbl_extend('force', vim.g.paginator_profiles or {},
    config.profiles))
  table.sort(names)
  return names
end

--- Walks through all pages into a buffer with one item as JSON in each line. Without `name` it is
--- the collection of the current buffer. Returns the buffer, or nil and a message.
function M.walk(name, params)
  local shown = view.of()
  if not name and not shown then
    return complain('this buffer shows no collection: say :PaginatorAll {profile or URL}')
  end
  view.hold()
  local state, problem = source.open(name and source.params(name, params) or shown.params)
  if not state then
    view.release()
    return complain(problem)
  end
  local id = state.paginatorId
  local buffer = vim.api.nvim_create_buf(true, true)
  view.show_below(buffer)
  vim.bo[buffer].filetype = 'json'
  local function note(text)
    if vim.api.nvim_buf_is_valid(buffer) then
      vim.b[buffer].paginator_walk = text
      vim.cmd('redrawstatus!')
    end
  end
  if config.statusline then
    vim.opt_local.statusline = "all items  %{get(b:,'paginator_walk','')}%=%l/%L "
  end
  local is_over = false
  vim.keymap.set('n', '<C-c>', function()
    if is_over then return failure_words.notify('the walk has ended already') end
    note('giving up')
    rpc.request('paginator/cancel', { paginatorId = id }, function() end)
  end, { buffer = buffer, desc = 'Paginator: give up the walk; what has come stays' })
  local written = 0
  walk.walk(id, {
    on_items = function(texts)
      if not vim.api.nvim_buf_is_valid(buffer) then
        return rpc.request('paginator/cancel', { paginatorId = id }, function() end)
      end
      for index, text in ipairs(texts) do texts[index] = text:gsub('[\r\n]+', ' ') end
      vim.api.nvim_buf_set_lines(buffer, written, written == 0 and -1 or written, false, texts)
      view.uncolour(buffer, texts)
      written = written + #texts
    end,
    on_progress = function(value) note(value.message or value.title) end,
    on_done = function(failure, summary)
      is_over = true
      rpc.request('paginator/close', { paginatorId = id }, view.release)
      if failure then
        return note(('%d items, then: %s'):format(written, failure_words.text(failure)))
      end
      local why = failure_words.of_walk(summary)
      note(('%d items in %d pages, %s%s'):format(summary.itemCount, summary.pages, summary.verdict,
        why and ': ' .. why or ''))
      if why then
        failure_words.notify_line(('the walk is %s: %s'):format(summary.verdict, why), '', vim.log.levels.WARN)
      end
    end,
  })
  return buffer
end

--- The position, the end and the work under way in the current buffer.
function M.statusline()
  local shown = view.of()
  return shown and known.status(shown) or ''
end

--- Sends any method of the protocol: the result, or nil and the error object.
function M.call(method, params, milliseconds)
  local started, problem = rpc.start()
  if not started then return nil, problem end
  local result, rest = rpc.call(method, params, milliseconds)
  if result == nil and type(rest) == 'table' then return nil, rest end
  return result
end

--- Ends the server.
function M.stop()
  rpc.stop()
end

--- The command :Paginator.
function M.command(arguments)
  local name, params = source.parse(arguments)
  if not name then return M.choose_profile() end
  if params.url or not source.needs_url(name) then return M.open(name, params) end
  vim.ui.input({ prompt = ('URL for %s: '):format(name) }, function(url)
    if not url or url == '' then return view.stop_if_unused() end
    M.open(name, vim.tbl_extend('force', params, { url = url }))
  end)
end

--- The command :PaginatorLog.
function M.show_log()
  view.show_below(vim.fn.bufadd(require('paginator.log').path()))
  vim.cmd('normal! G')
end

--- The command :PaginatorAll.
function M.walk_command(arguments)
  M.walk(source.parse(arguments))
end

--- Completes names of profiles.
function M.complete(lead)
  local names = M.own_profiles()
  for _, profile in ipairs(source.profiles() or {}) do table.insert(names, profile.name) end
  view.stop_if_unused()
  return vim.tbl_filter(function(name) return vim.startswith(name, lead) end, names)
end

return M
