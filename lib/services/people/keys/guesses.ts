import type { Network } from "@/lib/domain/address-block";
import { type Limit, limits } from "@/lib/domain/limits";
import type { World } from "@/lib/services/core/world";
import { countWithin, isOver } from "./count-within";

/** Who tries codes, and where. Both are counted: one caller cannot try them all, nor can a crowd. */
export type Guesser =
  /** `page`: its name among all that take money. */
  | { network: Network; page: string }
  /** By USSD. */
  | { phone: string; storeId: number };

/** Whether so many wrong codes came from there that no code is looked at now. */
export async function codesRest(world: World, guesser: Guesser): Promise<boolean> {
  const now = world.clock.now();
  const counts = countsOf(world, guesser);
  const over = await Promise.all(counts.map(([subject, limit]) => isOver(world.db, subject, limit, now)));
  return over.includes(true);
}

/**
 * Counts a code that nobody has, or that is not for who typed it. By USSD the same `code` again within the hour is no
 * guess: a session says all that was typed with each entry.
 */
export async function countWrongCode(world: World, guesser: Guesser, code: string): Promise<void> {
  const now = world.clock.now();
  if ("phone" in guesser) {
    const said = `ussd-wrong-said:${macOf(world, `${guesser.storeId}\n${guesser.phone}\n${code}`)}`;
    if (!(await countWithin(world.db, said, [{ ...limits.codesOfPhone, max: 1 }], now))) return;
  }
  for (const [subject, limit] of countsOf(world, guesser)) await countWithin(world.db, subject, [limit], now);
}

function countsOf(world: World, guesser: Guesser): [string, Limit][] {
  if ("network" in guesser)
    return [
      [`code:${guesser.network}`, limits.codesOfNetwork],
      [`code-page:${guesser.page}`, limits.codesOfPage],
    ];
  return [
    [`ussd-wrong:${macOf(world, guesser.phone)}`, limits.codesOfPhone],
    [`ussd-wrong-store:${guesser.storeId}`, limits.codesOfStore],
  ];
}

function macOf({ secrets }: World, text: string): string {
  return Buffer.from(secrets.mac("ussd-wrong", text)).toString("base64url");
}
