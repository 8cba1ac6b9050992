--- Recording and replaying, which the server does where a variable says so.

local s = require('support')
local paginator = require('paginator')
local rpc = require('paginator.rpc')
local view = require('paginator.view')

local FIRST_TITLE = 'Late birds of Fez'

--- Calls `action(url)` while a sample API of its own runs, which has ended afterwards.
local function with_api(action)
  local url
  local folder = vim.fn.fnamemodify(vim.fn.resolve(rpc.executable()), ':h')
  local job = vim.fn.jobstart({ folder .. '/sample-api' }, {
    on_stdout = function(_, lines) url = url or lines[1]:match('^http://%S+') end,
  })
  local fine, problem = pcall(function()
    s.wait('the sample API has said its URL', function() return url end)
    action(url:gsub('/$', ''))
  end)
  vim.fn.jobstop(job)
  vim.fn.jobwait({ job })
  if not fine then error(problem, 0) end
  return url:gsub('/$', '')
end

--- The first two pages, as a user opens them.
local function lines(url)
  local buffer, problem = paginator.open(url .. '/page?page=:currentPage&per_page=:perPage&items=20',
    s.pages)
  s.check(buffer, '%s', problem)
  local shown = view.of(buffer)
  s.wait_for_line(shown, 19, '20 ')
  s.settle(shown)
  local found = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  s.close_all()
  return found
end

return {
  { 'a walk is recorded, replayed and changed', function()
    local directory = vim.fn.tempname()
    vim.fn.mkdir(directory)
    local recorded
    vim.env.PAGINATOR_RECORD = directory .. '/tape-%p.har'
    local fine, url = pcall(with_api, function(url) recorded = lines(url) end)
    vim.env.PAGINATOR_RECORD = nil
    s.check(fine, '%s', url)
    s.contains(recorded[1], FIRST_TITLE)
    local tape = vim.fn.glob(directory .. '/tape-*.har')
    vim.env.PAGINATOR_REPLAY = tape
    local replayed, problem = pcall(function()
      s.equal(lines(url), recorded)
      local text = table.concat(vim.fn.readfile(tape, 'b'), '\n')
      local changed = text:gsub(FIRST_TITLE, 'Changed by hand')
      vim.fn.writefile(vim.split(changed, '\n', { plain = true }), tape, 'b')
      s.contains(lines(url)[1], 'Changed by hand')
    end)
    vim.env.PAGINATOR_REPLAY = nil
    vim.fn.delete(directory, 'rf')
    s.check(replayed, '%s', problem)
  end },
}
