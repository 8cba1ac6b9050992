-- Neovim's own JSON-RPC client (vim.lsp.rpc) loads pages through the server.
--
--   PAGINATOR=.../paginator PAGINATOR_SAMPLE_API=http://127.0.0.1:PORT \
--     nvim --clean --headless -u NONE -c 'luafile clients/neovim/tests/rpc_test.lua'
--
-- Nothing of the plugin is used. Exit code 0 or 1, with a plain message.

local DEADLINE_MS = 60000
local POLL_MS = 5

local uv = vim.uv or vim.loop
local exit_code -- the server's, when it has ended

local function environment(name)
  local value = os.getenv(name)
  if not value or value == '' then
    error(('set %s (see the first lines of rpc_test.lua)'):format(name), 0)
  end
  return value
end

local function check(condition, format, ...)
  if not condition then error(format:format(...), 0) end
end

--- Starts a server; how vim.lsp.rpc.start is called changed with Neovim 0.10.
local function start(executable, dispatchers)
  local arguments = { '--framing', 'headers' }
  if vim.fn.has('nvim-0.10') == 1 then
    return vim.lsp.rpc.start(vim.list_extend({ executable }, arguments), dispatchers)
  end
  return vim.lsp.rpc.start(executable, arguments, dispatchers)
end

--- Sends a request and waits for its answer: the result, or nil and the error.
local function call(client, method, params)
  local answered, failure, result = false, nil, nil
  local sent = client.request(method, params, function(err, value)
    answered, failure, result = true, err, value
  end)
  check(sent, '%s could not be sent', method)
  vim.wait(DEADLINE_MS, function() return answered or exit_code ~= nil end, POLL_MS)
  check(answered, '%s was not answered: %s', method,
    exit_code and 'the server ended with status ' .. exit_code
      or ('%d ms have passed'):format(DEADLINE_MS))
  return result, failure
end

local function run()
  local executable, api = environment('PAGINATOR'), environment('PAGINATOR_SAMPLE_API')
  local progress = {}
  local client = start(executable, {
    notification = function(method, params)
      if method == '$/progress' then table.insert(progress, params.value) end
    end,
    server_request = function() return nil, vim.lsp.rpc_response_error(-32601) end,
    on_error = function(code, detail)
      error(('vim.lsp.rpc reports %s: %s'):format(tostring(code), vim.inspect(detail)), 0)
    end,
    on_exit = function(code) exit_code = code end,
  })
  check(client, 'the server at %s could not be started', executable)

  local hello = call(client, 'initialize', {
    processId = uv.os_getpid(),
    capabilities = { paginator = { notifications = true } },
  })
  check(hello and hello.protocolVersion == '1.0', 'unexpected answer to initialize: %s',
    vim.inspect(hello))
  client.notify('initialized', vim.empty_dict())

  local opened, refusal = call(client, 'paginator/open', {
    paginatorId = 'articles',
    url = api .. '/page?page=:currentPage&per_page=:perPage&items=5',
    perPage = 2,
    itemsPath = 'articles',
    paginationMapping = { ['pagination.total_objects'] = 'objectCount' },
    headers = {},
  })
  check(opened, 'open failed: %s', vim.inspect(refusal))
  check(opened.loaded == false and opened.strategy == 'page', 'unexpected state: %s',
    vim.inspect(opened))

  local page, failure = call(client, 'paginator/loadNextPage', { paginatorId = 'articles' })
  check(page, 'loadNextPage failed: %s', vim.inspect(failure))
  check(page.page == 1 and #page.items == 2, 'page 1 is not 2 items: %s', vim.inspect(page))
  check(type(page.items[1].title) == 'string', 'an item has no title: %s',
    vim.inspect(page.items[1]))
  check(page.state.pageCount == 3 and page.state.objectCount == 5, 'wrong counts: %s',
    vim.inspect(page.state))

  local summary, stopped = call(client, 'paginator/loadAll', {
    paginatorId = 'articles', partialResultToken = 'pages',
  })
  check(summary, 'loadAll failed: %s', vim.inspect(stopped))
  check(summary.verdict == 'complete' and summary.itemCount == 3, 'unexpected summary: %s',
    vim.inspect(summary))
  check(#progress == 2 and progress[2].page == 3, 'unexpected progress: %s', vim.inspect(progress))

  local _, past = call(client, 'paginator/loadNextPage', { paginatorId = 'articles' })
  check(past and past.code == 1003, 'past the end is not 1003: %s', vim.inspect(past))

  call(client, 'shutdown', nil)
  client.notify('exit', nil)
  check(vim.wait(DEADLINE_MS, function() return exit_code ~= nil end, POLL_MS),
    'the server did not end within %d ms', DEADLINE_MS)
  check(exit_code == 0, 'the server ended with status %s', exit_code)
end

local fine, message = pcall(run)
io.stdout:write(fine and 'ok: vim.lsp.rpc loads pages\n' or ('FAILED: %s\n'):format(message))
io.stdout:flush()
vim.cmd(fine and 'qall!' or 'cquit 1')
