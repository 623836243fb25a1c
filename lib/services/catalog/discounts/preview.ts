import type { World } from "@/lib/services/core/world";
import type { Limit } from "@/lib/services/people/keys/count-within";
import { countWithin, isOver } from "@/lib/services/people/keys/count-within";
import { type Chosen, chooseReduction, type Offered } from "./choose";
import type { Redeemer } from "./redeemer";

/** What would be taken off, for a page that shows a price. Reserves and counts nothing. */
export async function previewReduction(
  world: World,
  storeId: number,
  offered: Offered,
  who: Redeemer | null,
): Promise<Chosen> {
  return chooseReduction(world, world.db, storeId, offered, who, world.clock.now());
}

/** Whether a payer of this store could have a code: where none could, no page asks for one. */
export async function takesCodes(world: World, storeId: number): Promise<boolean> {
  const found = await world.db.discountCode.findFirst({
    where: { storeId, code: { not: null } },
    select: { id: true },
  });
  return found !== null;
}

const windowMs = 10 * 60 * 1000;
/** Wrong codes from one address; and to one page from many, so that a crowd's slips do not shut it. */
const limits = { address: { windowMs, max: 10 }, page: { windowMs, max: 100 } };

export interface CodeAsked {
  address: string;
  /** The page's name among all that take money. */
  page: string;
}

/** Whether so many wrong codes came in ten minutes that no code is looked at now. */
export async function codesRest(world: World, asked: CodeAsked): Promise<boolean> {
  const now = world.clock.now();
  const over = await Promise.all(
    subjectsOf(asked).map(([subject, limit]) => isOver(world.db, subject, limit, now)),
  );
  return over.includes(true);
}

/** Counts a code that nobody has. */
export async function countWrongCode(world: World, asked: CodeAsked): Promise<void> {
  const now = world.clock.now();
  for (const [subject, limit] of subjectsOf(asked)) await countWithin(world.db, subject, [limit], now);
}

function subjectsOf({ address, page }: CodeAsked): [string, Limit][] {
  return [
    [`code:${address}`, limits.address],
    [`code-page:${page}`, limits.page],
  ];
}
