import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import { reportInvariants } from "../../invariants/report";
import { type Operator, requireOperator } from "../operator";
import { type HealthLine, waitOf } from "./line";

const details = z.object({ broken: z.number() });

/** What the last check of all that must always be true found. */
export async function readBooks(world: World): Promise<HealthLine> {
  const name = "Checks of the books";
  const last = await world.db.auditEntry.findFirst({
    where: { action: "invariants.checked" },
    orderBy: { id: "desc" },
    select: { details: true, createdAt: true },
  });
  if (!last)
    return {
      ...{ name, value: "Never checked", state: "unknown" },
      means: "They are checked by themselves at 17 minutes past each hour.",
      todo: "Press “Check the books now”, or wait for the hour.",
    };
  const ageMs = world.clock.now().getTime() - last.createdAt.getTime();
  const broken = details.safeParse(last.details).data?.broken ?? 0;
  if (broken > 0)
    return {
      ...{ name, value: `${broken} broken, ${waitOf(ageMs)} ago`, state: "bad" },
      means:
        "Something that must always be true is not: a mistake in the program, or a hand in the database.",
      todo: "Read the tasks about it, keep a copy of the database, and tell whoever maintains the program.",
    };
  const isOld = ageMs > 3 * 60 * 60 * 1000;
  return {
    ...{ name, value: `All right, ${waitOf(ageMs)} ago`, state: isOld ? "watch" : "well" },
    means: "Every amount, period, event and balance of all stores agrees with every other.",
    todo: isOld ? "They should be checked every hour: the executor may not run. See the queues above." : null,
  };
}

/** Checks them now. What is broken becomes a task. Throws NotAllowed. */
export async function checkBooks(world: World, operator: Operator): Promise<{ broken: number }> {
  await requireOperator(world.db, operator);
  return reportInvariants(world);
}
