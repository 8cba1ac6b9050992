--- Items for telescope, fzf-lua and snacks, each used where it is installed.
---
--- Each function opens a picker over the first `config.select_max` items of a collection, or all that
--- `options.max_items` allows, and calls `on_choice(item, text)`; without that the item is shown as
--- JSON.

local config = require('paginator.config')
local failure = require('paginator.failure')
local json = require('paginator.json')
local line = require('paginator.line')
local rpc = require('paginator.rpc')
local source = require('paginator.source')
local view = require('paginator.view')
local walk = require('paginator.walk')

local M = {}

local function complain(problem)
  failure.notify(problem, vim.log.levels.ERROR)
end

--- True when a plugin is there; otherwise it is said.
local function has(module, plugin)
  local fine, problem = pcall(require, module)
  if fine then return true end
  if tostring(problem):find("module '" .. module .. "' not found", 1, true) then
    complain(plugin .. ' is not installed, and this picker is for it: :Paginator shows the same items')
  else
    complain(('%s does not start: %s'):format(plugin, vim.split(tostring(problem), '\n')[1]))
  end
  return false
end

--- Loads items: `done(title, entries, choose)` gets them as `{ text, json }`.
local function load(name, options, done)
  options = options or {}
  local params = source.params(name, options.params)
  view.hold()
  local opened, problem = source.open(params)
  if not opened then
    view.release()
    return complain(problem)
  end
  walk.more(opened.paginatorId, options.max_items or config.select_max, function(failed, texts)
    rpc.request('paginator/close', { paginatorId = opened.paginatorId }, view.release)
    if failed then return complain(failure.text(failed)) end
    local template = params.template or line.template(texts)
    local entries = {}
    for _, text in ipairs(texts) do
      table.insert(entries, { text = line.of(text, template), json = text })
    end
    local title = options.prompt or source.title(name)
    done(title, entries, function(entry)
      if not entry then return end
      if options.on_choice then
        options.on_choice(json.decode(entry.json), entry.json)
      else
        view.show_json(title .. ' item', entry.json)
      end
    end)
  end)
end

--- With telescope.nvim; also `:Telescope paginator source={profile or URL}`.
function M.telescope(name, options)
  if not has('telescope.pickers', 'telescope.nvim') then return end
  load(name, options, function(title, entries, choose)
    local actions = require('telescope.actions')
    local state = require('telescope.actions.state')
    local settings = require('telescope.config').values
    require('telescope.pickers').new(options or {}, {
      prompt_title = title,
      finder = require('telescope.finders').new_table({
        results = entries,
        entry_maker = function(entry)
          return { value = entry, display = entry.text, ordinal = entry.text }
        end,
      }),
      sorter = settings.generic_sorter(options or {}),
      attach_mappings = function(prompt)
        actions.select_default:replace(function()
          local selected = state.get_selected_entry()
          actions.close(prompt)
          choose(selected and selected.value)
        end)
        return true
      end,
    }):find()
  end)
end

--- With fzf-lua.
function M.fzf_lua(name, options)
  if not has('fzf-lua', 'fzf-lua') then return end
  load(name, options, function(title, entries, choose)
    local shown = {}
    for index, entry in ipairs(entries) do
      table.insert(shown, ('%d\t%s'):format(index, entry.text))
    end
    require('fzf-lua').fzf_exec(shown, {
      prompt = title .. '> ',
      fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..' },
      actions = {
        ['default'] = function(selected)
          local index = selected and selected[1] and tonumber(selected[1]:match('^(%d+)\t'))
          choose(index and entries[index])
        end,
      },
    })
  end)
end

--- With snacks.nvim.
function M.snacks(name, options)
  if not has('snacks', 'snacks.nvim') then return end
  load(name, options, function(title, entries, choose)
    require('snacks').picker.pick({
      source = 'paginator', title = title, items = entries, format = 'text', preview = 'none',
      confirm = function(picker, entry)
        picker:close()
        choose(entry)
      end,
    })
  end)
end

return M
