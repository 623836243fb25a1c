import { payInvalid } from "@/lib/domain/pay-problem";
import { NotFound } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import {
  type CodeAsked,
  confirmProof,
  type ProofOf,
  readOpenProof,
  sendProof,
} from "@/lib/services/notify/proofs/proof";
import { yieldProspects } from "@/lib/services/people/customers/contact";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { endManageLinks } from "@/lib/services/people/customers/update";
import { notifyContactChanged } from "./contact-undo";

export type ContactChannel = "email" | "sms";

/**
 * Sends six digits to a new e-mail or phone of the subscriber, to prove that it is theirs; nothing changes until the
 * code is confirmed. Throws PayInvalid on `email` or `phone`, NotFound for a subscription that is not this store's.
 */
export async function askContactCode(
  world: World,
  caller: Caller,
  asked: { subscriptionId: string; channel: ContactChannel; value: string; language: string },
): Promise<CodeAsked> {
  const { subscriptionId, channel, language } = asked;
  return transact(world, async (unit) => {
    const store = await unit.tx.store.findUniqueOrThrow({ where: { id: caller.storeId } });
    const value = readContact(channel, asked.value, store.country);
    await lockSubscription(unit, caller, subscriptionId);
    return sendProof(unit, proofOf(caller, subscriptionId), { channel, value, language });
  });
}

/** The newest code's address, if the code can still be confirmed; else null. */
export async function readOpenCode(
  world: World,
  caller: Caller,
  subscriptionId: string,
): Promise<{ value: string; channel: ContactChannel } | null> {
  const open = await readOpenProof(world, proofOf(caller, subscriptionId));
  return open && { ...open, value: open.channel === "sms" ? formatPhone(open.value) : open.value };
}

/**
 * The result of a code. `changed`: the contact was changed, and the manage link became `url`. `taken`: another customer
 * of the account has that address; nothing was changed.
 */
export type CodeConfirmed =
  | { kind: "changed"; url: string }
  | { kind: "over" | "taken" }
  | { kind: "wrong"; triesLeft: number };

/** Stores the new address when the newest code is right. A wrong one permanently uses one of its five tries. */
export async function confirmContactCode(
  world: World,
  caller: Caller,
  subscriptionId: string,
  typed: string,
): Promise<CodeConfirmed> {
  return transact(world, async (unit) => {
    const { customerId } = await lockSubscription(unit, caller, subscriptionId);
    const confirmed = await confirmProof(unit, proofOf(caller, subscriptionId), typed);
    if (confirmed.kind !== "proven") return confirmed;
    const { channel, value } = confirmed;
    return change(unit, caller, { customerId, subscriptionId }, channel, value);
  });
}

/** Links that were mailed to the old address end too: whoever still reads that mailbox must not have access. */
async function change(
  unit: Unit,
  caller: Caller,
  whose: { customerId: number; subscriptionId: string },
  channel: ContactChannel,
  value: string,
): Promise<CodeConfirmed> {
  const { accountId, livemode } = caller;
  const field = channel === "email" ? { email: value } : { phone: value };
  const adopt = await yieldProspects(unit, caller, [field]);
  const other = await unit.tx.customer.findFirst({
    where: { accountId, livemode, ...field, id: { not: whose.customerId } },
    select: { id: true },
  });
  if (other) return { kind: "taken" };
  const before = await unit.tx.customer.findUniqueOrThrow({ where: { id: whose.customerId } });
  const row = await unit.tx.customer.update({
    where: { id: whose.customerId, accountId, livemode },
    data: { ...field, updatedAt: unit.now },
  });
  await adopt([row]);
  await publishCustomer(unit, caller, row, "customer.updated");
  const target = `customer/${whose.customerId}`;
  const details = { by: whose.subscriptionId, channel };
  await unit.audit(caller, { action: "customer.contact_changed", target, details });
  await notifyContactChanged(unit, caller, {
    subscriptionId: whose.subscriptionId,
    ...{ channel, before, now: value },
  });
  await endManageLinks(unit, caller, whose.customerId);
  const subscription = await unit.tx.subscription.findUniqueOrThrow({ where: { id: whose.subscriptionId } });
  return { kind: "changed", url: manageUrl(unit.world, subscription) };
}

/** Locks it, because a proven contact changes what others read. Throws NotFound where it is not this store's. */
async function lockSubscription(unit: Unit, caller: Caller, id: string): Promise<{ customerId: number }> {
  const [row] = await unit.tx.$queryRaw<{ customerId: number }[]>`
    SELECT customer_id AS "customerId" FROM subscriptions
    WHERE id = ${id} AND store_id = ${caller.storeId} AND livemode = ${caller.livemode} FOR NO KEY UPDATE`;
  if (!row) throw new NotFound();
  return row;
}

function proofOf({ storeId, livemode }: Caller, subscriptionId: string): ProofOf {
  return { storeId, livemode, purpose: "contact", whose: { subscriptionId } };
}

/** The e-mail or phone as it is stored. Throws PayInvalid on `email` or `phone`. */
export function readContact(channel: ContactChannel, typed: string, country: string): string {
  if (channel === "email") {
    const email = normalizeEmail(typed);
    if (email === "") throw payInvalid("email", "email_missing");
    if (!isEmail(email)) throw payInvalid("email", "email_unreadable");
    return email;
  }
  const parsed = parsePhone(typed, country);
  if (!parsed.ok) throw payInvalid("phone", `phone_${parsed.problem}`, { example: parsed.example });
  return parsed.phone;
}
