// Writes a small game of Veiled Fate as a vflog log: node write_log.js FILE.jsonl
// The first part is all that an app needs; the second stands in for the app's own game.
const { appendFileSync, writeFileSync } = require("node:fs");

// One game: every call writes one line, numbered and stamped, at once.
class LogWriter {
  constructor(path, game, players, header = {}) {
    this.path = path;
    this.n = 0;
    writeFileSync(path, "");
    this.write("game", {
      format: "vflog/1", game, ruleset: "veiled-fate", revision: "2026-12", players,
      source: { app: "example-js", version: "1" }, ...header,
    });
  }

  write(type, fields = {}) {
    const at = new Date().toISOString(); // "2026-05-06T18:00:00.000Z"
    const line = { type, n: this.n, ...fields, at };
    appendFileSync(this.path, JSON.stringify(line) + "\n");
    this.n += 1;
  }
}

const log = new LogWriter(process.argv[2], "friday-1", [{ id: "ada", name: "Ada" }, { id: "bob", name: "Bob" }]);
log.write("setup", {
  first: "ada", city: "tidal-altar",
  quests: [{ quest: "lantern-oath", region: "forest" }, { quest: "salt-ledger", region: "desert" },
    { quest: "crooked-well", region: "volcano" }],
  demis: { ada: "agamar", bob: "klar" },
  hands: { ada: ["f1", "f1", "f1", "s1", "+2"], bob: ["f2", "s1", "s1", "s2", "f1"] },
});
log.write("age", { player: "ada", age: 1, card: "natural-order" });
log.write("move", { player: "ada", demi: "agamar", quest: "lantern-oath", slot: 1, card: "f1" });
log.write("end_turn", { player: "ada" });
log.write("move", { player: "bob", demi: "klar", quest: "lantern-oath", slot: 2, card: "f2" });
log.write("reveal", { quest: "lantern-oath", cards: ["f1", "f2", "s1"] }); // the deck gave the third card
log.write("claim", { demis: { agamar: { renown: 2 }, klar: { renown: 1 } } }); // what the app shows
log.write("end_turn", { player: "bob" });
log.write("rest", { player: "ada" });
log.write("rest", { player: "bob" });
log.write("age_vote", { player: "bob", cards: [] });
log.write("age_vote", { player: "ada", cards: ["f1"] });
log.write("age_reveal", { cards: ["f1"] });

// An Age each: cards dealt to ada and bob, Quests laid out, City card, Age card, bob's vote, ada's vote.
const later = [
  [["f1", "f2", "s1", "s1", "s2"], ["f1", "f1", "s1", "s1"],
    [["widow-tide", "coast"], ["moth-court", "volcano"], ["paper-crown", "mountains"]],
    "grain-steps", "evil-curses", ["s1"], []],
  [[], ["f2"], [["red-audit", "coast"], ["quiet-forge", "desert"], ["mud-choir", "canyons"]],
    "first-altar", "defend-borders", [], ["f1"]],
];
later.forEach(([forAda, forBob, quests, city, card, bobs, adas], i) => {
  log.write("deal", { player: "ada", cards: forAda });
  log.write("deal", { player: "bob", cards: forBob });
  quests.forEach(([quest, region], k) => log.write("place", { player: ["ada", "bob"][k % 2], quest, region }));
  log.write("city", { player: "ada", card: city });
  log.write("age", { player: "ada", age: i + 2, card });
  log.write("rest", { player: "ada" });
  log.write("rest", { player: "bob" });
  log.write("age_vote", { player: "bob", cards: bobs });
  log.write("age_vote", { player: "ada", cards: adas });
  log.write("age_reveal", { cards: [...bobs, ...adas] });
});
log.write("end", { demis: { ada: "agamar", bob: "klar" }, winners: ["ada"] });
