--- Settings, with the defaults.

local M = {
  --- The program; nil means g:paginator_executable, else $PAGINATOR, else the one in PATH.
  executable = nil,
  --- Collections by name: params of the method paginator/open, and `template`.
  profiles = {},
  --- How many items around the visible ones are loaded ahead.
  prefetch = 50,
  --- How many pages are requested ahead of the one that you go to, 0 to 16.
  prefetch_pages = 1,
  --- How many lines a buffer has before you have scrolled that far.
  lines_max = 1000000,
  --- How many items `select` offers at once.
  select_max = 100,
  --- How many fields a line shows at most where there is no template, and how wide one may be.
  fields_max = 20,
  field_width_max = 40,
  --- How long the server may take to answer its first messages.
  start_ms = 10000,
  --- True when buffers get a statusline of their own.
  statusline = true,
  --- True when buffers get their keys; a table has other keys by the name of the action, or false.
  mappings = true,
  --- True when windows show the names of the columns above the lines (Neovim 0.8 or newer).
  header = true,
  --- The server's log level: off, error, warning, info or debug.
  log_level = 'warning',
  --- function(origin, authentication): the token of an API that has a profile, or nil.
  token = nil,
  --- function(origin, challenge): headers for another API that answered 401, or nil.
  credentials = nil,
}

--- Takes over the settings that `options` names.
function M.set(options)
  for name, value in pairs(options or {}) do
    if name == 'set' or name == 'profile' or not (M[name] ~= nil or name == 'executable'
      or name == 'credentials' or name == 'token') then
      error(('paginator: there is no setting %q'):format(name), 0)
    end
    M[name] = value
  end
end

--- The user's own profile of that name, or nil.
function M.profile(name)
  return M.profiles[name] or (vim.g.paginator_profiles or {})[name]
end

return M
