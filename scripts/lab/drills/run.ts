import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../../problem";
import { say, step } from "../../steps";
import type { Drill } from "./drills";
import type { Outcome } from "./under-load";

/** Those with these names, else all; `--part 2/6` takes the second of six parts. Throws Problem. */
export function chosen<One extends { name: string }>(all: One[], words: string[]): One[] {
  const [first, part = ""] = words;
  if (first === "--part") {
    const [at = 0, of = 0] = part.split("/").map(Number);
    if (!(at >= 1 && at <= of)) throw new Problem(`A part is one such as 2/6, and not "${part}".`);
    return all.filter((_, nth) => nth % of === at - 1);
  }
  const unknown = words.filter((word) => !all.some(({ name }) => name === word));
  if (unknown.length > 0)
    throw new Problem(
      `There is no drill ${unknown.join(", ")}. There are: ${all.map(({ name }) => name).join(", ")}.`,
    );
  return words.length === 0 ? all : all.filter(({ name }) => words.includes(name));
}

/**
 * One after the other, each whatever became of those before: one that throws, on its own or in an event that nobody waits for,
 * or that does not end, is one failed drill. The last lines name those. Returns whether all held.
 */
export async function runDrills(drills: Drill[], usualMs = 900_000): Promise<boolean> {
  const failed: string[] = [];
  let skipped = 0;
  let thrown = (error: unknown) => say("", String(error));
  const stray = (error: unknown) => thrown(error);
  process.on("uncaughtException", stray);
  for (const { name, needs, run, withinMs = usualMs } of drills) {
    const lacks = needs();
    if (lacks) {
      say(`${name} `, `skipped: it needs ${lacks}`);
      skipped += 1;
      continue;
    }
    const wrong = await step(`${name} `, async () => {
      const broken = new Promise<never>((_, reject) => {
        thrown = reject;
      });
      const { said, wrong } = await outcomeOf([run, () => broken, () => late(withinMs)]);
      return { said: wrong.length === 0 ? said : `FAILED ${said}`, value: wrong };
    });
    for (const line of wrong) say("", line);
    if (wrong.length > 0)
      failed.push(
        `${name}: ${
          wrong
            .filter((line) => !/^ +at /.test(line))
            .join("; ")
            .split("\n")[0]
        }`,
      );
  }
  process.off("uncaughtException", stray);
  for (const line of failed) console.log(`\nFAILED ${line}`);
  const left = skipped > 0 ? `, ${skipped} skipped` : "";
  console.log(`\n${drills.length - failed.length - skipped} passed, ${failed.length} failed${left}`);
  return failed.length === 0;
}

/** Of whichever ends first. */
async function outcomeOf(ways: (() => Promise<Outcome>)[]): Promise<Outcome> {
  try {
    return await Promise.race(ways.map((way) => way()));
  } catch (error) {
    const { cause, stack = "" } = error instanceof Error ? error : {};
    const places = stack.split("\n").filter((line) => /^ +at /.test(line) && !line.includes("node_modules"));
    return { said: "", wrong: [`${error}${cause ? `: ${cause}` : ""}`, ...places.slice(0, placesMax)] };
  }
}

/** Of the stack of what was thrown. */
const placesMax = 12;

async function late(withinMs: number): Promise<Outcome> {
  await sleep(withinMs, undefined, { ref: false });
  return { said: "", wrong: [`it did not end within ${withinMs / 1000} s`] };
}
