import type { World } from "@/lib/services/core/world";
import { noticeStoppedClock } from "@/lib/services/desk/operator/watch/stopped-clock";

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
