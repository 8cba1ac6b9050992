-- Commands; everything else is loaded when it is first used.

if vim.g.loaded_paginator then return end
vim.g.loaded_paginator = true

local function command(name, run, options)
  vim.api.nvim_create_user_command(name, run, options)
end

local function complete(lead)
  return require('paginator').complete(lead)
end

command('Paginator', function(call) require('paginator').command(call.fargs) end, {
  nargs = '*', complete = complete, desc = 'Show a collection: {profile or URL} [name=value ...]',
})
command('PaginatorAll', function(call) require('paginator').walk_command(call.fargs) end, {
  nargs = '*', complete = complete, desc = 'Walk through all pages into a buffer of JSON lines',
})
command('PaginatorPage', function(call)
  require('paginator.view').go_to_page(call.args)
end, { nargs = 1, desc = 'Go to a page' })
command('PaginatorCancel', function() require('paginator.view').cancel() end, {
  desc = 'Give up what is being loaded',
})
command('PaginatorLog', function() require('paginator').show_log() end, {
  desc = "Show the server's log",
})
command('PaginatorStop', function() require('paginator').stop() end, { desc = 'End the server' })

local group = vim.api.nvim_create_augroup('paginator', {})
vim.api.nvim_create_autocmd({ 'WinScrolled', 'VimResized', 'WinEnter' }, {
  group = group,
  callback = function()
    if package.loaded['paginator.view'] then require('paginator.view').moved() end
  end,
})
vim.api.nvim_create_autocmd('VimLeavePre', {
  group = group,
  callback = function()
    if package.loaded['paginator'] then require('paginator').stop() end
  end,
})
