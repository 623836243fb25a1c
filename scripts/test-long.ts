import { commitsTurn } from "./lab/testing/slice";
import { conclude, onBuild, runPlaywright, runVitest, type Tally } from "./lab/testing/suites";
import { generateClient } from "./start/generate";
import { runTool, say, step } from "./steps";

// The long sweeps, complete. `npm run test:long -- --seconds=600` begins no part that would not end within ten minutes;
// the commit decides which parts come first, so that over several commits each part has its turn.
interface Part {
  name: string;
  /** Its duration in minutes on two idle cores. */
  minutes: number;
  run(): Promise<Tally[]>;
}

/** Lives per part: enough that everything happens in each part, and that a part takes a few minutes. */
const partsOfLives = 5;

/** Years of a seller's phone: one in each part. */
const partsOfYears = 5;

/** Mutants per part: so many that the tests of a room, which first run without a mistake, are worth it. */
const partsOfMutants = 6;

const partsOfDrills = 8;

/** The benchmark's parts: no figure fails one, a lost or wrong answer does. */
const benchmarks: [string, number][] = [
  ["phone", 1],
  ["numbers", 6],
  ["moving", 3],
  ["lists", 18],
  ["access", 7],
  ["payments", 2],
  ["documents", 2],
  ["webhooks", 4],
  ["live", 4],
];

const partsOf = (all: number) => Array.from({ length: all }, (_, at) => `${at + 1}/${all}`);
const parts: Part[] = [
  ...partsOf(partsOfLives).map((long) =>
    unit(`lives of the simulation, ${long}`, 4, ["lib/testing/simulation"], long),
  ),
  ...partsOf(partsOfYears).map((long) =>
    unit(`years of a seller's phone, ${long}`, 10, ["lib/testing/phone-year"], long),
  ),
  unit("every way back", 5, ["lib/testing/ways-back"]),
  unit("lives over the rails", 2, ["lib/testing/rails/lives"]),
  unit("small lives of payments", 2, ["lib/services/money/settlement/simulation.test.ts"]),
  unit("bad input, races for keys", 4, ["bad-input.test.ts", "app/api/v1/keys-and-pages.test.ts"]),
  unit("random values, pairs of refusals", 2, [
    "lib/domain/subscription-model.test.ts",
    "lib/domain/posting-model.test.ts",
    "lib/services/billing/access/check-access-in-one.test.ts",
    "lib/services/notify/messages/render.test.ts",
    "app/api/v1/generated.test.ts",
    "app/api/v1/refusals.test.ts",
  ]),
  unit("how-to pages", 3, ["scripts/how-to.test.ts"]),
  browser("looks", 6, ["e2e/looks.spec.ts", "e2e/payer-looks.spec.ts"]),
  browser("weights of pages", 8, [
    "e2e/budget.spec.ts",
    "e2e/dashboard-budget.spec.ts",
    "e2e/measure.spec.ts",
  ]),
  browser("every form on a bad line", 12, ["e2e/every-form.spec.ts"]),
  command("each Node", 3, ["nodes"]),
  { name: "the release", minutes: 7, run: releaseTried },
  command("what reads each index", 20, ["indexes"]),
  ...partsOf(partsOfMutants).map((part) => command(`mutants, ${part}`, 5, ["mutants", "--part", part])),
  browser("kills", 4, ["e2e/bad-luck.spec.ts"]),
  browser("forged actions over HTTP", 4, ["e2e/bad-actions.spec.ts"]),
  ...partsOf(partsOfDrills).map((part) => command(`drills, ${part}`, 4, ["drills", "--part", part])),
  ...benchmarks.map(([name, minutes]) => command(`benchmark, ${name}`, minutes, ["bench", "--only", name])),
];

const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;
const budget = readBudget();
await step("Prisma client", generateClient);
const tallies: Tally[] = [];
const ran: string[] = [];
const waiting = commitsTurn("test:long", parts);
for (;;) {
  const next = waiting.findIndex(({ minutes }) => seconds() + minutes * 60 <= budget);
  const [part] = next < 0 ? [] : waiting.splice(next, 1);
  if (!part) break;
  say("Part", part.name);
  const beganAt = seconds();
  const made = await part.run();
  tallies.push(...made);
  const passed = made.reduce((all, one) => all + one.passed, 0);
  ran.push(`${part.name}: ${passed} passed in ${Math.round(seconds() - beganAt)} s`);
}
say("Covered", `${ran.length} of ${parts.length} parts in ${Math.round(seconds())} s`);
for (const line of ran) say("", line);
if (waiting.length > 0) say("Left out", waiting.map(({ name }) => name).join("; "));
conclude(tallies);

function unit(name: string, minutes: number, files: string[], long = "1"): Part {
  return { name, minutes, run: async () => [await runVitest("Unit tests", files, { LONG: long })] };
}

/** A command that says itself what went wrong. */
function command(name: string, minutes: number, words: string[]): Part {
  const run = async () => {
    const { code, output } = await runTool(["scripts/bootstrap.mjs", ...words]);
    const isRight = code === 0;
    console.log(output.trim());
    const failures = isRight ? [] : [`npm run ${words.join(" ")}`];
    return [{ passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, failures }];
  };
  return { name, minutes, run };
}

async function releaseTried(): Promise<Tally[]> {
  const made = await command("its tarball", 3, ["release"]).run();
  const packed = await command("its package", 2, ["package"]).run();
  return [
    ...made,
    ...packed,
    await runVitest("Unit tests", ["scripts/release", "scripts/package"], { LONG: "1" }),
  ];
}

function browser(name: string, minutes: number, files: string[]): Part {
  const run = () =>
    onBuild("npm run test:long", async () => [await runPlaywright("Browser tests", files, { LONG: "1" })]);
  return { name, minutes, run };
}

/** Without a budget there is time for everything. */
function readBudget(): number {
  const given = process.argv.find((one) => one.startsWith("--seconds="));
  if (!given) return Number.POSITIVE_INFINITY;
  const read = Number(given.slice("--seconds=".length));
  if (!Number.isFinite(read)) throw new Error(`--seconds is a number, and not "${given}".`);
  return read;
}
