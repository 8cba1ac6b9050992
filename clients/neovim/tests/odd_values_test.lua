--- Items that are valid JSON and still break clients: each is shown, and the server lives.

local s = require('support')
local json = require('paginator.json')
local line = require('paginator.line')
local rpc = require('paginator.rpc')
local view = require('paginator.view')

local uv = vim.uv or vim.loop

local URL = 'http://odd.example/items'
local CHARACTERS = 1000000

--- The shared list, and items that are too long for it.
local function odd_values()
  local file = vim.api.nvim_get_runtime_file('plugin/paginator.lua', false)[1]
  local list = vim.fn.fnamemodify(uv.fs_realpath(file), ':h:h:h') .. '/odd-values.json'
  local values = vim.json.decode(table.concat(vim.fn.readfile(list), '\n'))
  for _, value in ipairs(values) do
    if type(value.text) == 'table' then value.text = table.concat(value.text) end
  end
  table.insert(values, {
    name = 'a value of a megabyte', text = ('{"id": 1, "name": "%s"}'):format(('x'):rep(CHARACTERS)),
  })
  return values
end

--- Opens a recording in which the API answers with these texts of items, and calls `action(view)`.
local function with_items(texts, action)
  local file = vim.fn.tempname() .. '.har'
  local entry = {
    request = { method = 'GET', url = URL },
    response = {
      status = 200, headers = {},
      content = { text = ('{"items":[%s]}'):format(table.concat(texts, ',')) },
    },
  }
  vim.fn.writefile({ vim.json.encode({ log = { entries = { entry } } }) }, file)
  vim.env.PAGINATOR_REPLAY = file
  local fine, problem = pcall(function()
    local buffer, why = require('paginator').open(URL, { itemsPath = 'items' })
    s.check(buffer, '%s', why)
    local shown = view.of(buffer)
    s.settle(shown)
    s.check(shown.id, 'the server has ended: %s', vim.inspect(s.messages))
    action(shown)
    s.equal(vim.v.errmsg, '')
  end)
  vim.env.PAGINATOR_REPLAY = nil
  s.close_all()
  vim.fn.delete(file)
  if not fine then error(problem, 0) end
end

--- Shows the item under the cursor, and returns its lines.
local function item_text()
  view.show_item()
  local buffer = s.wait('the item is shown', function()
    return vim.bo.filetype == 'json' and vim.api.nvim_get_current_buf()
  end)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  vim.cmd('bwipeout! ' .. buffer)
  return lines
end

local tests = {
  { 'all odd values are shown together', function()
    local values = odd_values()
    with_items(vim.tbl_map(function(value) return value.text end, values), function(shown)
      local pid = rpc.pid()
      s.wait_for_line(shown, 0, '1 ')
      for index = 0, shown.lines - 1 do
        s.check(#s.line(shown, index) < 10000, 'line %d is too long', index)
      end
      for index, value in ipairs(values) do
        if not value.text:find('^{') then
          s.move(shown, index - 1)
          s.wait_for_line(shown, index - 1, (value.text:gsub('^"(.*)"$', '%1')))
        end
      end
      s.equal(rpc.pid(), pid)
    end)
  end },

  { 'a value of a megabyte is shown with the syntax on', function()
    vim.cmd('syntax on')
    with_items({ '{"id": 1}', ('{"id": 2, "name": "%s"}'):format(('x'):rep(CHARACTERS)) }, function(shown)
      s.move(shown, 1)
      view.show_item()
      s.wait('the item is shown', function() return vim.bo.filetype == 'json' end)
      vim.cmd('redraw')
      s.equal(vim.bo.syntax, '')
      vim.cmd('bwipeout!')
      s.move(shown, 0)
      view.show_item()
      s.wait('the item is shown', function() return vim.bo.filetype == 'json' end)
      s.equal(vim.bo.syntax, 'json')
      vim.cmd('bwipeout!')
    end)
    vim.cmd('syntax off')
  end },

  { 'half a surrogate pair is a replacement character', function()
    s.equal(json.decode('["\\ud83d", "\\ude00", "\\ud83d\\ude00", "\\\\ud83d", "\\uD83Dx"]'),
      { '�', '�', '😀', '\\ud83d', '�x' })
    s.equal(json.get('{"k\\ud83d": 1}', { 'k�' }), '1')
    s.equal(line.of('{"a":"\\ud83d"}', function(item) return item.a end), '�')
  end },

  { 'an answer that cannot be read fails its own request alone', function()
    local deep = ('['):rep(20000) .. (']'):rep(20000)
    s.with_program(s.hello .. '\nread -r line; read -r line\nread -r line\n'
      .. s.says('{"jsonrpc":"2.0","id":2,"result":' .. deep .. '}')
      .. '\nread -r line\n' .. s.says('{"jsonrpc":"2.0","id":3,"result":3}') .. '\nexec cat >/dev/null',
      function()
        s.check(rpc.start())
        local result, failure = rpc.call('paginator/state', {})
        s.equal(result, nil)
        s.contains(failure.message, 'Neovim cannot read the answer')
        s.equal(rpc.call('paginator/state', {}), 3)
        rpc.stop()
      end)
  end },
}

for _, value in ipairs(odd_values()) do
  table.insert(tests, { value.name, function()
    with_items({ value.text }, function(shown)
      if shown.stop == 0 then -- A lone null is no item.
        view.show_item()
        return s.wait('it is said', function() return #s.messages > 0 end)
      end
      s.equal(item_text(), json.pretty(value.text))
    end)
  end })
end

return tests
