import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { reportInvariants } from "../../invariants/report";
import { type Operator, requireOperator } from "../operator";
import { type HealthLine, waitOf } from "./line";

const details = z.object({ broken: z.number() });

/** What the last check of all that must always be true found. */
export async function readBooks(world: World): Promise<HealthLine> {
  const name = said("told_books");
  const last = await world.db.auditEntry.findFirst({
    where: { action: "invariants.checked" },
    orderBy: { id: "desc" },
    select: { details: true, createdAt: true },
  });
  if (!last)
    return {
      ...{ name, value: said("told_booksNever"), state: "unknown" },
      means: said("told_booksNever_means"),
      todo: said("told_booksNever_todo"),
    };
  const ageMs = world.clock.now().getTime() - last.createdAt.getTime();
  const broken = details.safeParse(last.details).data?.broken ?? 0;
  if (broken > 0)
    return {
      ...{ name, value: said("told_booksBroken", { count: broken, wait: waitOf(ageMs) }), state: "bad" },
      means: said("told_booksBroken_means"),
      todo: said("told_booksBroken_todo"),
    };
  const isOld = ageMs > 3 * 60 * 60 * 1000;
  return {
    ...{ name, value: said("told_booksRight", { wait: waitOf(ageMs) }), state: isOld ? "watch" : "well" },
    means: said("told_booksRight_means"),
    todo: isOld ? said("told_booksRight_todo") : null,
  };
}

/** Checks them now. What is broken becomes a task. Throws NotAllowed. */
export async function checkBooks(world: World, operator: Operator): Promise<{ broken: number }> {
  await requireOperator(world.db, operator);
  return reportInvariants(world);
}
