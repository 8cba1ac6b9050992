--- Loads that are cancelled, come late, or find nothing.

local s = require('support')
local paginator = require('paginator')
local view = require('paginator.view')

local PAGED = '/page?page=:currentPage&per_page=:perPage&items='

--- Presses keys as a user does.
local function press(typed)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(typed, true, true, true), 'xm', false)
end

--- Opens a collection whose later pages take half a second, and goes to a line that is not there.
local function waiting()
  local shown = s.open(PAGED .. '500&latency=1000', s.with(s.pages, { prefetch = { distance = 0 } }))
  s.wait_for_line(shown, 0, '1 ')
  s.settle(shown)
  s.move(shown, 200)
  s.wait('the line is on its way', function() return s.virtual_text(shown, 200) == '…' end)
  return shown
end

--- Waits until the server has answered everything that was asked before.
local function answered(shown)
  local done = false
  require('paginator.state').ask(shown, 'paginator/items', { start = 0, count = 1, wait = true },
    function() done = true end)
  s.wait('it is answered', function() return done end)
end

return {
  { 'lines that are given up lose their mark, and are asked for again by a movement', function()
    local shown = waiting()
    press('<C-c>')
    s.wait('nothing is on its way', function() return s.virtual_text(shown, 200) == '' end)
    vim.wait(1200)
    for index = 195, 230 do s.equal({ s.virtual_text(shown, index), s.line(shown, index) }, { '', '' }) end
    s.check(not paginator.statusline():find('loading'), '%s', paginator.statusline())
    s.move(shown, 210)
    s.wait_for_line(shown, 210, '211 ')
  end },

  { 'an item that is given up opens no window', function()
    local shown = waiting()
    local windows = #vim.api.nvim_list_wins()
    press('<CR>')
    press('<C-c>')
    answered(shown)
    vim.wait(1200)
    s.equal(#vim.api.nvim_list_wins(), windows)
    s.equal(vim.api.nvim_get_current_buf(), shown.buffer)
  end },

  { 'an item that comes when the user is elsewhere opens no window', function()
    local shown = waiting()
    press('<CR>')
    vim.cmd('new')
    local elsewhere, windows = vim.api.nvim_get_current_buf(), #vim.api.nvim_list_wins()
    s.wait('it is said', function() return #s.messages > 0 end)
    s.equal(s.messages, { 'Paginator: item 201 has come: <CR> in its line shows it' })
    s.equal({ vim.api.nvim_get_current_buf(), #vim.api.nvim_list_wins() }, { elsewhere, windows })
    vim.cmd('bwipeout!')
    s.wait_for_line(shown, 200, '201 ')
    press('<CR>')
    s.wait('the item is shown', function() return vim.bo.filetype == 'json' end)
  end },

  { 'a page that is given up does not lead anybody to it', function()
    local shown = s.open(PAGED .. '500&latency=1000', s.with(s.pages, { prefetch = { distance = 0 } }))
    s.wait_for_line(shown, 0, '1 ')
    s.settle(shown)
    vim.cmd('PaginatorPage 30')
    press('<C-c>')
    answered(shown)
    vim.wait(1200)
    s.equal(s.cursor_index(), 0)
  end },

  { 'a walk is given up in its buffer; what has come stays', function()
    local url = s.url(PAGED .. '500&latency=50')
    local buffer = paginator.walk(url, s.pages)
    s.wait('items have come', function() return vim.api.nvim_buf_line_count(buffer) >= 20 end)
    s.equal(vim.api.nvim_get_current_buf(), buffer)
    press('<C-c>')
    local note = s.wait('it has ended', function()
      local text = vim.b[buffer].paginator_walk
      return text and text:find('^%d+ items') and text
    end)
    local count = vim.api.nvim_buf_line_count(buffer)
    s.check(count >= 20 and count < 500, '%d lines', count)
    s.contains(note, ('%d items'):format(count))
    s.contains(note, 'cancel')
    press('<C-c>')
    s.equal(s.messages[#s.messages], 'Paginator: the walk has ended already')
  end },

  { 'what is no page says so', function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    vim.cmd('PaginatorPage abc')
    s.equal(s.messages, { 'Paginator: "abc" is no number of a page: say :PaginatorPage 3' })
    for _, page in ipairs({ '26', '0', '-3', '4' }) do
      s.messages = {}
      vim.cmd('PaginatorPage ' .. page)
      s.wait('it is said', function() return #s.messages > 0 end)
      s.contains(s.messages[1], ('There is no page %s: the last one is page 3'):format(page))
      s.equal(s.cursor_index(), 0)
    end
    local list = s.open('/cursor?limit=:perPage&items=15&total=0', s.cursor)
    s.settle(list)
    s.messages = {}
    vim.cmd('PaginatorPage 7')
    s.wait('it is said', function() return #s.messages > 0 end)
    s.contains(s.messages[1], '7')
  end },

  { 'a screen without room for another window shows items and walks in this one', function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    while pcall(vim.cmd, 'split') do end
    view.show_item()
    s.wait('it is shown', function() return vim.bo.filetype == 'json' end)
    vim.cmd('buffer ' .. shown.buffer)
    local buffer = require('paginator').walk()
    s.equal(vim.api.nvim_get_current_buf(), buffer)
    s.wait('it has ended', function()
      return (vim.b[buffer].paginator_walk or ''):find('25 items', 1, true)
    end)
    vim.cmd('only')
  end },

  { 'a message that is cut says where all of it is', function()
    local list_uis = vim.api.nvim_list_uis
    vim.api.nvim_list_uis = function() return { {} } end
    require('paginator.failure').notify_doubt('There is no next page: ' .. ('why '):rep(100))
    require('paginator.failure').notify_doubt('There is no next page')
    vim.api.nvim_list_uis = list_uis
    s.contains(s.messages[1], '… (g? says all)')
    s.check(vim.fn.strdisplaywidth(s.messages[1]) < vim.o.columns)
    s.equal(s.messages[2], 'Paginator: There is no next page')
  end },

  { "an item's buffer survives :e", function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    view.show_item()
    local buffer = s.wait('it is shown', function()
      return vim.bo.filetype == 'json' and vim.api.nvim_get_current_buf()
    end)
    local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    s.check(#before > 5)
    for _, command in ipairs({ 'edit', 'edit!' }) do
      vim.cmd(command)
      s.equal(vim.api.nvim_get_current_buf(), buffer)
      s.equal(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), before)
      s.equal({ vim.bo.filetype, vim.bo.modified, vim.bo.modifiable }, { 'json', false, false })
    end
    press('q')
    s.equal(vim.api.nvim_get_current_buf(), shown.buffer)
    s.check(not vim.api.nvim_buf_is_valid(buffer), 'it is still there')
  end },
}
