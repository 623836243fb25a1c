import { Prisma } from "@/lib/db/client";
import type { PaymentInstrumentRow, SubscriptionRow } from "@/lib/db/rows";
import type { KeptCard } from "@/lib/providers/rails/port";
import { notifyRenewal } from "@/lib/services/billing/renewal/announce";
import { endRenewal, type RenewalWay } from "@/lib/services/billing/renewal/change";
import { cardHash } from "@/lib/services/billing/renewal/renewing";
import { lockSubscriptions } from "@/lib/services/billing/subscriptions/read";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";

/**
 * Stores a card that a rail keeps, with its token sealed. The same card of the same customer is one, under its latest
 * token.
 */
export async function keepCard(
  unit: Unit,
  of: { storeId: number; customerId: number; rail: string },
  card: KeptCard,
): Promise<RenewalWay> {
  const fingerprint = cardHash(unit.world, of.rail, card.fingerprint);
  const { brand, last4, expMonth, expYear } = card;
  const kept = {
    ...{ brand, last4, expMonth, expYear, status: "active" as const, nextForgetAt: null },
    ...heldToken(unit.world, of.rail, card.token),
  };
  // Locked: a card that is let go of at this moment is no longer one that is known.
  const [known] = await lockCards(
    unit,
    Prisma.sql`store_id = ${of.storeId} AND customer_id = ${of.customerId} AND rail = ${of.rail}
      AND fingerprint = ${fingerprint} AND status = 'active' AND next_forget_at IS NULL`,
  );
  if (known) await letGoOfOldToken(unit, known, card.token);
  const { id } = known
    ? await unit.tx.paymentInstrument.update({
        where: { id: known.id },
        data: { ...kept, ...warnedOf(known, card) },
        select: { id: true },
      })
    : await unit.tx.paymentInstrument.create({
        data: { ...of, ...kept, kind: card.kind, fingerprint, createdAt: unit.now },
        select: { id: true },
      });
  return { kind: "card", instrumentId: id, hash: fingerprint, card: { brand, last4, expMonth, expYear } };
}

/** The token as it is stored: sealed, and as the hash by which it is found. */
export function heldToken({ secrets }: World, rail: string, token: string) {
  return {
    tokenSealed: new Uint8Array(secrets.seal(token)),
    tokenHash: tokenHash({ secrets }, rail, token),
  };
}

export function tokenHash(
  { secrets }: Pick<World, "secrets">,
  rail: string,
  token: string,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secrets.mac("card-token", `${rail}/${token}`));
}

/** Where a card has another end than before, its payer is warned of that one too. */
export function warnedOf(
  before: Pick<PaymentInstrumentRow, "expMonth" | "expYear" | "warnedDays">,
  { expMonth, expYear }: Pick<KeptCard, "expMonth" | "expYear">,
): Pick<PaymentInstrumentRow, "warnedDays"> {
  const isSame = before.expMonth === expMonth && before.expYear === expYear;
  return { warnedDays: isSame ? before.warnedDays : null };
}

/** A card that paid again has another token at some rails: the one before is taken off there too. */
async function letGoOfOldToken(unit: Unit, known: PaymentInstrumentRow, token: string): Promise<void> {
  const { id: _, tokenSealed, ...old } = known;
  if (!tokenSealed || unit.world.secrets.open(tokenSealed) === token) return;
  const data = { ...old, tokenSealed, status: "revoked" as const, nextForgetAt: unit.now };
  await unit.tx.paymentInstrument.create({ data, select: { id: true } });
}

/** A kept card and all subscriptions that it pays for, locked. */
export interface LockedCard {
  card: PaymentInstrumentRow;
  users: SubscriptionRow[];
}

/**
 * Does `work` with a locked card. Its subscriptions are locked before it, as everywhere. If another one begins to use it
 * meanwhile, all begins anew.
 */
export async function withCard<Result>(
  world: World,
  id: bigint,
  work: (unit: Unit, locked: LockedCard) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await transact(world, async (unit) => {
      const users = await lockUsers(unit, id);
      const [card] = await lockCards(unit, Prisma.sql`id = ${id}`);
      if (!card) throw new Error(`There is no card ${id}.`);
      if ((await unit.tx.subscription.count({ where: { instrumentId: id } })) !== users.length) return null;
      return { result: await work(unit, { card, users }) };
    });
    if (done) return done.result;
  }
}

async function lockUsers(unit: Unit, id: bigint): Promise<SubscriptionRow[]> {
  const found = await unit.tx.subscription.findMany({
    where: { instrumentId: id },
    select: { id: true, storeId: true, livemode: true },
  });
  const [scope] = found;
  if (!scope) return [];
  const rows = await lockSubscriptions(
    unit,
    scope,
    found.map((user) => user.id),
  );
  return rows.filter(({ instrumentId }) => instrumentId === id);
}

/** The cards that fit, as they are once they are locked. */
export async function lockCards({ tx }: Unit, fits: Prisma.Sql): Promise<PaymentInstrumentRow[]> {
  const locked = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM payment_instruments WHERE ${fits} ORDER BY id FOR UPDATE`;
  return tx.paymentInstrument.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

/** What a card paid for is renewed by hand again, and each payer is told why, once. */
export async function endForAll(unit: Unit, { card, users }: LockedCard, why: string): Promise<void> {
  for (const row of users) {
    await notifyRenewal(unit, row, "card_over", `${why}/${card.id}`);
    await endRenewal(unit, row, "card_over");
  }
}
