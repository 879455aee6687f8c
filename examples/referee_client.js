// Plays a game through `vflog referee`: node referee_client.js SCRIPT.jsonl [KEPT.jsonl]
//
// The script stands in for the people at the table: its lines are what they do, one after the other. Before each the
// client asks what is legal, as an app would to light up its buttons; a refused line takes no number and the game goes
// on. VFLOG_WORDS is the command, a JSON list of words, if vflog is not on the path.
"use strict";
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

/** The process beside the app: a line to it, a line back. */
class Referee {
  constructor(...options) {
    const [program, ...words] = JSON.parse(process.env.VFLOG_WORDS || '["vflog"]');
    this.process = spawn(program, [...words, "referee", ...options], { stdio: ["pipe", "pipe", "inherit"] });
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.left = new Promise((resolve) => this.process.on("close", resolve));
  }

  async say(line) {
    this.process.stdin.write(JSON.stringify(line) + "\n");
    return JSON.parse((await this.answers.next()).value);
  }

  /** The exit code: 0 where every game came to a sound end. */
  async close() {
    this.process.stdin.end();
    return this.left;
  }
}

async function main(script, kept) {
  const referee = new Referee(...(kept ? ["--log", kept] : []));
  let refused = 0;
  let types = [];
  for (const line of readFileSync(script, "utf8").split("\n").filter(Boolean)) {
    const { n, ...record } = JSON.parse(line); // the referee numbers what it takes
    if (record.type !== "game") {
      const { forms } = await referee.say({ ask: "legal" });
      types = [...new Set(forms.map((form) => form.type))].sort();
    }
    const answer = await referee.say(record);
    if (answer.ok) {
      const waiting = (answer.waiting || []).join(", ") || "nobody";
      console.log(`${String(answer.n).padStart(4)} ${record.type.padEnd(10)} now ${answer.phase}, waiting for ${waiting}`);
    } else {
      refused += 1;
      const problem = answer.problems[0];
      console.log(`   - ${problem.message} (${problem.rule}) Legal now: ${types.join(", ")}`);
    }
  }
  const board = await referee.say({ ask: "state", view: "public" });
  console.log(`The public board has the digest ${board.public}; ${refused} refused.`);
  return referee.close();
}

main(...process.argv.slice(2)).then((code) => { process.exitCode = code; });
