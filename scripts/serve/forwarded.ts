import type { IncomingMessage } from "node:http";
import { noteTime } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";

const noteEveryMs = 60 * 60_000;

/** Notes, at most once an hour, that requests seem to come through a proxy that no setting names. The doctor tells. */
export function forwardedNoter(world: () => Pick<World, "pool" | "clock" | "log">) {
  let notedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }: IncomingMessage): void => {
    if (headers["x-forwarded-for"] === undefined || performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    const { pool, clock, log } = world();
    noteTime(pool, "forwarded", clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, "It was not noted that requests come through a proxy."),
    );
  };
}
