-- Writes a small game of Veiled Fate as a vflog log: lua write_log.lua FILE.jsonl
-- The first part is all that an app needs; the second stands in for the app's own game.
-- Lua cannot tell an empty list from an empty object: such a field is simply left out.

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\" }
local function text(s)
  return '"' .. s:gsub('[%c"\\]', function(c) return escapes[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function json(value)
  if type(value) == "string" then return text(value) end
  if type(value) ~= "table" then return tostring(value) end -- whole numbers (5, never 5.0), true, false
  local parts = {}
  if #value > 0 then
    for i, item in ipairs(value) do parts[i] = json(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do
    if type(item) ~= "table" or next(item) ~= nil then parts[#parts + 1] = text(key) .. ":" .. json(item) end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local file, n = assert(io.open(arg[1], "wb")), 0
local function write(kind, fields)
  fields.type, fields.n, fields.at = kind, n, os.date("!%Y-%m-%dT%H:%M:%SZ")
  file:write(json(fields), "\n")
  file:flush() -- a crash then costs one line, not the game
  n = n + 1
end

write("game", { format = "vflog/1", game = "friday-1", ruleset = "veiled-fate", revision = "2026-12",
  players = { { id = "ada", name = "Ada" }, { id = "bob", name = "Bob" } },
  source = { app = "example-lua", version = "1" } })
write("setup", { first = "ada", city = "tidal-altar", demis = { ada = "agamar", bob = "klar" },
  quests = { { quest = "lantern-oath", region = "forest" }, { quest = "salt-ledger", region = "desert" },
    { quest = "crooked-well", region = "volcano" } },
  hands = { ada = { "f1", "f1", "f1", "s1", "+2" }, bob = { "f2", "s1", "s1", "s2", "f1" } } })
write("age", { player = "ada", age = 1, card = "natural-order" })
write("move", { player = "ada", demi = "agamar", quest = "lantern-oath", slot = 1, card = "f1" })
write("end_turn", { player = "ada" })
write("move", { player = "bob", demi = "klar", quest = "lantern-oath", slot = 2, card = "f2" })
write("reveal", { quest = "lantern-oath", cards = { "f1", "f2", "s1" } }) -- the deck gave the third card
write("claim", { demis = { agamar = { renown = 2 }, klar = { renown = 1 } } }) -- what the app shows
write("end_turn", { player = "bob" })
write("rest", { player = "ada" })
write("rest", { player = "bob" })
write("age_vote", { player = "bob", cards = {} })
write("age_vote", { player = "ada", cards = { "f1" } })
write("age_reveal", { cards = { "f1" } })

local later = { -- an Age each
  { ada = { "f1", "f2", "s1", "s1", "s2" }, bob = { "f1", "f1", "s1", "s1" }, city = "grain-steps",
    quests = { { "widow-tide", "coast" }, { "moth-court", "volcano" }, { "paper-crown", "mountains" } },
    card = "evil-curses", bobs = { "s1" }, adas = {}, all = { "s1" } },
  { ada = {}, bob = { "f2" }, city = "first-altar",
    quests = { { "red-audit", "coast" }, { "quiet-forge", "desert" }, { "mud-choir", "canyons" } },
    card = "defend-borders", bobs = {}, adas = { "f1" }, all = { "f1" } },
}
for i, age in ipairs(later) do
  write("deal", { player = "ada", cards = age.ada })
  write("deal", { player = "bob", cards = age.bob })
  for k, laid in ipairs(age.quests) do
    write("place", { player = k == 2 and "bob" or "ada", quest = laid[1], region = laid[2] })
  end
  write("city", { player = "ada", card = age.city })
  write("age", { player = "ada", age = i + 1, card = age.card })
  write("rest", { player = "ada" })
  write("rest", { player = "bob" })
  write("age_vote", { player = "bob", cards = age.bobs })
  write("age_vote", { player = "ada", cards = age.adas })
  write("age_reveal", { cards = age.all })
end
write("end", { demis = { ada = "agamar", bob = "klar" }, winners = { "ada" } })
file:close()
