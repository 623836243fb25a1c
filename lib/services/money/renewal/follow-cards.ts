import type { PaymentInstrumentRow } from "@/lib/db/rows";
import type { CardChange, KeptCard } from "@/lib/providers/rails/kept-card";
import { notifyRenewal, publishRenewal } from "@/lib/services/billing/renewal/announce";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import { lockSubscription } from "@/lib/services/billing/subscriptions/record";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { heldToken, tokenHash, warnedOf } from "./keep-card";

/**
 * What a rail says of cards that it keeps: one that its bank replaced goes on under its new number, as the payer agreed
 * to be charged and not to a number; one that was taken off there ends the renewal of all that it paid for, and their
 * payers are told. A card that we do not hold, or that nobody uses any more, changes nothing.
 */
export async function followCards(world: World, rail: string, changes: readonly CardChange[]): Promise<void> {
  for (const { token, card } of changes) {
    const held = await world.db.paymentInstrument.findMany({
      where: { rail, tokenHash: tokenHash(world, rail, token), status: "active", nextForgetAt: null },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    for (const { id } of held) await transact(world, (unit) => follow(world, unit, id, card));
  }
}

/** Subscriptions are locked before their card, as everywhere. */
async function follow(world: World, unit: Unit, id: bigint, card: KeptCard | null): Promise<void> {
  const users = await unit.tx.subscription.findMany({
    where: { instrumentId: id, renewalMode: "charge" },
    select: { id: true, storeId: true, livemode: true },
    orderBy: { id: "asc" },
  });
  for (const user of users) {
    const row = await lockSubscription(unit, user, user.id);
    if (row?.instrumentId !== id) continue;
    if (card) await showCard(world, unit, row, card);
    else {
      await notifyRenewal(world, unit, row, "card_over", `taken off/${id}`);
      await endRenewal(world, unit, row, "card_over");
    }
  }
  await unit.tx.$queryRaw`SELECT 1 FROM payment_instruments WHERE id = ${id} FOR UPDATE`;
  const known = await unit.tx.paymentInstrument.findUniqueOrThrow({ where: { id } });
  if (known.status !== "active") return;
  const data = card ? replacedBy(world, known, card) : takenOff;
  await unit.tx.paymentInstrument.update({ where: { id }, data, select: { id: true } });
}

/** The rail keeps it no more, so there is nothing left to forget. */
const takenOff = { status: "revoked" as const, tokenSealed: null, tokenHash: null, nextForgetAt: null };

function replacedBy(world: World, known: PaymentInstrumentRow, card: KeptCard) {
  const { brand, last4, expMonth, expYear } = card;
  return {
    ...{ brand, last4, expMonth, expYear, ...warnedOf(known, card) },
    fingerprint: new Uint8Array(world.secrets.mac("card", `${known.rail}/${card.fingerprint}`)),
    ...heldToken(world, known.rail, card.token),
  };
}

async function showCard(
  world: World,
  unit: Unit,
  row: Parameters<typeof publishRenewal>[2],
  { brand, last4, expMonth, expYear }: KeptCard,
): Promise<void> {
  const renewalCard = { brand, last4, expMonth, expYear };
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: { renewalCard, updatedAt: unit.now },
    select: { id: true },
  });
  await publishRenewal(world, unit, { ...row, renewalCard, updatedAt: unit.now });
}
