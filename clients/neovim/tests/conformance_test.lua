--- The conformance list that all clients share.

local s = require('support')
local paginator = require('paginator')
local rpc = require('paginator.rpc')
local view = require('paginator.view')
local walk = require('paginator.walk')

local uv = vim.uv or vim.loop

local PAGED = '/page?page=:currentPage&per_page=:perPage&items='

return {
  { 'open', function()
    local shown = s.open(PAGED .. '45', s.pages)
    s.equal(shown.state.strategy, 'page')
    s.wait_for_line(shown, 0, '1      Late birds of Fez')
    s.settle(shown)
    s.equal(vim.api.nvim_buf_line_count(shown.buffer), 45)
    s.equal(vim.bo[shown.buffer].modifiable, false)
    s.equal(vim.bo[shown.buffer].filetype, 'paginator')
  end },

  { 'next', function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    view.next_page()
    s.wait('page 2 is current', function() return shown.page == 2 end)
    s.equal(s.cursor_index(), 10)
    s.wait_for_line(shown, 10, '11 ')
    s.contains(paginator.statusline(), 'page 2 of 3, 25 items')
    view.next_page()
    s.wait('the end is told', function()
      return paginator.statusline():find('end: totalReached', 1, true)
    end)
    s.wait('page 3 is current', function() return shown.page == 3 end)
    view.next_page()
    s.wait('there is no further page', function() return #s.messages > 0 end)
    s.contains(s.messages[1], 'There is no next page. (totalReached)')
    s.equal(s.cursor_index(), 20)
  end },

  { 'previous', function()
    local shown = s.open(PAGED .. '25', s.pages)
    s.settle(shown)
    view.go_to_page(3)
    s.wait('page 3 is current', function() return shown.page == 3 end)
    view.previous_page()
    s.wait('page 2 is current', function() return shown.page == 2 end)
    s.equal(s.cursor_index(), 10)
    s.equal(shown.state.currentPage, 2)
  end },

  { 'page', function()
    local shown = s.open(PAGED .. '250', s.pages)
    s.settle(shown)
    vim.cmd('PaginatorPage 17')
    s.wait_for_line(shown, 160, '161 ')
    s.equal(s.cursor_index(), 160)
    vim.cmd('PaginatorPage 99')
    s.wait('it is refused', function() return #s.messages > 0 end)
    s.contains(s.messages[1], 'There is no page 99: the last one is page 25')
  end },

  { 'the next page is requested ahead', function()
    local config = require('paginator.config')
    local distance = config.prefetch
    config.prefetch = 0
    local shown = s.open(PAGED .. '300', s.with(s.pages, { perPage = 100 }))
    config.prefetch = distance
    s.settle(shown)
    view.next_page()
    s.wait('the one after it has been requested', function()
      local state = paginator.call('paginator/state', { paginatorId = shown.id })
      return vim.deep_equal(state.prefetched, { 3 })
    end)
  end },

  { 'cancel', function()
    local params = s.with(s.pages, { prefetch = { distance = 0 } })
    local shown = s.open(PAGED .. '25&fault=stall@p2', params)
    s.wait_for_line(shown, 0, '1 ')
    local failure
    rpc.request('paginator/loadPage', { paginatorId = shown.id, page = 2 },
      function(problem) failure = problem end)
    vim.cmd('PaginatorCancel')
    s.wait('the load has failed', function() return failure end)
    s.equal(failure.code, 1009)
    s.equal(failure.data.kind, 'cancelled')
    s.wait('nothing is awaited', function() return not shown.asked and not shown.note end)
    s.equal(paginator.call('paginator/loadPage', { paginatorId = shown.id, page = 1 }).page, 1)
  end },

  { 'error', function()
    local shown = s.open(PAGED .. '150&fault=500x1@p2', s.with(s.pages, {
      perPage = 100, fetching = { retries = 0 }, prefetch = { distance = 0 },
    }))
    s.settle(shown)
    s.move(shown, 100)
    local diagnostics = s.wait('there is a diagnostic', function()
      local list = vim.diagnostic.get(shown.buffer)
      return list[1] and list
    end)
    s.equal(#diagnostics, 1)
    s.equal(diagnostics[1].lnum, 100)
    s.equal(diagnostics[1].code, 'httpStatus')
    s.contains(diagnostics[1].message, 'status 500')
    s.settle(shown)
    s.contains(s.virtual_text(shown, 100), 'failed: The API answered with status 500: The fault 500 was requested. (GET http://')
    s.wait_for_line(shown, 0, '1 ')
    view.show_item()
    s.wait_for_line(shown, 100, '101 ')
    s.wait('the diagnostic is gone', function() return #vim.diagnostic.get(shown.buffer) == 0 end)
    s.equal(s.virtual_text(shown, 100), '')
  end },

  { 'window', function()
    local shown = s.open(PAGED .. '250', s.with(s.pages, { prefetch = { distance = 0 } }))
    s.settle(shown)
    s.equal(s.line(shown, 200), '')
    s.move(shown, 200)
    s.wait('a placeholder stands there', function()
      return s.virtual_text(shown, 200) == '…' or vim.startswith(s.line(shown, 200), '201 ')
    end)
    s.wait_for_line(shown, 200, '201 ')
    s.equal(s.virtual_text(shown, 200), '')
    s.equal(s.line(shown, 150), '')
    s.wait('the page is known', function() return shown.page == 21 end)
  end },

  { 'walk with progress', function()
    local shown = s.open(PAGED .. '45', s.pages)
    s.settle(shown)
    local texts, progress, summary = {}, {}, nil
    walk.walk(shown.id, {
      on_items = function(more) vim.list_extend(texts, more) end,
      on_progress = function(value) table.insert(progress, value.kind) end,
      on_done = function(failure, result)
        s.equal(failure, nil)
        summary = result
      end,
    })
    s.wait('the walk is over', function() return summary end)
    s.equal(summary.verdict, 'complete')
    s.equal(summary.itemCount, 35)
    s.equal(#texts, 35)
    s.equal(progress[1], 'begin')
    s.equal(progress[#progress], 'end')
    vim.cmd('PaginatorAll')
    local buffer = vim.api.nvim_get_current_buf()
    s.wait('all items are written', function()
      return (vim.b[buffer].paginator_walk or ''):find('45 items in 5 pages, complete', 1, true)
    end)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    s.equal(#lines, 45)
    s.contains(lines[45], '{"id":45,"title":')
  end },

  { 'server death', function()
    local params = s.with(s.pages, { prefetch = { distance = 0 } })
    local shown = s.open(PAGED .. '45&fault=stall@p5', params)
    s.wait_for_line(shown, 0, '1 ')
    local failure
    local first = rpc.pid()
    rpc.request('paginator/loadPage', { paginatorId = shown.id, page = 5 },
      function(problem) failure = problem end)
    vim.api.nvim_win_set_cursor(0, { 3, 0 })
    uv.kill(first, 'sigkill')
    s.wait('the load has failed', function() return failure end)
    s.contains(failure.message, 'was ended by signal 9: press R to start it again')
    s.wait('the buffer knows', function() return not shown.id end)
    s.contains(paginator.statusline(), 'the server has ended: R starts it again')
    s.contains(vim.diagnostic.get(shown.buffer)[1].message, 'press R')
    s.wait_for_line(shown, 0, '1 ')
    s.check(s.gone(first))
    local id = shown.state.paginatorId
    view.refresh()
    s.wait_for_line(shown, 0, '1 ')
    s.settle(shown)
    s.check(shown.id ~= id, 'an id is given twice')
    s.check(rpc.pid() and rpc.pid() ~= first, 'there is no new server')
    s.equal(vim.diagnostic.get(shown.buffer), {})
    s.equal(s.cursor_index(), 2)
  end },
}
