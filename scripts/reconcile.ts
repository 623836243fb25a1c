import { parseArgs } from "node:util";
import { formatMoney } from "@/lib/domain/money";
import { lastDayOver } from "@/lib/domain/reconciliation";
import { Problem } from "./problem";
import { openWorld } from "./start/environment";
import { say, step } from "./steps";

/**
 * `npm run reconcile -- [--rail paystack] [--day 2026-11-21]`: compares a day (UTC) of each rail's own list with the
 * books, or its balance where it has no list; the service may be running. Each difference is printed with both sides,
 * stored and raised as a task, as in the hourly run; the exit code is then 1.
 */
const { values } = parseArgs({ options: { rail: { type: "string" }, day: { type: "string" } } });
const world = await openWorld();
const day = values.day ?? lastDayOver(world.clock.now());
if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
  throw new Problem("Name the day as YYYY-MM-DD: npm run reconcile -- --day 2026-11-21.");
const rails = world.rails.all.filter(({ id }) => values.rail === undefined || id === values.rail);
if (rails.length === 0) throw new Problem("No such rail is set up: see /ops/rails.");
let isRight = true;
for (const rail of rails) isRight = (await compare(rail.id)) && isRight;
process.exit(isRight ? 0 : 1);

async function compare(rail: string): Promise<boolean> {
  const { reconcileDay } = await import("@/lib/services/desk/reconciliation/run");
  const { readBalances } = await import("@/lib/services/desk/reconciliation/run");
  return step(rail, async () => {
    const result = await reconcileDay(world, rail, day);
    if (result.kind === "compared") {
      const said = result.open === 0 ? `${day} agrees` : `${day} DIFFERS in ${result.open}`;
      return { said, value: (await printOpen(result.id)) === 0 };
    }
    if (result.kind === "failed") return { said: "its list could not be read", value: false };
    const found = world.rails.all.find(({ id }) => id === rail);
    if (!found?.holdings) return { said: "gives neither a list nor a balance", value: true };
    const { differs } = await readBalances(world, found);
    const said = differs === 0 ? "what it holds agrees" : "what it holds DIFFERS: see /ops/reconciliation";
    return { said, value: differs === 0 };
  });
}

/** Both sides of each open difference, one per line. */
async function printOpen(reconciliationId: bigint): Promise<number> {
  const open = await world.db.reconciliationDifference.findMany({
    where: { reconciliationId, closedAt: null },
    orderBy: { id: "asc" },
  });
  const side = (minor: bigint | null, currency: string) =>
    minor === null ? "nothing" : formatMoney({ minor: minor < 0n ? -minor : minor, currency }, "en");
  for (const { op, ourId, kind, currency, railMinor, booksMinor } of open)
    say(
      "",
      `${op} ${ourId}: ${kind}; the rail ${side(railMinor, currency)}, the books ${side(booksMinor, currency)}`,
    );
  return open.length;
}
