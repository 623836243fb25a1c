import type { OrderRow } from "@/lib/db/rows";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { isOwnAccount } from "@/lib/domain/rail-account";
import { type Named, numberOf, type PayAtTill } from "@/lib/services/catalog/till/account-numbers";
import type { World } from "@/lib/services/core/world";
import { isClaimKept } from "../phone/claim";
import { railOf } from "../rails";
import type { FoundAttempt } from "../settlement/read-attempt";

/** Its page turns green either way: money at that till, with this number and amount, is this payment. */
export async function tillOfAttempt(
  world: World,
  { attempt, store, order }: FoundAttempt,
): Promise<PayAtTill | null> {
  // The operator's account has many stores, whose numbers are the same.
  const till = isOwnAccount(attempt.rail) ? railOf(world, attempt.rail)?.till : undefined;
  if (!till || till.isHeard === false || attempt.method !== "mobile_money") return null;
  const { kind, number } = till;
  // Its page says it in its own way.
  if (kind === "phone") return null;
  if (kind === "till") return { kind, number, account: null };
  const named = namedBy(order);
  return named && { kind, number, account: await numberOf(world, store.id, named) };
}

/** The seller's number to which a payer sends the money; null where the account is no phone. */
export async function sendTo(
  world: World,
  { id, rail }: Pick<FoundAttempt["attempt"], "id" | "rail">,
): Promise<{ number: string; hides: boolean; isKept: boolean } | null> {
  const found = railOf(world, rail);
  if (!found?.phone || !found.till) return null;
  const { number } = found.till;
  const hides = phoneNetworkOf(found.phone.network)?.hidesPhones === true;
  return { number, hides, isKept: await isClaimKept(world, { id, rail }) };
}

function namedBy({ invoiceId, paymentLinkId, subscriptionId }: OrderRow): Named | null {
  if (invoiceId !== null) return { kind: "invoice", id: invoiceId };
  if (subscriptionId !== null) return { kind: "subscription", id: subscriptionId };
  return paymentLinkId === null ? null : { kind: "link", id: paymentLinkId };
}
