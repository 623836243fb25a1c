import type { MessageChannel } from "@/lib/db/generated/enums";
import { payInvalid } from "@/lib/domain/pay-problem";
import { NotFound } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import type { Caller } from "@/lib/services/core/caller";
import { manageUrl } from "@/lib/services/core/manage-token";
import { sixDigits } from "@/lib/services/core/six-digits";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyContactCode } from "@/lib/services/notify/messages/notify-subscriber";
import { phoneHasRoom } from "@/lib/services/people/accounts/quota";
import { yieldProspects } from "@/lib/services/people/customers/prospect";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { endManageLinks } from "@/lib/services/people/customers/update";
import { notifyContactChanged } from "./contact-undo";

const minutes = 10;
const triesMax = 5;
/** Each code is a message that may go to the wrong person, so the limit is low. */
const codesPerHour = 3;
const hourMs = 60 * 60 * 1000;

export type ContactChannel = "email" | "sms";

/** The result of a request for a code. */
export type CodeAsked = "sent" | "too_many";

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
  const { storeId, livemode } = caller;
  return transact(world, async (unit) => {
    const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
    const value = readContact(channel, asked.value, store.country);
    await lockSubscription(unit, caller, subscriptionId);
    const since = new Date(unit.now.getTime() - hourMs);
    const made = await unit.tx.contactCode.count({ where: { subscriptionId, createdAt: { gt: since } } });
    if (made >= codesPerHour) return "too_many";
    if (channel === "sms" && livemode && !(await phoneHasRoom(world, unit, value))) return "too_many";
    const code = sixDigits(world);
    const { id } = await unit.tx.contactCode.create({
      data: {
        storeId,
        livemode,
        subscriptionId,
        channel,
        valueSealed: world.secrets.seal(value),
        codeHash: hashOf(world, subscriptionId, code),
        triesLeft: triesMax,
        expiresAt: new Date(unit.now.getTime() + minutes * 60_000),
        createdAt: unit.now,
      },
      select: { id: true },
    });
    await notifyContactCode(world, unit, {
      ...{ id, storeId, livemode, subscriptionId, channel, code, minutes, language },
      recipient: value,
    });
    return "sent";
  });
}

/** The newest code's address, if the code can still be confirmed; else null. */
export async function readOpenCode(
  world: World,
  caller: Caller,
  subscriptionId: string,
): Promise<{ value: string; channel: ContactChannel } | null> {
  const { storeId, livemode } = caller;
  const found = await world.db.contactCode.findFirst({
    where: { storeId, livemode, subscriptionId },
    orderBy: { id: "desc" },
  });
  if (!found || found.usedAt || found.triesLeft < 1 || found.expiresAt <= world.clock.now()) return null;
  const value = world.secrets.open(found.valueSealed);
  const channel = channelOf(found);
  return { channel, value: channel === "sms" ? formatPhone(value) : value };
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
    const newest = await unit.tx.contactCode.findFirst({
      where: { storeId: caller.storeId, livemode: caller.livemode, subscriptionId },
      orderBy: { id: "desc" },
    });
    if (!newest || newest.usedAt || newest.triesLeft < 1 || newest.expiresAt <= unit.now)
      return { kind: "over" };
    const given = hashOf(world, subscriptionId, typed.replace(/\D/g, ""));
    if (Buffer.compare(given, newest.codeHash) !== 0) {
      const triesLeft = newest.triesLeft - 1;
      await unit.tx.contactCode.update({ where: { id: newest.id }, data: { triesLeft } });
      return triesLeft > 0 ? { kind: "wrong", triesLeft } : { kind: "over" };
    }
    await unit.tx.contactCode.update({ where: { id: newest.id }, data: { usedAt: unit.now } });
    const value = world.secrets.open(newest.valueSealed);
    return change(world, unit, caller, { customerId, subscriptionId }, channelOf(newest), value);
  });
}

/** Links that were mailed to the old address end too: whoever still reads that mailbox must not have access. */
async function change(
  world: World,
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
  await notifyContactChanged(world, unit, caller, {
    subscriptionId: whose.subscriptionId,
    ...{ channel, before, now: value },
  });
  await endManageLinks(unit, caller, whose.customerId);
  const subscription = await unit.tx.subscription.findUniqueOrThrow({ where: { id: whose.subscriptionId } });
  return { kind: "changed", url: manageUrl(world, subscription) };
}

/** Locks the subscription, so that concurrent requests cannot exceed the limits of tries and codes. */
async function lockSubscription(unit: Unit, caller: Caller, id: string): Promise<{ customerId: number }> {
  const [row] = await unit.tx.$queryRaw<{ customerId: number }[]>`
    SELECT customer_id AS "customerId" FROM subscriptions
    WHERE id = ${id} AND store_id = ${caller.storeId} AND livemode = ${caller.livemode} FOR NO KEY UPDATE`;
  if (!row) throw new NotFound();
  return row;
}

/** Nobody proves a contact by a push message. */
function channelOf({ channel }: { channel: MessageChannel }): ContactChannel {
  return channel === "sms" ? "sms" : "email";
}

function readContact(channel: ContactChannel, typed: string, country: string): string {
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

/** A keyed hash, because six digits are easily guessed from a plain one. */
function hashOf(world: World, subscriptionId: string, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("contact-code", `${subscriptionId}/${code}`));
}
