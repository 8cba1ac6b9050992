--- `:Telescope paginator source={profile or URL}`

local is_there, telescope = pcall(require, 'telescope')
if not is_there then
  require('paginator.failure').notify('telescope.nvim is not installed, and this is its extension')
  return {}
end

return telescope.register_extension({
  exports = {
    paginator = function(options)
      if not (options and options.source) then
        error('paginator: say :Telescope paginator source={profile or URL}', 0)
      end
      require('paginator.pickers').telescope(options.source, options)
    end,
  },
})
