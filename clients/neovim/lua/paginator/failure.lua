--- Messages for people, above all about errors.

local M = {}

--- Shows a message in the last line.
function M.notify(message, level)
  vim.notify('Paginator: ' .. message, level or vim.log.levels.INFO)
end

local MESSAGE_MARGIN = 12 -- columns of the last line that Neovim keeps for itself

--- Shows a message in the last line, cut to its width: more would have to be confirmed by a key.
--- `rest` follows it, uncut; `more` follows what is cut.
function M.notify_line(text, rest, level, more)
  local over = vim.fn.strchars(text .. rest) + #'Paginator: ' + MESSAGE_MARGIN - vim.o.columns
  if over > 0 and #vim.api.nvim_list_uis() > 0 then
    local mark = '…' .. (more or '')
    local kept = vim.fn.strchars(text) - over - vim.fn.strchars(mark)
    text = vim.fn.strcharpart(text, 0, math.max(0, kept)) .. mark
  end
  M.notify(text .. rest, level)
end

--- Shows a message that ends with what warnings say, which g? shows in full.
function M.notify_doubt(text) M.notify_line(text, '', nil, ' (g? says all)') end

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

--- Why a walk ended before its time, or is in doubt; nil where neither is so.
function M.of_walk(summary)
  if summary.verdict == 'suspect' then
    local doubts = vim.tbl_map(function(warning) return one_line(warning.message or warning.kind) end,
      summary.state and summary.state.warnings or {})
    return #doubts > 0 and table.concat(doubts, ' ') or nil
  end
  local failed = summary.state and summary.state.error
  if failed and (summary.verdict == 'partial' or summary.verdict == 'failed') then
    return M.text(failed)
  end
  return nil
end

return M
