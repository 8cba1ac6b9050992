--- JSON as text.

local s = require('support')
local json = require('paginator.json')
local line = require('paginator.line')

return {
  { 'parts are cut out as they stand', function()
    local text = [[ {"a": [1.10, {"b\"]": "x}"}, [] ],"id":12345678901234567890 , "a.b": null} ]]
    s.equal(json.get(text, { 'a', 1 }), '1.10')
    s.equal(json.get(text, { 'a', '0' }), '1.10')
    s.equal(json.get(text, { 'a', 2, 'b"]' }), '"x}"')
    s.equal(json.get(text, { 'a', 3 }), '[]')
    s.equal(json.get(text, { 'id' }), '12345678901234567890')
    s.equal(json.get(text, { 'a.b' }), 'null')
    s.equal(json.get(text, { 'b' }), nil)
    s.equal(json.get(text, { 'id', 'x' }), nil)
    s.equal(json.get('{"a":1,"a":2}', { 'a' }), '2')
  end },

  { 'elements and members keep their order', function()
    s.equal(json.elements('[1,"a,b",{"c":[2,3]},null]'), { '1', '"a,b"', '{"c":[2,3]}', 'null' })
    s.equal(json.elements('[ ]'), {})
    s.equal(json.members('{"z":1, "a" : [2]}'), { { 'z', '1' }, { 'a', '[2]' } })
    s.equal(json.members('{}'), {})
  end },

  { 'pretty printing changes blanks only', function()
    s.equal(json.pretty('{"a":[1.10,{},[ ],{"b":"c: {\\"d\\""}],"e":null}'), {
      '{', '  "a": [', '    1.10,', '    {},', '    [],', '    {', '      "b": "c: {\\"d\\""',
      '    }', '  ],', '  "e": null', '}',
    })
    s.equal(json.pretty('12345678901234567890'), { '12345678901234567890' })
  end },

  { 'values are shown in one line', function()
    s.equal(json.shown('"a\\nb \\u00e9"'), 'a b é')
    s.equal(json.shown('["a","b"]'), 'a, b')
    s.equal(json.shown('[[1]]'), '[[1]]')
    s.equal(json.shown('1.10'), '1.10')
    s.equal(json.shown('null'), '')
    s.equal(json.shown(nil), '')
  end },

  { 'templates take paths and widths', function()
    local item = '{"id":7,"author":{"login":"ann"},"title":"Örtlich und weit"}'
    s.equal(line.of(item, '{id:4}|{author.login}|{title:7}|'), '7   |ann|Örtlic…|')
    s.equal(line.of(item, '{nothing}.'), '.')
    s.equal(line.of(item, function(decoded) return decoded.title:upper():sub(-4) end), 'WEIT')
    s.equal(line.of('"text"', line.template({ '"text"' })), 'text')
    s.equal(line.template({ item, '{"id":12,"title":"A"}' }), '{id:5}  {author.login:12}  {title:16}')
  end },
}
