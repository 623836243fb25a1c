import { payableRange } from "@/lib/domain/invoice";
import type { TillPayment } from "@/lib/domain/till-payment";
import type { TillVerdict } from "@/lib/providers/rails/till";
import { within } from "@/lib/providers/turns";
import { invoiceFacts } from "@/lib/resources/invoice";
import { findNamed, type Named } from "@/lib/services/catalog/till/account-numbers";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../rails";
import { promptNamed } from "./known";

/** A network that waits longer lets the payment go on by itself, or stops it: then nobody knows. */
const patienceMs = 2_500;

/**
 * Answers a network that asks before money moves, where the account says so: an unknown number or an amount that cannot pay
 * is refused at the phone. In doubt, and where the answer would be late, it is accepted: money that comes is sorted out later.
 */
export async function answerTillValidation(world: World, asked: TillPayment): Promise<TillVerdict> {
  try {
    return await within<TillVerdict>(patienceMs, verdictOn(world, asked), () => "accept");
  } catch (error) {
    world.log.warn({ err: error, rail: asked.account }, "A payment at the till could not be checked.");
    return "accept";
  }
}

async function verdictOn(world: World, asked: TillPayment): Promise<TillVerdict> {
  const { account, typed, amount } = asked;
  const row = await world.db.railAccount.findUnique({ where: { key: account } });
  if (!row?.tillRefuses) return "accept";
  const named = await findNamed(world.db, row.storeId, typed);
  if (named) return (await takes(world, row.storeId, named, amount)) ? "accept" : "wrong_amount";
  // Our own prompts are asked about too, by the reference that we gave them.
  const rail = railOf(world, account);
  const where = { rail: account, railRef: typed ?? "" };
  if (rail && (await promptNamed(world, rail, asked))) return "accept";
  return (await world.db.paymentAttempt.count({ where })) > 0 ? "accept" : "unknown_number";
}

/** Whether what is named can take this amount. What is gone, or has no one price, is left to the seller. */
async function takes(
  { db }: World,
  storeId: number,
  named: Named,
  { minor, currency }: TillPayment["amount"],
): Promise<boolean> {
  if (named.kind === "invoice") {
    const row = await db.invoice.findFirst({ where: { id: named.id, storeId } });
    const range = row && payableRange(invoiceFacts(row));
    return !range || (row.currency === currency && minor >= range.minMinor && minor <= range.maxMinor);
  }
  if (named.kind === "link") {
    const row = await db.paymentLink.findFirst({ where: { id: named.id, storeId } });
    return row?.amountMinor == null || (row.currency === currency && row.amountMinor === minor);
  }
  const row = await db.subscription.findFirst({ where: { id: named.id, storeId } });
  // A discount or a plan that begins next changes what the next period costs.
  const isPlain = row?.discountId === null && row.pendingProductId === null;
  return !isPlain || (row.currency === currency && row.amountMinor === minor);
}
