--- The walk through all pages, and a choice from them.

local json = require('paginator.json')
local rpc = require('paginator.rpc')

local M = {}

local listeners = {} -- by progress token
local tokens = 0

local function token(listener)
  tokens = tokens + 1
  local name = 'neovim-' .. tokens
  listeners[name] = listener
  return name
end

--- Takes a $/progress notification; `line` is its text.
function M.progressed(params, line)
  local listener = listeners[params.token]
  if listener then listener(params.value, line) end
end

--- Walks from the current position of a paginator to the end, or for `options.max_items` items.
--- `options.on_items(texts)` gets the items of each page as texts of JSON,
--- `options.on_progress(value)` the progress, and `options.on_done(failure, summary)` the end.
function M.walk(paginator_id, options)
  local pages = token(function(_, line)
    options.on_items(json.elements(json.get(line, { 'params', 'value', 'items' })))
  end)
  local work = token(options.on_progress or function() end)
  rpc.request('paginator/loadAll', {
    paginatorId = paginator_id, partialResultToken = pages, workDoneToken = work,
    maxItems = options.max_items,
  }, function(failure, summary)
    listeners[pages], listeners[work] = nil, nil
    options.on_done(failure, summary)
  end)
end

--- Loads at most `max_items` more items: `done(failure, texts, summary)` gets them as texts of
--- JSON.
function M.more(paginator_id, max_items, done)
  rpc.request('paginator/loadAll', { paginatorId = paginator_id, maxItems = max_items },
    function(failure, summary, line)
      if failure then return done(failure) end
      done(nil, json.elements(json.get(line, { 'result', 'items' })), summary)
    end)
end

return M
