--- The buffer, commands and what is around them.

local s = require('support')
local config = require('paginator.config')
local paginator = require('paginator')
local rpc = require('paginator.rpc')
local source = require('paginator.source')
local view = require('paginator.view')

local PAGED = '/page?page=:currentPage&per_page=:perPage&items='

return {
  { 'a buffer grows where no total is known', function()
    local shown = s.open('/cursor?limit=:perPage&items=75&total=0', s.cursor)
    s.wait_for_line(shown, 0, '1 ')
    for _ = 1, 20 do
      s.settle(shown)
      if shown.stop then break end
      s.move(shown, shown.lines - 1)
    end
    s.equal(shown.stop, 75)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 75)
    s.move(shown, 74)
    s.wait_for_line(shown, 74, '75 ')
  end },

  { 'the end is found from behind it', function()
    -- Nothing is loaded ahead: the line that is asked for turns out to lie behind the end.
    local shown = s.open('/cursor?limit=:perPage&items=35&total=0',
      s.with(s.cursor, { prefetch = { distance = 0 } }))
    s.settle(shown)
    s.equal({ shown.stop, shown.lines }, { nil, 40 })
    s.move(shown, 39)
    s.settle(shown)
    s.equal({ shown.stop, shown.lines }, { 35, 35 })
    -- It stays known where a line in front of it is asked for again.
    shown.rows[5] = nil
    s.move(shown, 5)
    s.settle(shown)
    s.equal({ shown.rows[5], shown.stop, shown.lines }, { 'loaded', 35, 35 })
  end },

  { 'a first page that fails is not asked for again unasked', function()
    local shown = s.open(PAGED .. '25&fault=500x1', s.with(s.pages, {
      fetching = { retries = 0 },
    }))
    local function has_failed() return vim.startswith(s.virtual_text(shown, 0), 'failed: ') end
    s.wait('it is shown as failed', has_failed)
    s.settle(shown)
    s.check(has_failed())
    view.show_item()
    s.wait_for_line(shown, 0, '1 ')
  end },

  { 'behind the last page there is none, wherever the last load was', function()
    local shown = s.open(PAGED .. '25', s.with(s.pages, { prefetch = { distance = 0 } }))
    s.settle(shown)
    s.move(shown, 24)
    s.wait_for_line(shown, 24, '25 ')
    view.next_page()
    s.wait('it is said', function() return #s.messages > 0 end)
    s.equal(s.messages, { 'Paginator: There is no next page' })
  end },

  { 'an empty collection says so', function()
    local shown = s.open(PAGED .. '0', s.pages)
    s.wait('it is known to be empty', function() return shown.stop == 0 end)
    s.equal(s.virtual_text(shown, 0), 'no items')
    s.contains(paginator.statusline(), '0 items')
  end },

  { 'a long collection does not become a long buffer', function()
    config.lines_max = 100
    local shown = s.open(PAGED .. '5000', s.with(s.pages, { perPage = 50 }))
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 100)
    s.move(shown, 99)
    s.settle(shown)
    config.lines_max = 1000000
    s.check(vim.api.nvim_buf_line_count(shown.buffer) > 100, 'it has not grown')
    s.wait_for_line(shown, 99, '100 ')
  end },

  { 'a page far behind is reached, and the lines grow there', function()
    config.lines_max = 60
    local shown = s.open(PAGED .. '250', s.with(s.pages, { prefetch = { distance = 0 } }))
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 60)
    vim.cmd('PaginatorPage 16')
    s.wait_for_line(shown, 150, '151 ')
    s.wait('the cursor is there', function() return s.cursor_index() == 150 end)
    local grown = vim.api.nvim_buf_line_count(shown.buffer)
    s.check(grown >= 180 and grown < 250, 'it has %d lines', grown)
    s.move(shown, 0)
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), grown)
    config.lines_max = 1000000
    view.go_to_page(25)
    s.wait_for_line(shown, 249, '250 ')
    vim.cmd('normal! G')
    s.equal(s.cursor_index(), 249)
    view.go_to_page(26)
    s.wait('it is said', function() return #s.messages > 0 end)
    s.equal(s.cursor_index(), 249)
  end },

  { 'a list without a count keeps its lines where a page fails', function()
    for page = 2, 4 do
      local shown = s.open(('/cursor?limit=:perPage&items=75&total=0&fault=500@p%d'):format(page),
        s.with(s.cursor, { perPage = 5, fetching = { retries = 0 }, prefetch = { distance = 0 } }))
      s.settle(shown)
      for _ = 1, 3 do
        local said = #s.messages
        local before = s.cursor_index()
        view.next_page()
        s.wait('it has moved or failed', function()
          return #s.messages > said or s.cursor_index() ~= before
        end)
        s.settle(shown)
      end
      s.equal(vim.v.errmsg, '')
      local first = (page - 1) * 5
      s.wait('the page says that it has failed', function()
        return vim.startswith(s.virtual_text(shown, first), 'failed: ')
      end)
      s.check(vim.startswith(s.line(shown, first - 1), ('%d '):format(first)))
      s.check(not paginator.statusline():find('loading'), '%s', paginator.statusline())
      vim.cmd('bwipeout!')
    end
  end },

  { 'columns grow with what they show', function()
    local shown = s.open(PAGED .. '250', s.pages)
    s.wait_for_line(shown, 0, '1 ')
    local function width(name)
      return tonumber(shown.template:match('{' .. name:gsub('%.', '%%.') .. ':(%d+)}'))
    end
    local before = width('title')
    for index = 20, 240, 20 do
      s.move(shown, index)
      s.settle(shown)
    end
    s.check(width('title') > before, 'the title has %d columns still', before)
    s.move(shown, 0)
    s.settle(shown)
    s.wait('the first lines have the new width', function()
      return s.line(shown, 0):find('ben-ford', 1, true) == 5 + 2 + width('title') + 2 + 1
    end)
  end },

  { 'an item is shown as the API sent it', function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    s.move(shown, 1)
    view.show_item()
    local buffer = s.wait('it is shown', function()
      local found = vim.fn.bufnr('item 2$')
      return found ~= -1 and found
    end)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, 4, false)
    s.equal(lines, { '{', '  "id": 2,', '  "title": "Early rivers of Malmö",', '  "author": {' })
    s.equal(vim.bo[buffer].filetype, 'json')
  end },

  { 'a refresh shows what has changed', function()
    local shown = s.open(PAGED .. '25&fault=edit@4', s.with(s.pages, { identity = 'id' }))
    s.settle(shown)
    s.wait_for_line(shown, 9, '10 ')
    local before = s.line(shown, 9)
    view.refresh()
    s.wait('the title has changed', function()
      local line = s.line(shown, 9)
      return line ~= '' and line ~= before
    end)
    s.contains(s.messages[1], 'pages have changed')
  end },

  { 'a profile has a template', function()
    paginator.setup({ profiles = {
      articles = {
        url = s.url(PAGED .. '5'), itemsPath = 'articles', template = '{author.login:10} {title}',
      },
      shouted = {
        url = s.url(PAGED .. '5'), itemsPath = 'articles',
        template = function(item) return item.title:upper() end,
      },
    } })
    vim.cmd('Paginator articles')
    s.wait_for_line(view.of(), 0, 'ben-ford   Late birds of Fez')
    vim.cmd('Paginator shouted')
    s.wait_for_line(view.of(), 0, 'LATE BIRDS OF FEZ')
    paginator.setup({ profiles = {} })
  end },

  { 'the command takes params', function()
    local name, params = source.parse({
      'github', 'https://h/a?b=c', 'perPage=5', 'pagination.strategy=link', 'identity=id',
      'body=[1]',
    })
    s.equal(name, 'github')
    s.equal(params, {
      url = 'https://h/a?b=c', perPage = 5, pagination = { strategy = 'link' }, identity = 'id',
      body = { 1 },
    })
    vim.cmd(('Paginator %s itemsPath=articles perPage=3'):format(s.url(PAGED .. '5')))
    s.equal(view.of().state.perPage, 3)
    s.wait_for_line(view.of(), 0, '1 ')
  end },

  { 'without arguments a profile is chosen', function()
    local select, input = vim.ui.select, vim.ui.input
    local url = s.url('/link?items=5')
    vim.ui.select = function(choices, options, on_choice)
      s.check(#choices > 10, 'there are few profiles')
      for _, choice in ipairs(choices) do
        if vim.startswith(options.format_item(choice), 'github ') then return on_choice(choice) end
      end
      error('github is not offered')
    end
    vim.ui.input = function(_, on_input) on_input(url) end
    vim.cmd('Paginator')
    vim.ui.select, vim.ui.input = select, input
    s.equal(view.of().state.strategy, 'link')
  end },

  { 'the list to choose from is filtered as one types', function()
    vim.cmd('Paginator')
    local buffer = vim.api.nvim_get_current_buf()
    s.equal(vim.bo[buffer].filetype, 'paginator-choose')
    vim.cmd('stopinsert')
    vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { 'gitHUB search' })
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
    local found = vim.api.nvim_buf_get_lines(buffer, 1, -1, false)
    s.check(#found >= 1 and #found < 5, '%s', vim.inspect(found))
    for _, text in ipairs(found) do s.contains(text:lower(), 'github') end
    vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { 'no such thing' })
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
    s.equal(vim.api.nvim_buf_get_lines(buffer, 1, -1, false), { ' nothing matches' })
    vim.api.nvim_feedkeys('q', 'xm', false)
    s.check(not vim.api.nvim_buf_is_valid(buffer), 'it is still there')
    s.wait('the server has ended', function() return not rpc.pid() end)
  end },

  { 'names are completed', function()
    local names = vim.fn.getcompletion('Paginator githu', 'cmdline')
    s.check(vim.tbl_contains(names, 'github'), 'github is not among %s', vim.inspect(names))
    s.equal(rpc.pid(), nil)
  end },

  { 'vim.ui.select offers items, and more of them', function()
    local select, before = vim.ui.select, config.select_max
    config.select_max = 20
    local offered, chosen = {}, nil
    vim.ui.select = function(choices, options, on_choice)
      table.insert(offered, #choices)
      s.contains(options.format_item(choices[1]), 'Late birds of Fez')
      on_choice(choices[#offered < 3 and #choices or 42])
    end
    paginator.select(s.url(PAGED .. '45'), { params = s.pages }, function(item, text)
      chosen = { item.id, text }
    end)
    local fine, problem = pcall(s.wait, 'something is chosen', function() return chosen end)
    vim.ui.select, config.select_max = select, before
    if not fine then error(problem, 0) end
    s.equal(offered, { 21, 41, 45 })
    s.equal(chosen[1], 42)
    s.contains(chosen[2], '{"id":42,')
    s.wait('the server has ended', function() return not rpc.pid() end)
  end },

  { 'credentials are supplied', function()
    config.credentials = function(origin, challenge)
      s.check(origin:find('^http://127%.0%.0%.1:') and type(challenge) == 'string')
      return { Authorization = 'Bearer sesame' }
    end
    local shown = s.open(PAGED .. '5&auth=sesame', s.pages)
    s.wait_for_line(shown, 0, '1 ')
    config.credentials = nil
  end },

  { 'a retry is told', function()
    local shown = s.open(PAGED .. '5&fault=503x1&retry_after=30', s.pages)
    s.wait('it is told', function()
      return paginator.statusline():find('page 1 again in 30.0 s: ', 1, true)
    end)
    vim.cmd('PaginatorCancel')
    s.wait('it is given up', function() return not shown.note end)
  end },

  { 'two buffers share a server', function()
    s.open(PAGED .. '5', s.pages)
    local pid = rpc.pid()
    local second = s.open(PAGED .. '5', s.pages)
    s.equal(rpc.pid(), pid)
    vim.cmd('bwipeout! ' .. second.buffer)
    s.equal(rpc.pid(), pid)
  end },

  { 'the keys are mapped', function()
    local shown = s.open(PAGED .. '5', s.pages)
    local keys = {}
    for _, map in ipairs(vim.api.nvim_buf_get_keymap(shown.buffer, 'n')) do keys[map.lhs] = true end
    for _, key in ipairs({ ']p', '[p', '<CR>', 'gf', 'R', '<C-C>', 'g?', 'q' }) do
      s.check(keys[key], '%s is not mapped in %s', key, vim.inspect(vim.tbl_keys(keys)))
    end
    s.contains(vim.wo.statusline, 'paginator')
  end },

  { 'the health check looks at everything', function()
    vim.cmd('checkhealth paginator')
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    s.contains(text, 'speaks version 1.0 of the protocol')
    s.contains(text, 'profiles')
    s.check(not text:find('ERROR'), '%s', text)
    config.executable = '/does/not/exist'
    vim.cmd('checkhealth paginator')
    config.executable = nil
    s.contains(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'),
      '/does/not/exist is no program')
  end },

  { 'the help has its tags', function()
    local file = vim.api.nvim_get_runtime_file('doc/paginator.txt', false)[1]
    local copy = vim.fn.tempname()
    vim.fn.mkdir(copy .. '/doc', 'p')
    vim.fn.writefile(vim.fn.readfile(file), copy .. '/doc/paginator.txt')
    vim.cmd('helptags ' .. copy .. '/doc')
    local tags = table.concat(vim.fn.readfile(copy .. '/doc/tags'), '\n')
    local wanted = { ':Paginator', ':PaginatorAll', 'paginator-settings', 'paginator.select()' }
    for name, value in pairs(config) do
      if type(value) ~= 'function' then table.insert(wanted, 'paginator-setting-' .. name) end
    end
    for _, tag in ipairs(wanted) do s.contains(tags, tag .. '\t') end
    vim.fn.delete(copy, 'rf')
  end },
}
