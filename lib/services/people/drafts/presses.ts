import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "@/lib/services/core/world";

/** One press of a form's button by a signed-in person. Its page names it, anew for each press, and again for each try of it. */
export interface Press {
  userId: number;
  /** A UUID. */
  token: string;
}

/** What became of a press that arrived before. `unknown`: the process that worked on it is gone. */
export type Pressed =
  | { is: "done"; ledTo: string | null }
  | { is: "working" }
  | { is: "void" }
  | { is: "unknown" };

/** Nothing that a button does takes longer, so nobody works on an older press any more. */
const workMs = 60_000;
/** A second arrival waits this long for the end of the first. */
const patienceMs = 10_000;
const lookMs = 100;

/** Notes that a press arrived. Null when it is the first time; otherwise what became of it. */
export async function beginPress(world: World, press: Press): Promise<Pressed | null> {
  if (await note(world, press, "working")) return null;
  for (let waited = 0; waited < patienceMs; waited += lookMs) {
    const pressed = await readPress(world, press);
    if (pressed.is !== "working") return pressed;
    await sleep(lookMs);
  }
  return { is: "unknown" };
}

/** The press changed something, and led there; null where it showed something once in place. */
export async function endPress(world: World, { userId, token }: Press, ledTo: string | null): Promise<void> {
  await world.db.formPress.updateMany({ where: { userId, token }, data: { state: "done", ledTo } });
}

/** The press changed nothing, so it may be made again. */
export async function forgetPress(world: World, { userId, token }: Press): Promise<void> {
  await world.db.formPress.deleteMany({ where: { userId, token, state: "working" } });
}

/** What became of a press whose answer did not arrive. From now on one that is still on its way does nothing. */
export async function askPress(world: World, press: Press): Promise<Pressed> {
  return (await note(world, press, "void")) ? { is: "void" } : readPress(world, press);
}

async function note(world: World, { userId, token }: Press, state: "working" | "void"): Promise<boolean> {
  const data = [{ userId, token, state, pressedAt: world.clock.now() }];
  return (await world.db.formPress.createMany({ data, skipDuplicates: true })).count === 1;
}

async function readPress(world: World, { userId, token }: Press): Promise<Pressed> {
  const row = await world.db.formPress.findUnique({ where: { userId_token: { userId, token } } });
  // It was refused meanwhile, and forgotten: nothing was changed.
  if (!row || row.state === "void") return { is: "void" };
  if (row.state === "done") return { is: "done", ledTo: row.ledTo };
  return { is: world.clock.now().getTime() - row.pressedAt.getTime() < workMs ? "working" : "unknown" };
}
