import type { PaymentInstrumentRow } from "@/lib/db/rows";
import type { CardChange, KeptCard } from "@/lib/providers/rails/kept-card";
import { publishRenewal } from "@/lib/services/billing/renewal/announce";
import { cardHash } from "@/lib/services/billing/renewal/renewing";
import type { Unit, World } from "@/lib/services/core/world";
import { heldToken, tokenHash, warnedOf } from "./keep-card";
import { endForAll, type LockedCard, withCard } from "./lock-card";

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
    for (const { id } of held) await withCard(world, id, (unit, locked) => follow(unit, locked, card));
  }
}

async function follow(unit: Unit, locked: LockedCard, card: KeptCard | null): Promise<void> {
  const { card: known, users } = locked;
  if (known.status !== "active") return;
  if (card) for (const row of users) await showCard(unit, row, card);
  else await endForAll(unit, locked, "taken off");
  const data = card ? replacedBy(unit.world, known, card) : takenOff;
  await unit.tx.paymentInstrument.update({ where: { id: known.id }, data, select: { id: true } });
  if (card) {
    // Its payers agreed to be charged, and not to a number.
    const instrumentHash = cardHash(unit.world, known.rail, card.fingerprint);
    await unit.tx.renewalConsent.updateMany({ where: { instrumentId: known.id }, data: { instrumentHash } });
  }
}

/** The rail keeps it no more, so there is nothing left to forget. */
const takenOff = { status: "revoked" as const, tokenSealed: null, tokenHash: null, nextForgetAt: null };

function replacedBy(world: World, known: PaymentInstrumentRow, card: KeptCard) {
  const { brand, last4, expMonth, expYear } = card;
  return {
    ...{ brand, last4, expMonth, expYear, ...warnedOf(known, card) },
    fingerprint: cardHash(world, known.rail, card.fingerprint),
    ...heldToken(world, known.rail, card.token),
  };
}

async function showCard(
  unit: Unit,
  row: Parameters<typeof publishRenewal>[1],
  { brand, last4, expMonth, expYear }: KeptCard,
): Promise<void> {
  const renewalCard = { brand, last4, expMonth, expYear };
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: { renewalCard, updatedAt: unit.now },
    select: { id: true },
  });
  await publishRenewal(unit, { ...row, renewalCard, updatedAt: unit.now });
}
