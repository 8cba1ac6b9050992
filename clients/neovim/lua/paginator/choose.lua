--- A list to choose from: a line that filters it, and below that what is left.
---
--- It takes the place of Neovim's own vim.ui.select, which asks with a numbered list that long lists
--- scroll out of sight. One that the user has set is used instead.

local M = {}

local ROWS_MAX = 15 -- how many choices are visible at once

local places = vim.api.nvim_create_namespace('paginator.choose')
local builtin = vim.ui.select

--- True when vim.ui.select is the one that Neovim comes with.
local function is_builtin()
  if vim.ui.select == builtin then
    local source = debug.getinfo(builtin, 'S').source
    return source:find('vim[/\\]ui%.lua$') ~= nil
  end
  return false
end

--- The words and "phrases" of a filter, in lower case.
local function terms_of(filter)
  local terms, rest = {}, filter:lower()
  while true do
    rest = rest:gsub('^%s+', '')
    if rest == '' then return terms end
    local phrase, after = rest:match('^"([^"]*)"?(.*)$')
    if not phrase then phrase, after = rest:match('^(%S+)(.*)$') end
    if phrase ~= '' then table.insert(terms, phrase) end
    rest = after
  end
end

--- How well a term fits into a text: 0 at its beginning, 1 at that of a word, 2 anywhere else, or nil.
local function rank_of(text, term)
  local best, from = nil, 1
  while true do
    local at = text:find(term, from, true)
    if not at then return best end
    if at == 1 then return 0 end
    if text:sub(at - 1, at - 1):find('[%s%p]') then return 1 end
    best, from = 2, at + 1
  end
end

--- The choices, as { text, choice, index }, whose text has each word and "phrase" of `filter`; those
--- that begin with one come first, and then those in which a word does.
function M.matching(choices, filter)
  local terms, found = terms_of(filter), {}
  for index, entry in ipairs(choices) do
    local text, rank = entry.text:lower(), 0
    for _, term in ipairs(terms) do
      local each = rank_of(text, term)
      rank = rank and each and rank + each
    end
    if rank then table.insert(found, { entry = entry, rank = rank, index = index }) end
  end
  table.sort(found, function(one, other)
    if one.rank ~= other.rank then return one.rank < other.rank end
    return one.index < other.index
  end)
  return vim.tbl_map(function(each) return each.entry end, found)
end

--- Shows the list in a floating window, and returns its buffer.
local function show(entries, prompt, done)
  local shown, selected, is_over = entries, 1, false
  local width = math.min(vim.o.columns - 4, 78)
  local height = math.max(1, math.min(#entries, ROWS_MAX, vim.o.lines - 8))
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden, vim.bo[buffer].filetype = 'wipe', 'paginator-choose'
  local options = {
    relative = 'editor', style = 'minimal', border = 'single', width = width, height = height + 1,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 2),
    col = math.max(0, math.floor((vim.o.columns - width) / 2) - 1),
  }
  local window = vim.api.nvim_open_win(buffer, true, options)
  vim.wo[window].wrap = false

  local function draw()
    local first = math.max(1, selected - height + 1)
    local lines = {}
    for index = first, math.min(#shown, first + height - 1) do
      table.insert(lines, ((' ' .. shown[index].text):gsub('%c', ' ')))
    end
    if #shown == 0 then lines = { ' nothing matches' } end
    vim.api.nvim_buf_set_lines(buffer, 1, -1, false, lines)
    vim.api.nvim_buf_clear_namespace(buffer, places, 0, -1)
    local hint = ('%s  %d of %d'):format(vim.trim(prompt), #shown, #entries)
    vim.api.nvim_buf_set_extmark(buffer, places, 0, 0, {
      virt_text = { { hint, 'Comment' } }, virt_text_pos = 'right_align',
    })
    if #shown > 0 then
      vim.api.nvim_buf_set_extmark(buffer, places, selected - first + 1, 0, {
        line_hl_group = 'PmenuSel', end_row = selected - first + 2,
      })
    end
  end

  local function close(entry)
    if is_over then return end
    is_over = true
    vim.cmd('stopinsert')
    if vim.api.nvim_win_is_valid(window) then vim.api.nvim_win_close(window, true) end
    vim.schedule(function()
      if entry then done(entry.choice, entry.index) else done(nil) end
    end)
  end

  local function move(step)
    return function()
      selected = math.max(1, math.min(#shown, selected + step))
      draw()
    end
  end

  local keys = {
    ['<Down>'] = move(1), ['<C-n>'] = move(1), ['<Tab>'] = move(1),
    ['<Up>'] = move(-1), ['<C-p>'] = move(-1), ['<S-Tab>'] = move(-1),
    ['<PageDown>'] = move(height), ['<PageUp>'] = move(-height),
    ['<CR>'] = function() if shown[selected] then close(shown[selected]) end end,
    ['<Esc>'] = function() close(nil) end, ['<C-c>'] = function() close(nil) end,
  }
  for key, run in pairs(keys) do
    vim.keymap.set({ 'i', 'n' }, key, run, { buffer = buffer, nowait = true })
  end
  vim.keymap.set('n', 'q', function() close(nil) end, { buffer = buffer, nowait = true })
  vim.keymap.set('n', 'j', move(1), { buffer = buffer })
  vim.keymap.set('n', 'k', move(-1), { buffer = buffer })
  local function filter()
    local typed = vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1] or ''
    shown, selected = M.matching(entries, typed), 1
    draw()
  end
  vim.api.nvim_create_autocmd({ 'TextChangedI', 'TextChanged' }, {
    buffer = buffer, callback = filter,
  })
  vim.api.nvim_create_autocmd('WinLeave', {
    buffer = buffer, once = true, callback = function() close(nil) end,
  })
  draw()
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
  vim.cmd('startinsert')
  return buffer
end

--- Lets the user choose, as vim.ui.select does.
function M.select(choices, options, on_choice)
  if not is_builtin() then return vim.ui.select(choices, options, on_choice) end
  local format, entries = options.format_item or tostring, {}
  for index, choice in ipairs(choices) do
    table.insert(entries, { text = format(choice), choice = choice, index = index })
  end
  return show(entries, options.prompt or 'Choose', on_choice)
end

return M
