--- :checkhealth paginator

local M = {}

-- Before Neovim 0.8 the functions stood in the module `health` and had longer names.
local old = vim.health == nil or vim.health.start == nil
local health = vim.health or require('health')
local report = {
  start = old and health.report_start or health.start,
  ok = old and health.report_ok or health.ok,
  warn = old and health.report_warn or health.warn,
  error = old and health.report_error or health.error,
}

--- Says which libraries the program finds. Programs before `--version --json` do not tell.
local function check_libraries(path)
  local said = vim.fn.system({ path, '--version', '--json' })
  local fine, facts = pcall(vim.json.decode, said)
  if vim.v.shell_error ~= 0 or not fine or type(facts) ~= 'table' then return end
  if type(facts.libcurl) == 'table' then
    report.ok(('libcurl %s is there'):format(facts.libcurl.version))
  else
    report.error('libcurl is missing: nothing can be loaded', {
      'Install it with the package manager of your system: libcurl4 on Debian, libcurl on Fedora',
    })
  end
end

function M.check()
  local rpc = require('paginator.rpc')
  local source = require('paginator.source')
  local view = require('paginator.view')

  report.start('paginator')
  if vim.fn.has('nvim-0.7') == 1 then
    report.ok('Neovim is new enough')
  else
    report.error('Neovim 0.7 or newer is needed')
  end
  local path, problem = rpc.executable()
  if not path then
    return report.error(problem, {
      'pip install the wheel of paginator-client, which carries the program, or build it with'
        .. ' "swift build -c release", and set g:paginator_executable',
    })
  end
  report.ok('The program is ' .. path)
  check_libraries(path)
  local profiles
  profiles, problem = source.profiles()
  if not profiles then return report.error(problem) end
  report.ok(('It is version %s and speaks version %s of the protocol'):format(
    rpc.info.serverInfo and rpc.info.serverInfo.version or '?', rpc.info.protocolVersion))
  report.ok(('It knows %d profiles'):format(#profiles))
  for _, name in ipairs(require('paginator').own_profiles()) do
    local own = require('paginator.config').profile(name)
    if type(own) ~= 'table' or not (own.url or own.profile) then
      report.warn(('The profile %q has neither url nor profile'):format(name))
    end
  end
  view.stop_if_unused()
end

return M
