import { Prisma } from "@/lib/db/client";
import type { AttemptRow } from "@/lib/db/rows";
import { maskedPhone } from "@/lib/providers/phone";
import type { Unit, World } from "@/lib/services/core/world";
import { lockSubscription } from "../subscriptions/record";
import { notifyRenewal } from "./announce";
import { endRenewal } from "./change";
import { phoneHash } from "./instrument";

type Paid = Pick<
  AttemptRow,
  "id" | "storeId" | "consentId" | "renewalOf" | "instrumentHash" | "phoneSealed"
> & {
  order: { accountId: number; subscriptionId: string | null };
};

/**
 * Nothing more is taken by itself, because a payment went back or its payer says that it was not theirs: every consent of
 * the account on the phone or card that paid ends, and each payer is told why; only a new consent opens it again. Without
 * `everywhere` (a bank asks about something else) those of the payment's own subscription alone. Under the lock of the
 * attempt and its order, before any balance.
 */
export async function endConsentsOn(
  world: World,
  unit: Unit,
  attempt: Paid,
  by: "disputed" | "reversed",
  everywhere = true,
): Promise<void> {
  for (const { id, storeId } of await consentsOn(world, unit, attempt, everywhere)) {
    const row = await lockSubscription(unit, { storeId, livemode: true }, id);
    if (!row || row.renewalMode === "manual") continue;
    await notifyRenewal(world, unit, row, "renewal_disputed_off", attempt.id);
    await endRenewal(world, unit, row, by);
  }
}

/** In one order for all, as two payments with one card may go back at once. */
function consentsOn(
  world: World,
  { tx }: Unit,
  { storeId: _, consentId, renewalOf, order, instrumentHash, phoneSealed }: Paid,
  everywhere: boolean,
): Promise<{ id: string; storeId: number }[]> {
  const phone = phoneSealed && world.secrets.open(phoneSealed);
  const hash = instrumentHash ?? (phone && phoneHash(world, phone));
  const own = renewalOf ?? order.subscriptionId;
  // What an earlier release wrote has no hash: its card is that of its consent, its phone the one that is shown so.
  const same = Prisma.sql`c.instrument_hash = coalesce(${hash}::bytea,
      (SELECT instrument_hash FROM renewal_consents WHERE id = ${consentId}))
    OR c.instrument_hash IS NULL AND sub.renewal_phone = ${phone && maskedPhone(phone)}`;
  return tx.$queryRaw<{ id: string; storeId: number }[]>`
    SELECT sub.id, sub.store_id AS "storeId" FROM renewal_consents c
    JOIN subscriptions sub ON sub.id = c.subscription_id AND sub.account_id = ${order.accountId} AND sub.livemode
    WHERE c.ended_at IS NULL AND (c.subscription_id = ${own} OR ${everywhere} AND (${same}))
    ORDER BY sub.store_id, sub.id`;
}
