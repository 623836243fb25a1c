import type { Anomaly } from "@/lib/providers/rails/wire/client";
import { raiseTask } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";

/** Anomalies for a person. A rail that is unreachable for a moment is only logged. */
const forPeople: readonly Anomaly["what"][] = [
  "unknown_word",
  "unreadable",
  "untrusted",
  "refused",
  "unproved",
  "needs_operator",
];

/**
 * Reports an anomaly: something of a rail that its adapter does not understand or cannot do. It is always logged, and
 * raised as a task once a day for each rail and kind: for the operator, or for the store whose own account it is.
 */
export function raiseAnomaly(
  world: Pick<World, "db" | "clock" | "log">,
  storeId: number | null = null,
): (anomaly: Anomaly) => void {
  const raised = new Set<string>();
  return ({ rail, what, detail }) => {
    world.log.warn({ rail, what, detail }, "A rail answered in a way that somebody should look at.");
    if (!forPeople.includes(what)) return;
    const now = world.clock.now();
    const subject = `${rail}/${what}/${now.toISOString().slice(0, 10)}`;
    if (raised.has(subject)) return;
    raised.add(subject);
    const said =
      typeof detail === "string"
        ? { detail: detail.slice(0, 500) }
        : { ...detail.values, detail: detail.code };
    const details = { rail, what, ...said };
    const kind = storeId === null ? "rail_odd" : "own_rail_odd";
    const task = { storeId, kind, subject, details, polled: true };
    raiseTask(world.db, task, now).catch((error: unknown) => {
      raised.delete(subject);
      world.log.warn({ err: error, rail }, "A task about a rail could not be written; it is tried again.");
    });
  };
}
