--- The keys of a collection's buffer, and the window that explains them.

local config = require('paginator.config')

local M = {}

--- Every action: its name in the settings, its keys, what it does in words.
M.actions = {
  { 'next_page', { ']p' }, 'load the next page and go there; 3]p goes three pages on' },
  { 'previous_page', { '[p' }, 'load the previous page and go there' },
  { 'show_item', { '<CR>', 'gf' }, 'show the item as JSON; on a line that failed: try again' },
  { 'columns', { 'c' }, 'choose the columns' },
  { 'refresh', { 'R' }, 'load the held pages again; start the server again, if it ended' },
  { 'cancel', { '<C-c>' }, 'give up what is being loaded' },
  { 'help', { 'g?' }, 'show these keys, and what the warnings say' },
  { 'close', { 'q' }, 'close the collection' },
}

--- `<Plug>(paginator-next-page)`
local function plug(name)
  return ('<Plug>(paginator-%s)'):format((name:gsub('_', '-')))
end

--- The keys of an action: those of the settings, else its own.
local function keys_of(action)
  local wanted = type(config.mappings) == 'table' and config.mappings[action[1]]
  if wanted == nil or wanted == true or type(config.mappings) ~= 'table' then return action[2] end
  if wanted == false then return {} end
  return type(wanted) == 'table' and wanted or { wanted }
end

--- Gives a buffer its keys; `run` has a function for each action.
function M.map(buffer, run)
  for _, action in ipairs(M.actions) do
    local name, description = action[1], 'Paginator: ' .. action[3]
    vim.keymap.set('n', plug(name), run[name], { buffer = buffer, desc = description })
    if config.mappings then
      for _, key in ipairs(keys_of(action)) do
        vim.keymap.set('n', key, plug(name), { buffer = buffer, remap = true, desc = description })
      end
    end
  end
end

--- Shows the keys, and below them `notes`, in a floating window, which any of q, <Esc> and leaving it
--- closes.
function M.show_help(notes)
  local lines, width, height = {}, 0, 0
  for _, action in ipairs(M.actions) do
    local keys = table.concat(keys_of(action), ' ')
    table.insert(lines, (' %-10s %s '):format(keys == '' and plug(action[1]) or keys, action[3]))
    width = math.max(width, vim.fn.strdisplaywidth(lines[#lines]))
  end
  for at, note in ipairs(notes or {}) do
    if at == 1 then table.insert(lines, '') end
    table.insert(lines, ' ' .. note:gsub('%c', ' '))
  end
  width = math.min(width, vim.o.columns - 4)
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  height = math.max(1, math.min(height, vim.o.lines - 4))
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable, vim.bo[buffer].bufhidden = false, 'wipe'
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor', style = 'minimal', border = 'single',
    width = width, height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2) - 1),
  })
  vim.wo[window].wrap, vim.wo[window].linebreak = true, true
  local function close()
    if vim.api.nvim_win_is_valid(window) then vim.api.nvim_win_close(window, true) end
  end
  for _, key in ipairs({ 'q', '<Esc>', '<CR>', 'g?' }) do
    vim.keymap.set('n', key, close, { buffer = buffer, nowait = true })
  end
  vim.api.nvim_create_autocmd('WinLeave', { buffer = buffer, once = true, callback = close })
  return buffer
end

return M
