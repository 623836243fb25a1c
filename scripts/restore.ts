import path from "node:path";
import { parseArgs } from "node:util";
import { parseOperatorEnv } from "@/lib/env";
import { requiredPlace } from "./backup/backups";
import { restoreInto } from "./backup/restore";
import { Problem } from "./problem";
import { howToGoOn } from "./start/data-directory";
import { say, step } from "./steps";

// npm run restore -- --into <new DATA_DIR> [--to 2026-11-23T04:00:00Z] [--from <folder>]: makes a DATA_DIR of the backups,
// as it was at that time, else as it was last. It starts paused.
const { values } = parseArgs({
  options: { from: { type: "string" }, to: { type: "string" }, into: { type: "string" } },
});
if (!values.into)
  throw new Problem(
    "Say where to: npm run restore -- --into <a new directory> [--to <time>] [--from <folder>].",
  );
const into = path.resolve(values.into);
const to = values.to === undefined ? null : timeOf(values.to);
const place = requiredPlace(parseOperatorEnv(process.env), values.from);
const { lastChangeAt } = await step("Restore", async () => {
  const restored = await restoreInto(place, { into, to });
  return { said: `from the backup ${restored.backup.id}`, value: restored };
});
if (lastChangeAt) say("", `The last change in it was made at ${lastChangeAt.toISOString()}.`);
say("", `Look at it: DATA_DIR=${into} npm start. It starts paused: it reads, and sends nothing.`);
say("", howToGoOn(into));

function timeOf(text: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone ? text : `${text.replace(" ", "T")}Z`);
  if (Number.isNaN(time.getTime()))
    throw new Problem(`--to ${text} is no time: write it as 2026-11-23T04:00:00Z.`);
  if (time > new Date())
    throw new Problem(`--to ${text} lies in the future: leave it out for all that is there.`);
  return time;
}
