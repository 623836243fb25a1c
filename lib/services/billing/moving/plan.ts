import type { Prisma } from "@/lib/db/client";
import { limits } from "@/lib/domain/limits";
import { type MoveSource, soonMs } from "@/lib/domain/moving";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { storable } from "@/lib/domain/text";
import {
  listPaystackSubscriptions,
  type PaystackSubscription,
} from "@/lib/providers/rails/paystack/subscriptions";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { firstOf } from "@/lib/services/people/customers/read-csv";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { checkMove, inParts, type MoveContext, type Moved, movedJson, problemJson } from "./moved";
import { type FileLine, moveMaxLines, nothingTyped, readMoveFile } from "./read-file";
import { knownOf } from "./slice";

const batchSize = 1_000;

/** A line as it is stored, before it has a move. */
export type PlannedLine = Omit<Prisma.MoveLineCreateManyInput, "moveId">;

/**
 * Looks at a file: what importing it would do is stored, line by line, and nothing else is written. Returns the number of
 * the move. Throws NotAllowed, or Invalid on `file` or `product`.
 */
export async function planMove(
  world: World,
  seller: Seller,
  { csv, productId }: { csv: string; productId: number | null },
): Promise<number> {
  permit(seller, "subscription.import");
  const { source, lines } = readMoveFile(csv);
  return planLines(world, seller, source, lines, productId);
}

/** The same for lines that were read elsewhere. `productId`: of those whose product is not known. */
export async function planLines(
  world: World,
  seller: Seller,
  source: MoveSource,
  lines: readonly FileLine[],
  productId: number | null,
): Promise<number> {
  const context = await contextOf(world, seller, productId);
  const checked = lines.map((line) => checkLine(line, context));
  const planned = await planChecked(world, seller, source, checked);
  return storeMove(world, seller, source, planned);
}

async function contextOf(world: World, seller: Seller, productId: number | null): Promise<MoveContext> {
  const [{ country }, products] = await Promise.all([
    world.db.store.findUniqueOrThrow({ where: { id: seller.storeId }, select: { country: true } }),
    world.db.product.findMany({ where: { storeId: seller.storeId, interval: { not: null } } }),
  ]);
  const otherwise = products.find(({ id }) => id === productId) ?? null;
  if (productId !== null && !otherwise) throw new Invalid({ product: [say("not_subscription_product")] });
  return { now: world.clock.now(), country, products, otherwise };
}

type Checked = { line: number; name: string } & (
  | { moved: Moved }
  | { outcome: "same" | "refused"; problem: Problem }
);

function checkLine({ line, typed, answer }: FileLine, context: MoveContext): Checked {
  // Whatever stands in a file, what is shown of it is short.
  const name = storable(typed.name || typed.email || typed.phone, 255);
  if (answer) return { line, name, ...answer };
  try {
    return { line, name, moved: checkMove(typed, context) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { line, name, outcome: "refused", problem: firstOf(error) };
  }
}

/** What becomes of each: it is made, it is there already, or why not. A second line of one subscription is refused. */
async function planChecked(
  world: World,
  seller: Seller,
  source: MoveSource,
  checked: readonly Checked[],
): Promise<PlannedLine[]> {
  const seen = new Map<string, number>();
  const planned: PlannedLine[] = [];
  for (const batch of inParts(checked, batchSize)) {
    const known = await knownOf(
      world.db,
      seller,
      source,
      batch.flatMap((one) => ("moved" in one ? [one.moved] : [])),
    );
    for (const one of batch) {
      const { line, name } = one;
      const base = { line, kind: "subscription", key: null };
      if (!("moved" in one)) {
        planned.push({ ...base, data: { name }, outcome: one.outcome, problem: problemJson(one.problem) });
        continue;
      }
      const data = movedJson(one.moved);
      const before = seenBefore(seen, one.moved, line);
      const madeId = known.subscriptionOf(one.moved);
      if (before !== undefined) {
        const problem = problemJson(say("move_same_line", { line: String(before) }));
        planned.push({ ...base, data, outcome: "refused", problem });
      } else planned.push({ ...base, data, ...(madeId ? { outcome: "same", madeId } : { outcome: "make" }) });
    }
  }
  return planned;
}

/** The line that has the same subscription, if one has. */
function seenBefore(seen: Map<string, number>, moved: Moved, line: number): number | undefined {
  const { productId, ref, externalId, email, phone } = moved;
  const keys = [
    ...(externalId === null ? [] : [`id ${externalId}`]),
    ...(ref === null
      ? [email && `${productId} ${email}`, phone && `${productId} ${phone}`]
      : [`${productId} ref ${ref}`]),
  ].filter((key) => key !== null);
  const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
  if (before === undefined) for (const key of keys) seen.set(key, line);
  return before;
}

/**
 * Stores a move with its lines, which wait for the press of a button. It can be begun once all of them are there: many
 * lines take longer than one transaction should.
 */
export async function storeMove(
  world: World,
  seller: Seller,
  source: MoveSource,
  lines: readonly PlannedLine[],
): Promise<number> {
  const id = await transact(world, async (unit) => {
    await countMove(unit, seller);
    const { storeId, userId } = seller;
    const data = { storeId, source, createdBy: userId, createdAt: unit.now, total: 0 };
    return (await unit.tx.move.create({ data, select: { id: true } })).id;
  });
  for (const batch of inParts(lines, batchSize))
    await world.db.moveLine.createMany({ data: batch.map((line) => ({ ...line, moveId: id })) });
  const soon = countSoon(lines, world.clock.now());
  await world.db.move.update({ where: { id }, data: { total: lines.length, soon } });
  return id;
}

async function countMove(unit: Unit, { storeId }: Seller): Promise<void> {
  if (!(await countWithin(unit.tx, `moves:${storeId}`, [limits.moves], unit.now)))
    throw new Invalid({ file: [say("move_often", { max: limits.moves.max })] });
}

/** Those that the old provider may charge before anybody has switched it off. */
function countSoon(lines: readonly PlannedLine[], now: Date): number {
  return lines.filter(({ outcome, kind, data }) => {
    if (outcome !== "make" || kind !== "subscription") return false;
    const { end, isCancelled } = data as { end?: string; isCancelled?: boolean };
    const left = Date.parse(end ?? "") - now.getTime();
    return !isCancelled && left > 0 && left <= soonMs;
  }).length;
}

/**
 * Looks at the subscriptions of a seller's own Paystack account. The key reads them once and is stored nowhere. Returns the
 * number of the move. Throws NotAllowed, or Invalid on `passwordKey` or `file`.
 */
export async function planPaystack(
  world: World,
  seller: Seller,
  { key, productId }: { key: string; productId: number | null },
  options: { baseUrl?: string } = {},
): Promise<number> {
  permit(seller, "subscription.import");
  const secret = key.trim();
  // What is no key goes nowhere.
  if (!/^sk_(live|test)_[0-9A-Za-z_]{1,100}$/.test(secret)) throw wrong("move_key");
  const list = await listPaystackSubscriptions(secret, options);
  if (list === "refused") throw wrong("move_key");
  if (list === "lost") throw wrong("move_unreachable");
  if (list.length === 0) throw new Invalid({ passwordKey: [say("file_nobody")] });
  if (list.length > moveMaxLines)
    throw new Invalid({ passwordKey: [say("move_too_large", { max: moveMaxLines })] });
  return planLines(world, seller, "paystack", list.map(lineOf), productId);
}

function wrong(code: "move_key" | "move_unreachable"): Invalid {
  return new Invalid({ passwordKey: [say(code)] });
}

function lineOf(one: PaystackSubscription, at: number): FileLine {
  const { email, phone, name, status, startedAt, amount, currency, interval } = one;
  return {
    line: at + 1,
    typed: {
      ...nothingTyped,
      ...{ email, phone, name, status, startedAt, amount, currency, interval },
      ...{ product: one.plan, end: one.nextPaymentAt, externalId: one.code },
    },
  };
}
