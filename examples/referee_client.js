// Plays whole games through `vflog referee` and knows no rule: it asks what is legal and chooses among the forms.
//
//     node referee_client.js HEADERS.jsonl [--out FOLDER | --url http://127.0.0.1:PORT] [--seed N] [--length N]
//
// HEADERS has a `game` record a line; each becomes a game, over a process of its own or over HTTP. What players choose
// and chance brings is chosen here at random, just as the forms describe it: an app asks its players instead, and looks
// at the cards. Now and then something is taken back, or the connection breaks. VFLOG_WORDS is the command, a JSON list
// of words, if vflog is not on the path.
"use strict";
const { spawn } = require("node:child_process");
const { mkdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { parseArgs } = require("node:util");

const LATER = Symbol("later"); // for a field that is asked for again, with the record so far
const LIKES = { move: 3, done: 3, res: 3 }; // how often a type is wished for; others once
const LIKES_LATER = { done: 30, res: 30, rest: 30, end_turn: 30 }; // when a game is long

/** A game over `vflog referee` beside the app: a line to it, a line back. What was accepted is in the log. */
class Process {
  constructor(folder, game) {
    this.words = [...JSON.parse(process.env.VFLOG_WORDS || '["vflog"]'), "referee", "--resume", "--log", join(folder, `${game}.jsonl`)];
    this.start();
  }

  start() {
    this.process = spawn(this.words[0], this.words.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.left = new Promise((resolve) => this.process.on("close", resolve));
  }

  async say(line) {
    this.process.stdin.write(JSON.stringify(line) + "\n");
    return JSON.parse((await this.answers.next()).value);
  }

  /** Nobody knows whether the line was heard; then there is a referee again. */
  async lose(line) {
    this.process.stdin.write(JSON.stringify(line) + "\n");
    this.process.kill("SIGKILL");
    await this.left;
    this.start();
  }

  async close() {
    this.process.stdin.end();
    await this.left;
  }
}

/** A game of a referee that serves many over HTTP. */
class Web {
  constructor(url, game) {
    this.url = `${url}/games/${encodeURIComponent(game)}`;
  }

  async say(line) {
    return (await fetch(this.url, { method: "POST", body: JSON.stringify(line) })).json();
  }

  async lose(line) {
    const broken = new AbortController();
    const sent = fetch(this.url, { method: "POST", body: JSON.stringify(line), signal: broken.signal }).catch(() => {});
    setTimeout(() => broken.abort(), 1);
    await sent;
  }

  async close() {}
}

/** A number from 0 to below `end`, the same ones for the same seed. */
class Dice {
  constructor(text) {
    this.state = 1;
    for (const letter of text) this.state = (this.state * 31 + letter.codePointAt(0)) >>> 0;
  }

  below(end) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % end;
  }

  choice(list) {
    return list[this.below(list.length)];
  }

  sample(list, count) {
    const rest = [...list];
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0]);
  }

  number(count) {
    return typeof count === "number" ? count : count[0] + this.below(count[1] - count[0] + 1);
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** The things that there are; `of` may say how often each is. */
const each = (of) => (Array.isArray(of) ? [...of] : Object.entries(of).flatMap(([one, copies]) => Array(copies).fill(one)));

/** Cards, each in some place. */
function laid(cards, places, dice) {
  const out = {};
  for (const card of cards) (out[dice.choice(places)] ??= []).push(card);
  return out;
}

/** A value for a field: what a form says of it is a value, a choice, chance's, or depends on other fields. */
function fill(spec, dice) {
  if (!isObject(spec)) return spec;
  if ("follows" in spec) return LATER;
  if ("in" in spec) return dice.choice(spec.in);
  if ("choose" in spec) return dice.sample(spec.from, spec.choose);
  if ("cards" in spec && "of" in spec) {
    const cards = dice.sample(each(spec.of), dice.number(spec.cards));
    return "by" in spec ? laid(cards, spec.by, dice) : cards;
  }
  return "reveals" in spec ? chance(spec, dice) : filled(Object.entries(spec), dice);
}

/** Values for the fields that do not wait for others. */
function filled(fields, dice) {
  return Object.fromEntries(fields.map(([name, spec]) => [name, fill(spec, dice)]).filter(([, value]) => value !== LATER));
}

/** What chance brings: so many of those that there may be, those of `with` among them. */
function chance({ reveals: what, count, of = [], with: known = [], by }, dice) {
  if (what === "amount") return dice.below(4);
  if (what === "change") return dice.below(5) - 1;
  if (what === "text") return "the client";
  if (isObject(of) && Object.values(of).some(Array.isArray)) {
    const columns = Object.entries(of).map(([name, values]) => [name, dice.sample(values, count)]);
    return Array.from({ length: count }, (_, i) => Object.fromEntries(columns.map(([name, values]) => [name, values[i]])));
  }
  const left = each(of);
  for (const one of known) left.splice(left.indexOf(one), 1);
  const found = [...known, ...dice.sample(left, dice.number(count) - known.length)];
  if (what === "amounts") return Object.fromEntries(found.map((name) => [name, dice.below(4)]));
  if (what === "changes") return Object.fromEntries(found.map((name) => [name, dice.below(7) - 3]));
  if (by) return laid(found, by, dice);
  return what.endsWith("s") ? found : found[0];
}

/** A record of a form; as long as something follows from what it says, it is asked for again. */
async function record(referee, form, dice, known) {
  let sent = null;
  for (;;) {
    const same = (name, spec) => sent !== null && JSON.stringify(sent[name]) === JSON.stringify(spec);
    const fields = Object.entries(form.fields).filter(([name, spec]) =>
      same(name, spec) || !form.optional.includes(name) || dice.below(2));
    const made = { type: form.type, ...filled(fields, dice) };
    if (JSON.stringify(made) === JSON.stringify(sent)) return made;
    if (sent === null && !JSON.stringify(fields).includes('{"follows":')) return made;
    sent = made;
    form = dice.choice((await referee.say({ ask: "legal", known, with: made })).forms);
  }
}

/** A form by which the game goes on, or after `length` records by which it ends. */
function choice(forms, dice, n, length) {
  const going = forms.filter((form) => form.type !== "end");
  const ends = forms.filter((form) => form.type === "end" && !("reason" in form.fields));
  if (ends.length && (n > length || !going.length)) return dice.choice(ends);
  const likes = n > length ? LIKES_LATER : LIKES;
  const kinds = [...new Set(going.map((form) => form.type))];
  const kind = dice.choice(kinds.flatMap((one) => Array(likes[one] ?? 1).fill(one)));
  return dice.choice(going.filter((form) => form.type === kind));
}

/** A whole game; gives how many records it has, and what was said of those that were refused. */
async function play(referee, header, dice, length) {
  let { n } = await referee.say(header);
  const known = dice.below(2) === 1;
  const refused = [];
  for (;;) {
    const { forms } = await referee.say({ ask: "legal", known });
    if (!forms.length) return { n, refused };
    let line = { ...await record(referee, choice(forms, dice, n, length), dice, known), n: n + 1 };
    if (n > 1 && dice.below(50) === 0) {
      const back = { type: "takeback", to: Math.max(0, n - 1 - dice.below(20)), n: n + 1 };
      if ((await referee.say({ ask: "try", record: back })).ok) line = back; // not every game can go back to everywhere
    }
    if (dice.below(200) === 0) {
      await referee.lose(line);
      if ((await referee.say({ ask: "state" })).n === line.n) { // it was heard
        n += 1;
        continue;
      }
    }
    const answer = await referee.say(line);
    if (answer.ok || answer.problems[0].code === "n.repeat") n += 1; // it was heard, but late
    else refused.push(`${header.game}: ${answer.problems[0].message} ${JSON.stringify(line)}`);
  }
}

async function main() {
  const options = { out: { type: "string", default: "." }, url: { type: "string" },
    seed: { type: "string", default: "1" }, length: { type: "string", default: "150" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const headers = readFileSync(positionals[0], "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  mkdirSync(values.out, { recursive: true });
  let records = 0, problems = 0;
  for (const header of headers) {
    const referee = values.url ? new Web(values.url, header.game) : new Process(values.out, header.game);
    const { n, refused } = await play(referee, header, new Dice(`${values.seed} ${header.game}`), Number(values.length));
    await referee.close();
    refused.forEach((line) => console.log(line));
    records += n + 1;
    problems += refused.length;
  }
  console.log(`${headers.length} games, ${records} records, ${problems} refused`);
  process.exitCode = problems ? 1 : 0;
}

main();
