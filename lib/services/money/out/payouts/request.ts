import type { Language } from "@/lib/domain/languages";
import { payoutRequested, payoutReturned } from "@/lib/domain/posting";
import { Invalid, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { notifyPayout } from "@/lib/services/notify/messages/mail-owners";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { requireWallet } from "../../wallet/read";
import { workNow } from "../transfers/claim";
import { debtBar, type PayoutQuote, payoutBar, payoutShown, quotePayout } from "./quote";
import { sealTo } from "./read";
import { workPayout } from "./work";

export interface NewPayout extends Proof {
  /** UUIDv4 in lower case, created with the form: pressing twice makes one payout. */
  id: string;
  destinationId: number;
  /** Major units, as typed. */
  amount: string;
  /** In which `amount` is typed. */
  language?: Language;
}

/**
 * Requests a payout from the wallet. Amount and fee leave `available` and the payout is committed before the rail is
 * called, so the payout is found again whatever fails later. Owner only, with the password. Throws as `quotePayout`
 * does, Changed, and Invalid on `password`.
 */
export async function requestPayout(
  world: World,
  seller: Seller,
  input: NewPayout,
): Promise<{ id: string; isNew: boolean }> {
  permit(seller, "payout.request");
  await requireWallet(world, seller.storeId);
  await confirmPerson(world, seller.userId, input);
  const { id } = input;
  if (!isUuidV4(id)) throw incomplete();
  const before = await world.db.payout.findUnique({ where: { id }, select: { storeId: true } });
  if (before && before.storeId !== seller.storeId) throw incomplete();
  if (before) return { id, isNew: false };
  const quote = await quotePayout(world, seller, input);
  requireShown(world, seller, `payout/${id}`, payoutShown(quote));
  const isNew = await transact(world, (unit) => reservePayout(unit, seller, { id, quote }));
  if (isNew) await workNow(world, "payouts", id, workPayout);
  return { id, isNew };
}

/**
 * Makes the payout and takes its amount and fee from the wallet, which is locked, so that its balance cannot change
 * meanwhile. False when another press of the same form was first, or the schedule has run on this date.
 */
export async function reservePayout(
  unit: Unit,
  caller: Caller,
  { id, quote, scheduledFor = null }: { id: string; quote: PayoutQuote; scheduledFor?: string | null },
): Promise<boolean> {
  const { storeId, actor } = caller;
  const { currency, amountMinor, feeMinor, destination, rail } = quote;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const bar = payoutBar(store);
  if (bar) throw new Invalid({ form: [say(`payout_${bar}`)] });
  const { count } = await unit.tx.payout.createMany({
    data: [
      {
        id,
        storeId,
        currency,
        amountMinor,
        feeMinor,
        kind: destination.kind,
        rail,
        destinationSealed: sealTo(unit.world, destination.to),
        destinationLabel: destination.label,
        requestedBy: actor,
        scheduledFor,
        nextPollAt: unit.now,
        createdAt: unit.now,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await unit.audit(caller, {
    action: "payout.requested",
    target: `payout:${id}`,
    details: { currency, amountMinor: String(amountMinor), destination: destination.label },
  });
  await notifyPayout(unit, "payout_sent", {
    id,
    storeId,
    currency,
    amountMinor,
    destinationLabel: destination.label,
  });
  await lockWallet(unit, storeId, currency);
  const owes = await debtBar(unit.tx, storeId);
  if (owes) throw new Invalid({ form: [owes] });
  const { availableMinor } = await readWallet(unit.tx, storeId, currency);
  if (amountMinor + feeMinor > availableMinor)
    throw new Invalid({
      amount: [say("payout_less")],
    });
  await unit.post({
    ...payoutRequested({ amountMinor, feeMinor }),
    sourceId: id,
    storeId,
    rail,
    currency,
  });
  unit.wake("transfers");
  return true;
}

function incomplete(): Invalid {
  return new Invalid({ form: [say("payout_incomplete")] });
}

/**
 * Cancels a payout that waits for the operator's account and returns it to the wallet: it was never sent, or the rail
 * refused it for good. Owner only. Throws Invalid on `form` when it may be on its way.
 */
export const cancelPayout = verb("payout.request", async (unit, seller: Seller, id: string) => {
  const { storeId } = seller;
  const payout = await unit.lock("payouts", { id, storeId });
  if (payout.status === "returned") return;
  if (payout.status !== "requested") throw new Invalid({ form: [say("payout_under_way")] });
  await unit.tx.payout.update({
    where: { id },
    data: {
      status: "returned",
      failureReason: "called_back",
      nextPollAt: null,
      completedAt: unit.now,
    },
  });
  await unit.audit(seller, { action: "payout.called_back", target: `payout:${id}` });
  const { rail, currency } = payout;
  await unit.post({ ...payoutReturned(payout), sourceId: id, storeId, rail, currency });
});
