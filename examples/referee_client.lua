-- Writes a game through `vflog referee --http PORT` from a script of a tabletop simulator, and knows no rule.
--
-- Copy it into the global script of Tabletop Simulator, whose `WebRequest`, `JSON` and `Wait` it uses. Lines go out one
-- after the other in their order; where the connection breaks, the referee is asked how far it has heard, and nothing
-- is lost or written twice. Leave out what is empty: Lua cannot tell an empty list from an empty object.
--
--     local game = Referee.new("http://127.0.0.1:8000", "friday-1")
--     game:write({ type = "game", format = "vflog/1", game = "friday-1", ruleset = "veiled-fate", ... })
--     game:legal(nil, function(forms) ... end)            -- what is legal now: light up the buttons
--     game:write({ type = "rest", player = "ada" }, function(answer)
--       if not answer.ok then broadcastToAll(answer.problems[1].message) end
--     end)
--     game:takeback(game.n - 1)                           -- as it was before the last record

Referee = {}
Referee.__index = Referee
local AGAIN = 2 -- seconds until a broken connection is tried again

function Referee.new(url, game, token)
  return setmetatable({ url = url .. "/games/" .. game, token = token, n = -1, outbox = {}, busy = false }, Referee)
end

-- Send a line; `heard` gets the answer, or nil where the connection broke.
function Referee:post(line, heard)
  local headers = { ["Content-Type"] = "application/json" }
  if self.token then headers.Authorization = "Bearer " .. self.token end
  WebRequest.custom(self.url, "POST", true, JSON.encode(line), headers, function(request)
    local good, answer = pcall(JSON.decode, request.text)
    heard(not request.is_error and good and answer or nil)
  end)
end

-- Write a record. `told` gets the answer: `ok`, or `problems` that say why not and what was legal instead.
function Referee:write(record, told)
  table.insert(self.outbox, { record = record, told = told or function() end })
  if not self.busy then self:next() end
end

-- Go back to how it was right after record `to`.
function Referee:takeback(to, told)
  self:write({ type = "takeback", to = to }, told)
end

-- Ask for the forms of what is legal now, or of what a record so far (`with`) still needs.
function Referee:legal(with, told)
  self:post({ ask = "legal", known = true, with = with }, function(answer) told(answer and answer.forms) end)
end

-- The first line that waits goes out, with its number.
function Referee:next()
  local first = self.outbox[1]
  self.busy = first ~= nil
  if not first then return end
  first.record.n = self.n + 1
  self:post(first.record, function(answer)
    if answer == nil then return self:reconnect(first) end
    if answer.ok then self.n = answer.n end
    self:done(first, answer)
  end)
end

-- Was the line heard, or not?
function Referee:reconnect(first)
  Wait.time(function()
    self:post({ ask = "state" }, function(answer)
      if answer == nil then return self:reconnect(first) end
      if answer.n == first.record.n then
        self.n = answer.n
        return self:done(first, { ok = true, n = answer.n, phase = answer.phase, waiting = answer.waiting })
      end
      self:next()
    end)
  end, AGAIN)
end

function Referee:done(first, answer)
  table.remove(self.outbox, 1)
  first.told(answer)
  self:next()
end
