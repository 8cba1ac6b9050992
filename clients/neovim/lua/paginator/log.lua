--- The server's log: a file in the folder of Neovim's logs.

local M = {}

local BYTES_MAX = 1024 * 1024 -- a longer file is begun anew

local uv = vim.uv or vim.loop

--- The path of the file.
function M.path()
  local fine, folder = pcall(vim.fn.stdpath, 'log')
  if not fine then folder = vim.fn.stdpath('cache') end
  return folder .. '/paginator.log'
end

--- A function that appends texts to the file, which is opened when the first one comes. It is safe
--- to call it from callbacks of libuv.
function M.writer()
  local path, file, written = M.path(), nil, 0
  return function(text)
    if not file then
      uv.fs_mkdir(vim.fn and path:match('^(.*)/') or '.', 493) -- rwxr-xr-x
      local facts = uv.fs_stat(path)
      local is_long = facts and facts.size > BYTES_MAX
      file = uv.fs_open(path, is_long and 'w' or 'a', 384) -- rw for the user
    end
    if file and written < BYTES_MAX then
      uv.fs_write(file, text)
      written = written + #text
    end
  end, function()
    if file then uv.fs_close(file) end
    file = nil
  end
end

return M
