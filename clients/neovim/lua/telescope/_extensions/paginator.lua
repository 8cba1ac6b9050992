--- `:Telescope paginator source={profile or URL}`

return require('telescope').register_extension({
  exports = {
    paginator = function(options)
      if not (options and options.source) then
        error('paginator: say :Telescope paginator source={profile or URL}', 0)
      end
      require('paginator.pickers').telescope(options.source, options)
    end,
  },
})
