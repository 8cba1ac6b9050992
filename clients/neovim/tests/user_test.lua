--- A user's keys and commands.

local s = require('support')
local config = require('paginator.config')
local failure = require('paginator.failure')
local keys = require('paginator.keys')
local line = require('paginator.line')
local log = require('paginator.log')
local paginator = require('paginator')
local pickers = require('paginator.pickers')
local rpc = require('paginator.rpc')
local secrets = require('paginator.secrets')
local view = require('paginator.view')

local PAGED = '/page?page=:currentPage&per_page=:perPage&items='

local function press(typed)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(typed, true, true, true), 'xm', false)
end

--- Modules by name that stand in for plugins, while `action` runs.
local function with_modules(modules, action)
  for name, module in pairs(modules) do package.loaded[name] = module end
  local fine, problem = pcall(action)
  for name in pairs(modules) do package.loaded[name] = nil end
  if not fine then error(problem, 0) end
end

return {
  { 'pages are turned by a count', function()
    local shown = s.open(PAGED .. '100', s.pages)
    s.settle(shown)
    press('3]p')
    s.wait_for_line(shown, 30, '31 ')
    s.wait('the cursor is on page 4', function() return s.cursor_index() == 30 end)
    s.wait('the view has looked', function() return shown.page == 4 end)
    press('2[p')
    s.wait('the cursor is on page 2', function() return s.cursor_index() == 10 end)
  end },

  { 'a search alone says how much it has seen', function()
    local shown = s.open(PAGED .. '100', s.pages)
    s.settle(shown)
    local before = #s.messages
    press(':let g:paginator_test = 1<CR>')
    vim.wait(50)
    s.equal(#s.messages, before)
    press('/2<CR>')
    s.wait('the search has said it', function() return #s.messages > before end)
    s.contains(s.messages[#s.messages], 'of 100 items: the others are not loaded')
  end },

  { 'a URL that names a later page is shown from there', function()
    local shown = s.open('/page?items=100&page=3&per_page=10')
    s.wait_for_line(shown, 20, '21 ')
    s.wait('the cursor is on page 3', function() return s.cursor_index() == 20 end)
  end },

  { 'where a list may go on, there is no next page says why', function()
    local shown = s.open('/page?items=100&page=1&per_page=10&fault=400@p2')
    s.wait('the first page is there', function() return shown.rows[0] == 'loaded' end)
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 10)
    press(']p')
    s.wait('it has been said', function()
      local said = s.messages[#s.messages] or ''
      return said:find('There is no next page: .*The fault 400 was requested')
    end)
  end },

  { 'a walk in doubt says why', function()
    local url = s.url('/page?page=:currentPage&per_page=:perPage&items=30&fault=empty@p2')
    local buffer = paginator.walk(url, s.pages)
    s.wait('the walk has ended', function()
      local text = vim.b[buffer].paginator_walk
      return text and text:find('suspect: .*came')
    end)
  end },

  { 'one wrong URL is one line', function()
    local shown = s.open('/page?fault=404', s.with(s.pages, { fetching = { retries = 0 } }))
    s.wait('it has failed', function() return shown.rows[0] == 'failed' end)
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 1)
    local text = s.virtual_text(shown, 0)
    local message = 'The API answered with status 404: The fault 404 was requested.'
    s.contains(text, ('failed: %s (GET http://127.0.0.1:'):format(message))
    s.equal(s.messages, { 'Paginator: ' .. message })
  end },

  { 'a profile without a URL asks for it', function()
    local input, asked = vim.ui.input, nil
    local url = s.url('/link?items=5')
    vim.ui.input = function(options, on_input)
      asked = options.prompt
      on_input(url)
    end
    vim.cmd('Paginator github')
    vim.ui.input = input
    s.equal(asked, 'URL for github: ')
    s.wait_for_line(view.of(), 0, '1 ')
    s.equal(view.of().state.strategy, 'link')
  end },

  { 'a walk that is partial says why', function()
    local url = s.url(PAGED .. '30&fault=500@p2')
    local buffer = paginator.walk(url, s.with(s.pages, { fetching = { retries = 0 } }))
    local note = s.wait('the walk has ended', function()
      local text = vim.b[buffer].paginator_walk
      return text and text:find('partial:', 1, true) and text
    end)
    s.contains(note, '10 items in 1 pages, partial: The API answered with status 500: The fault 500 was requested. (GET http://')
  end },

  { 'keys are explained, and closed by q', function()
    local shown = s.open(PAGED .. '5', s.pages)
    local windows = #vim.api.nvim_list_wins()
    press('g?')
    s.equal(#vim.api.nvim_list_wins(), windows + 1)
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    for _, action in ipairs(keys.actions) do s.contains(text, action[3]) end
    press('q')
    s.equal(#vim.api.nvim_list_wins(), windows)
    press('q')
    s.check(not vim.api.nvim_buf_is_valid(shown.buffer), 'q has not closed the collection')
  end },

  { 'the help has the words of the warnings', function()
    local shown = s.open(PAGED .. '5', s.pages)
    s.wait_for_line(shown, 0, '1 ')
    shown.state.warnings = { { kind = 'undetected', message = ('It is\nlong. '):rep(40) } }
    press('g?')
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    s.contains(lines[#lines], 'It is long. It is long.')
    s.check(vim.api.nvim_win_get_height(0) > #lines, 'the warning is not wrapped')
    press('q')
  end },

  { 'keys are those of the settings', function()
    config.mappings = { next_page = '<C-n>', show_item = { 'K', 'gx' }, close = false }
    local shown = s.open(PAGED .. '25', s.pages)
    local mapped = {}
    for _, map in ipairs(vim.api.nvim_buf_get_keymap(shown.buffer, 'n')) do
      mapped[map.lhs] = map.rhs
    end
    config.mappings = true
    s.equal(mapped['<C-N>'], '<Plug>(paginator-next-page)')
    s.equal(mapped.K, '<Plug>(paginator-show-item)')
    s.equal({ mapped.q, mapped[']p'], mapped.gf }, {})
    s.equal(mapped['[p'], '<Plug>(paginator-previous-page)')
    s.settle(shown)
    press('<C-n>')
    s.wait('the next page is shown', function() return s.cursor_index() == 10 end)
  end },

  { 'columns have names above them', function()
    s.equal(line.header('{id:4} {author.login:12}|{title}'), 'id   author.login|title')
    s.equal(line.header('{}'), nil)
    local shown = s.open(PAGED .. '5', s.pages)
    s.wait_for_line(shown, 0, '1 ')
    s.contains(shown.header or line.header(shown.template), 'author.login')
    if vim.fn.exists('+winbar') == 1 then s.contains(vim.wo.winbar, 'author.login') end
  end },

  { "the server's log is a file", function()
    config.log_level = 'debug'
    local before = vim.fn.getfsize(log.path())
    s.open(PAGED .. '5', s.pages)
    s.wait('it has grown', function() return vim.fn.getfsize(log.path()) > before end)
    config.log_level = 'warning'
    s.contains(table.concat(vim.fn.readfile(log.path()), '\n'), 'paginator/open')
  end },

  { 'secrets are typed once, and again where they are refused', function()
    local typed, input = { 'wrong', 'sesame' }, vim.fn.inputsecret
    vim.fn.inputsecret = function() return table.remove(typed, 1) or '' end
    config.credentials = secrets.ask
    local first = s.open(PAGED .. '5&auth=sesame', s.pages)
    s.wait('it is refused', function() return first.rows[0] == 'failed' end)
    view.show_item()
    s.wait_for_line(first, 0, '1 ')
    s.wait_for_line(s.open(PAGED .. '5&auth=sesame', s.pages), 0, '1 ')
    vim.fn.inputsecret, config.credentials = input, nil
    secrets.forget()
    s.equal(typed, {})
    s.equal(secrets.headers('me:1', 'Basic realm="x"'), { Authorization = 'Basic bWU6MQ==' })
    s.equal(secrets.headers('X-Key: 1'), { ['X-Key'] = '1' })
    s.equal(secrets.headers('token 1'), { Authorization = 'token 1' })
    s.equal({ secrets.base64(''), secrets.base64('ab'), secrets.base64('abc') },
      { '', 'YWI=', 'YWJj' })
  end },

  { 'a token is sent as the profile says, typed or supplied', function()
    local url = '/header?items=5&auth=header:PRIVATE-TOKEN:sesame'
    local asked, input = nil, vim.fn.inputsecret
    vim.fn.inputsecret = function(prompt) asked = prompt return 'sesame' end
    config.token = secrets.token
    s.wait_for_line(s.open(url, { profile = 'gitlab' }), 0, '1 ')
    s.contains(asked, 'PRIVATE-TOKEN; see https://docs.gitlab.com/')
    vim.fn.inputsecret, config.token = input, nil
    secrets.forget()
    s.wait_for_line(s.open(url, { profile = 'gitlab', token = function() return 'sesame' end }), 0, '1 ')
    vim.env.PAGINATOR_TEST_TOKEN = 'sesame'
    s.wait_for_line(s.open(url, { profile = 'gitlab', token = '{env:PAGINATOR_TEST_TOKEN}' }), 0, '1 ')
    vim.env.PAGINATOR_TEST_TOKEN = nil
    local _, missing = secrets.from_environment({ token = '{env:PAGINATOR_TEST_TOKEN}' })
    s.equal(missing, 'The environment variable PAGINATOR_TEST_TOKEN is not set.')
    s.equal(secrets.fitting('A:B', { type = 'awsSigV4' }),
      { type = 'awsSigV4', accessKeyId = 'A', secretAccessKey = 'B' })
  end },

  { 'an error names the request, once', function()
    local error = { message = 'It failed.', data = { url = 'http://h/', status = 500, body = 'no' } }
    s.equal(failure.text(error), 'It failed. (http://h/: 500)')
    error.message = 'http://h/ failed with 500.'
    s.equal(failure.text(error), 'http://h/ failed with 500.')
    s.equal(failure.text({}), 'It failed without saying why')
    s.equal(failure.text({ message = 'Status 401.', data = { status = 401 } }),
      'Status 401. Open it again to sign in: it asks for the secret.')
  end },

  { 'snacks and fzf-lua offer items', function()
    local chosen, picked = {}, nil
    local function on_choice(item) table.insert(chosen, item.id) end
    local function choose_second(options)
      picked = #options.items
      options.confirm({ close = function() end }, options.items[2])
    end
    with_modules({ snacks = { picker = { pick = choose_second } } }, function()
      pickers.snacks(s.url(PAGED .. '5'), { params = s.pages, on_choice = on_choice })
      s.wait('something is chosen', function() return #chosen == 1 end)
    end)
    local function choose_third(shown, options) options.actions.default({ shown[3] }) end
    with_modules({ ['fzf-lua'] = { fzf_exec = choose_third } }, function()
      pickers.fzf_lua(s.url(PAGED .. '5'), { params = s.pages, on_choice = on_choice })
      s.wait('something is chosen', function() return #chosen == 2 end)
    end)
    s.equal({ picked, chosen }, { 5, { 2, 3 } })
    s.wait('the server has ended', function() return not rpc.pid() end)
  end },

  { 'telescope offers items', function()
    local chosen
    local select, entry = { replace = function(self, action) self.action = action end }, nil
    with_modules({
      ['telescope.actions'] = { select_default = select, close = function() end },
      ['telescope.actions.state'] = { get_selected_entry = function() return entry end },
      ['telescope.config'] = { values = { generic_sorter = function() end } },
      ['telescope.finders'] = { new_table = function(options)
        entry = options.entry_maker(options.results[4])
      end },
      ['telescope.pickers'] = { new = function(_, options)
        return { find = function()
          s.check(options.attach_mappings(1), 'the mappings are refused')
          select:action()
        end }
      end },
    }, function()
      pickers.telescope(s.url(PAGED .. '5'), {
        params = s.pages, on_choice = function(item) chosen = item.id end,
      })
      s.wait('something is chosen', function() return chosen end)
    end)
    s.equal(chosen, 4)
    s.contains(entry.ordinal, 'ines-frost')
    s.wait('the server has ended', function() return not rpc.pid() end)
  end },

  { 'without the plugin of a picker a sentence says so', function()
    for name, plugin in pairs({
      telescope = 'telescope.nvim', fzf_lua = 'fzf-lua', snacks = 'snacks.nvim',
    }) do
      s.messages = {}
      pickers[name](s.url(PAGED .. '5'), { params = s.pages })
      s.equal(#s.messages, 1)
      s.contains(s.messages[1], 'Paginator: ' .. plugin .. ' is not installed')
      s.check(not s.messages[1]:find('\n'), '%s', s.messages[1])
    end
    vim.cmd("lua require('telescope._extensions.paginator')")
    s.contains(s.messages[#s.messages], 'telescope.nvim is not installed')
    s.equal(rpc.pid(), nil)
  end },

  { 'what is typed into the picker is words and phrases, the best first', function()
    local entries = {}
    for _, text in ipairs({ 'a renamed word', 'words two', 'my two words', 'Two words', 'two  words' }) do
      table.insert(entries, { text = text })
    end
    for filter, expected in pairs({
      ['two words'] = { 'words two', 'Two words', 'two  words', 'my two words' },
      ['"two words"'] = { 'Two words', 'my two words' },
      ['"TWO wo'] = { 'Two words', 'my two words' },
      ['named'] = { 'a renamed word' },
      ['word'] = { 'words two', 'a renamed word', 'my two words', 'Two words', 'two  words' },
      ['""'] = { 'a renamed word', 'words two', 'my two words', 'Two words', 'two  words' },
      ['%a'] = {},
    }) do
      local found = vim.tbl_map(function(entry) return entry.text end,
        require('paginator.choose').matching(entries, filter))
      s.equal(found, expected)
    end
    vim.cmd('Paginator')
    local buffer = vim.api.nvim_get_current_buf()
    vim.cmd('stopinsert')
    vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { 'github' })
    vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
    local found = vim.api.nvim_buf_get_lines(buffer, 1, -1, false)
    s.check(vim.startswith(found[1], ' github'), '%s', found[1])
    press('q')
  end },

  { 'as many columns show as fit, and a key chooses others', function()
    local columns = vim.o.columns
    vim.o.columns = 60
    local narrow = s.open(PAGED .. '25', s.pages)
    s.wait_for_line(narrow, 0, '1 ')
    local few = line.paths(narrow.template)
    vim.o.columns = 200
    local shown = s.open(PAGED .. '25', s.pages)
    s.wait_for_line(shown, 0, '1 ')
    local many = line.paths(shown.template)
    vim.o.columns = columns
    s.check(#few >= 2 and #many > #few, '%d, %d columns', #few, #many)
    s.check(vim.fn.strdisplaywidth(s.line(narrow, 0)) <= 60, '%s', s.line(narrow, 0))

    local select, offered = vim.ui.select, {}
    local answers = { 'title', 'author.id' }
    vim.ui.select = function(choices, options, on_choice)
      table.insert(offered, vim.tbl_map(options.format_item, choices))
      on_choice(table.remove(answers, 1))
    end
    press('c')
    s.wait('all is chosen', function() return #offered == 3 end)
    vim.ui.select = select
    s.check(vim.tbl_contains(offered[1], '[x] title'), '%s', vim.inspect(offered[1]))
    s.check(vim.tbl_contains(offered[1], '[ ] author.id'), '%s', vim.inspect(offered[1]))
    s.check(vim.tbl_contains(offered[3], '[ ] title'), '%s', vim.inspect(offered[3]))
    s.wait('the lines have other columns', function()
      return s.line(shown, 0):find('%f[%d]19$') and not s.line(shown, 0):find('Fez')
    end)
    s.contains(line.header(shown.template), 'author.id')
  end },

  { 'a search says that not everything is loaded', function()
    local shown = s.open(PAGED .. '250', s.with(s.pages, { prefetch = { distance = 0 } }))
    s.settle(shown)
    s.wait_for_line(shown, 0, '1 ')
    press('/2<CR>')
    s.wait('it is said', function() return #s.messages > 0 end)
    local loaded = tonumber(s.messages[1]:match('^Paginator: searched (%d+) of 250 items: '))
    s.check(loaded and loaded >= 10 and loaded < 250, '%s', s.messages[1])
    local whole = s.open(PAGED .. '5', s.pages)
    s.wait_for_line(whole, 4, '5 ')
    s.messages, vim.v.errmsg = {}, ''
    press('/Late<CR>')
    vim.cmd('new')
    press('?a<CR>')
    vim.cmd('bwipeout!')
    vim.wait(50)
    s.equal(s.messages, {})
    vim.v.errmsg = ''
  end },
}
