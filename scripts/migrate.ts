import { parseOperatorEnv } from "@/lib/env";
import { applyMigrations, waitingContracts } from "./migrate/apply";
import { migrationsDirectory } from "./migrate/engine";
import { giveRights, reach } from "./start/doors";
import { say, step } from "./steps";

// npm run migrate: what each start does by itself. npm run migrate -- --contract: also takes away what only earlier
// versions used, so that none of them can run on this database any more.
const settings = parseOperatorEnv(process.env);
const doors = reach(settings);
await step("Migrations", async () => {
  const contract = process.argv.includes("--contract");
  const applied = await applyMigrations(doors.ownerUrl, migrationsDirectory, { contract });
  return applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply";
});
const waiting = await waitingContracts(doors.ownerUrl);
if (waiting.length > 0)
  say(
    "",
    `waiting until no earlier version is needed (npm run migrate -- --contract): ${waiting.join(", ")}`,
  );
await step("Rights", () => giveRights(doors));
