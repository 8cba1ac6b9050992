--- Messages for people, above all about errors.

local M = {}

--- Shows a message in the last line.
function M.notify(message, level)
  vim.notify('Paginator: ' .. message, level or vim.log.levels.INFO)
end

local function one_line(text)
  return vim.trim((text:gsub('%c+', ' ')))
end

--- The URL and the status of a failed request, where they are known and `message` has not said them.
local function request(data, message)
  if type(data.url) ~= 'string' or message:find(data.url, 1, true) then return nil end
  local parts = { type(data.method) == 'string' and data.method .. ' ' .. data.url or data.url }
  local status = data.status and tostring(data.status)
  if status and not message:find(status, 1, true) then table.insert(parts, status) end
  return table.concat(parts, ': ')
end

--- An error object in one line: its message, which request failed how, and how to sign in where that
--- is missing.
function M.text(failure)
  local data = failure.data or {}
  local message = one_line(failure.message or 'It failed without saying why')
  local details = request(data, message)
  local text = details and ('%s (%s)'):format(message, one_line(details)) or message
  return data.status == 401 and text .. ' Open it again to sign in: it asks for the secret.' or text
end

--- Why a walk ended before its time; nil where it did not.
function M.of_walk(summary)
  local failed = summary.state and summary.state.error
  if failed and (summary.verdict == 'partial' or summary.verdict == 'failed') then
    return M.text(failed)
  end
  return nil
end

return M
