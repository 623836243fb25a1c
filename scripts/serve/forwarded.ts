import type { IncomingMessage } from "node:http";
import { noteTime } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { noticeStoppedClock } from "@/lib/services/desk/operator/watch/stopped-clock";

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

const lookEveryMs = 30_000;

/** Looks whether the executor still calls: it cannot say itself that it does not. */
export function watchClock(world: World, everyMs = lookEveryMs): NodeJS.Timeout {
  const since = world.clock.now();
  const look = () =>
    noticeStoppedClock(world, since).catch((error: unknown) =>
      world.log.warn({ err: error }, "Nobody knows whether the executor calls."),
    );
  return setInterval(look, everyMs).unref();
}
