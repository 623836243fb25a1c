import type { Drill } from "./drills/drills";
import { Problem } from "./problem";
import { holdFreshBuild } from "./start/build";
import { generateClient } from "./start/generate";
import { say, step } from "./steps";

// npm run drills: what happens around the service: processes that are killed, a database that goes away, a full disk.
// `npm run drills silence pooler` runs those two; `short` is the part of npm test.
await generateClient();
// They check the books by the client that was only now generated.
const { drills, short } = await import("./drills/drills");
const wanted = process.argv.slice(2);
const chosen =
  wanted[0] === "short" ? [short] : drills.filter(({ name }) => !wanted[0] || wanted.includes(name));
if (chosen.length === 0)
  throw new Problem(`There are these drills: ${drills.map(({ name }) => name).join(", ")}.`);

const { release } = await step("Build", async () => {
  const held = await holdFreshBuild(`npm run drills (process ${process.pid})`);
  return { said: held.outcome, value: held };
});
const count = { passed: 0, failed: 0, skipped: 0 };
for (const drill of chosen) count[await outcomeOf(drill)] += 1;
release();
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed === 0 ? 0 : 1);

async function outcomeOf({ name, needs, run }: Drill): Promise<"passed" | "failed" | "skipped"> {
  const lacks = needs();
  if (lacks) {
    say(`${name} `, `skipped: it needs ${lacks}`);
    return "skipped";
  }
  const wrong = await step(`${name} `, async () => {
    const { said, wrong } = await run().catch((error: unknown) => ({ said: "", wrong: [String(error)] }));
    return { said: wrong.length === 0 ? said : `FAILED ${said}`, value: wrong };
  });
  for (const line of wrong) say("", line);
  return wrong.length === 0 ? "passed" : "failed";
}
