import { generateClient } from "./start/generate";
import { say, step } from "./steps";
import { commitsTurn } from "./testing/slice";
import { conclude, onBuild, runPlaywright, runVitest, type Tally } from "./testing/suites";

// The long sweeps, whole. `npm run test:long -- --seconds=600` begins no part after ten minutes; which parts come first
// goes by the commit, so that where time is short each has its turn.
interface Part {
  name: string;
  run(): Promise<Tally[]>;
}

/** So many lives at a time that everything happens in each part of them, and that a part takes a few minutes. */
const partsOfLives = 5;

const lives = Array.from({ length: partsOfLives }, (_, at) => `${at + 1}/${partsOfLives}`);
const parts: Part[] = [
  ...lives.map((long) => unit(`lives of the simulation, ${long}`, ["lib/testing/simulation"], long)),
  unit("lives over the rails", ["lib/testing/rails/lives"]),
  unit("small lives of payments", ["lib/services/money/settlement/simulation.test.ts"]),
  unit("bad input, races for keys", ["bad-input.test.ts", "app/api/v1/keys-and-pages.test.ts"]),
  unit("how-to pages", ["scripts/how-to.test.ts"]),
  browser("looks", ["e2e/looks.spec.ts", "e2e/payer-looks.spec.ts"]),
  browser("kills", ["e2e/bad-luck.spec.ts"]),
];

const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;
const budget = readBudget();
await step("Prisma client", async () => ({ said: await generateClient(), value: undefined }));
const tallies: Tally[] = [];
const ran: string[] = [];
const waiting = commitsTurn("test:long", parts);
for (let part = waiting.shift(); part; part = waiting.shift()) {
  if (seconds() > budget) {
    waiting.unshift(part);
    break;
  }
  say("Part", part.name);
  tallies.push(...(await part.run()));
  ran.push(part.name);
}
say("Covered", `${ran.length} of ${parts.length} parts in ${Math.round(seconds())} s: ${ran.join("; ")}`);
if (waiting.length > 0) say("Left out", waiting.map(({ name }) => name).join("; "));
conclude(tallies);

function unit(name: string, files: string[], long = "1"): Part {
  return { name, run: async () => [await runVitest("Unit tests", files, { LONG: long })] };
}

function browser(name: string, files: string[]): Part {
  const run = () =>
    onBuild("npm run test:long", async () => [await runPlaywright("Browser tests", files, { LONG: "1" })]);
  return { name, run };
}

/** Without one there is time for everything. */
function readBudget(): number {
  const given = process.argv.find((one) => one.startsWith("--seconds="));
  if (!given) return Number.POSITIVE_INFINITY;
  const read = Number(given.slice("--seconds=".length));
  if (!Number.isFinite(read)) throw new Error(`--seconds is a number, and not "${given}".`);
  return read;
}
