import type { Tx } from "@/lib/db/client";
import type { MessageRow, StoreRow } from "@/lib/db/rows";
import type { Why } from "@/lib/domain/limits";
import { Invalid, say } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { reserve } from "@/lib/services/core/gate";
import type { Channel, Unit, Wish, World } from "@/lib/services/core/world";
import { wantsWhatsapp } from "../whatsapp/consent";
import { whatsappContent } from "../whatsapp/content";
import { goesByWhatsapp } from "../whatsapp/templates";
import { type AlertKind, type MessageKind, messageLanguage, type ValuesOf } from "./notices";
import { renderEmail, renderSms, type Voice } from "./render";

/** The recipient of a message: a customer, or the seller. */
export interface Addressee {
  name: string;
  email: string | null;
  /** E.164. */
  phone: string | null;
  language: string | null;
}

type PayerKind = Exclude<MessageKind, AlertKind>;

export interface Notification<Kind extends MessageKind> {
  store: StoreRow;
  to: Addressee;
  kind: Kind;
  values: ValuesOf<Kind>;
  /** What it is about: `order/12`, `invoice/7`, `sub_…`. */
  objectId: string;
  /** Names the fact, so that it is sent once on each channel. */
  key: string;
  /** Of a receipt: the tax within the price. */
  tax?: Voice["tax"];
  /** The earliest sending time; messages that can wait are not sent at night. */
  notBefore?: Date;
  /** Where it is not what the kind says: of a payment that a seller only recorded. */
  why?: "owed";
}

/**
 * Queues one message, in the transaction of the fact it is about: by e-mail where there is an address; by SMS where
 * there is a phone and either no address, or the message must surely be seen. Nothing where the store switched such
 * messages off. Only for live customers: callers never call it for test users (spec, Test mode behaviour).
 */
export async function notify<Kind extends PayerKind>(
  unit: Unit,
  notification: Notification<Kind>,
): Promise<void> {
  const { store, to, kind } = notification;
  for (const { channel, recipient } of waysTo(store, to, kind))
    await notifyBy(unit, notification, channel, recipient);
}

/** By which ways it reaches them; none where the store switched such messages off. */
export function waysTo(store: StoreRow, to: Contacts, kind: PayerKind): Wish[] {
  const { needs, reach } = manners[kind];
  if (needs && !store[needs]) return [];
  // A suspended store takes no payments, so no reminder asks for one.
  if (needs === "sendsReminders" && store.status === "suspended") return [];
  return waysOf(to, reach);
}

type Contacts = Pick<Addressee, "email" | "phone">;

function waysOf({ email, phone }: Contacts, reach: Manner["reach"]): Wish[] {
  const mail = email ? [{ channel: "email" as const, recipient: email }] : [];
  const text = phone && (!email || reach === "both") ? [{ channel: "sms" as const, recipient: phone }] : [];
  return [...mail, ...text];
}

/**
 * Counts a message that a person of the store asks for, before it is queued. Throws Invalid on `form` where it reaches
 * nobody, and the Refusals of `reserve`.
 */
export async function reserveFor(
  unit: Unit,
  accountId: number,
  to: Contacts,
  reach: Manner["reach"],
): Promise<void> {
  const ways = waysOf(to, reach);
  if (ways.length === 0) throw new Invalid({ form: [say("nowhere_to_send")] });
  await reserve(unit.world, unit, accountId, ways);
}

/** Queues the message on one channel, also where the store switched such messages off. False: the gate had no room. */
export async function notifyBy<Kind extends PayerKind>(
  unit: Unit,
  notification: Notification<Kind>,
  channel: Channel,
  recipient: string,
): Promise<boolean> {
  const { store, to, kind, values, objectId, notBefore, tax = null } = notification;
  const voice = { ...voiceOf(unit.world, store, to), tax };
  const text =
    channel === "email"
      ? renderEmail(kind, values, voice, to.name)
      : { subject: "", body: renderSms(kind, values, voice) };
  const byWhatsapp =
    channel === "sms" &&
    (store.ownWhatsapp || unit.world.whatsapp !== null) &&
    goesByWhatsapp(kind) &&
    (await wantsWhatsapp(unit.tx, store.id, recipient));
  const by = byWhatsapp ? "whatsapp" : channel;
  return unit.queueMessage({
    why: notification.why ?? manners[kind].why,
    accountId: store.accountId,
    storeId: store.id,
    channel: by,
    recipient,
    template: kind,
    ...text,
    ...(byWhatsapp && {
      whatsapp: {
        content: whatsappContent(kind, values, voice, text.body),
        isPlayed: !store.ownWhatsapp && unit.world.whatsapp?.isSandbox === true,
      },
    }),
    objectId,
    dedupeKey: dedupeKey(notification.key, by),
    ...(notBefore ? { notBefore } : {}),
  });
}

/** The dedupe key of a fact's message on one channel. */
export function dedupeKey(key: string, channel: Channel | "whatsapp"): string {
  return `${key}/${channel}`;
}

function voiceOf(world: World, store: StoreRow, to: Addressee): Voice {
  return {
    language: messageLanguage(to.language, store.language),
    timeZone: store.timeZone,
    serviceName: world.config.serviceName,
    seller: store.name,
    contact: store.contactPhone ?? store.contactEmail,
  };
}

/** The store's setting that switches a message off, whether it is sent on both channels, and why it may go. */
interface Manner {
  needs: "sendsReceipts" | "sendsReminders" | null;
  reach: "first" | "both";
  why: Why;
}

const receipt = (why: Why): Manner => ({ needs: "sendsReceipts", reach: "first", why });
const reminder: Manner = { needs: "sendsReminders", reach: "both", why: "owed" };
/** Messages that a page promised. */
const promised = (why: Why): Manner => ({ needs: null, reach: "both", why });
const always = (why: Why): Manner => ({ needs: null, reach: "first", why });

const manners: Record<PayerKind, Manner> = {
  receipt_order: receipt("paid"),
  receipt_subscription: receipt("paid"),
  receipt_free_order: receipt("owed"),
  receipt_free_subscription: receipt("owed"),
  // Without these whoever paid has nothing: no store can switch them off.
  receipt_download: always("paid"),
  receipt_free_download: always("owed"),
  download_link: always("owed"),
  invoice_paid: receipt("paid"),
  invoice_part_paid: receipt("paid"),
  refund_done: receipt("paid"),
  refund_by_hand: receipt("owed"),
  handed_over: receipt("owed"),
  handed_over_note: receipt("owed"),
  payment_came_late: promised("paid"),
  payment_failed_late: promised("owed"),
  renewal_asked: promised("asked"),
  renewal_seven_days: reminder,
  renewal_three_days: reminder,
  renewal_one_day: reminder,
  renewal_end_day: reminder,
  renewal_last_grace_day: reminder,
  // The payer was promised these where they agreed, whatever the store sends.
  renewal_notice_prompt: promised("paid"),
  renewal_notice_charge: promised("paid"),
  renewal_notice_order: promised("paid"),
  renewal_price_changed: promised("paid"),
  renewal_failed_again: promised("paid"),
  renewal_failed_last: promised("paid"),
  renewal_needs_payer: promised("paid"),
  renewal_refused_off: promised("paid"),
  renewal_disputed_off: promised("paid"),
  card_ends: promised("paid"),
  card_over: promised("paid"),
  grace_started: reminder,
  access_ended: reminder,
  invoice_due_day: reminder,
  invoice_three_days_late: reminder,
  invoice_seven_days_late: reminder,
  invoice_reminder: promised("asked"),
  subscription_cancelled: always("owed"),
  subscription_cancelled_at_once: always("owed"),
  days_given: always("owed"),
  trial_started: always("owed"),
  moved_in: always("told"),
  trial_three_days: reminder,
  trial_one_day: reminder,
  trial_end_day: reminder,
  trial_over: reminder,
  invoice_sent: always("asked"),
  invoice_sent_due: always("asked"),
  quote_sent: always("asked"),
  contact_code: always("page"),
  manage_link: promised("owed"),
  contact_changed: promised("owed"),
  contact_restored: always("owed"),
  payout_sent: always("own"),
  payout_paid: always("own"),
  payout_returned: always("own"),
  plan_changed: always("own"),
  plan_changed_no_api: always("own"),
};

/** The parts of a message that decide whether it is still true. */
type Aged = Pick<MessageRow, "template" | "createdAt" | "storeId" | "objectId">;

const hourMs = 60 * 60_000;
const tooLate = "It waited so long that it was not true any more, so it was not sent.";

/**
 * The reason why a waiting message must not be sent any more, or null. For example after an outage: a reminder about an
 * end that has passed, or an invoice that is paid or cancelled by now.
 */
export async function whyNotAnyMore(
  world: Pick<World, "clock"> & { db: Pick<Tx, "subscription" | "invoice"> },
  message: Aged,
): Promise<string | null> {
  const { template, createdAt, storeId, objectId } = message;
  const ageMs = world.clock.now().getTime() - createdAt.getTime();
  if (ageMs > lifetimeMs(template)) return tooLate;
  if (template === "moved_in" || template === "trial_started") {
    // What they say is that somebody has access.
    const about = await world.db.subscription.findUnique({ where: { id: objectId ?? "" } });
    return about && !about.cancelledAt && hasAccess(about, world.clock.now()) ? null : tooLate;
  }
  const invoiceId = invoiceIdOf(objectId);
  if (invoiceId === null || storeId === null || !template.startsWith("invoice_")) return null;
  if (template === "invoice_paid" || template === "invoice_part_paid") return null;
  const invoice = await world.db.invoice.findFirst({
    where: { id: invoiceId, storeId },
    select: { cancelledAt: true, paidMinor: true, totalMinor: true },
  });
  if (invoice?.cancelledAt) return "The invoice was cancelled before this could go out.";
  if (invoice && invoice.paidMinor >= invoice.totalMinor)
    return "The invoice was paid before this could go out.";
  return null;
}

/** "invoice/12" is invoice 12; null for everything else. */
export function invoiceIdOf(objectId: string | null): number | null {
  const match = /^invoice\/(\d{1,10})$/.exec(objectId ?? "");
  return match ? Number(match[1]) : null;
}

function lifetimeMs(template: string): number {
  if (template === "contact_code") return hourMs / 4;
  if (template.startsWith("renewal_") || template === "invoice_due_day") return 24 * hourMs;
  if (/^trial_.*_day/.test(template)) return 24 * hourMs;
  // It may wait until the morning, and it is outdated after the grace period.
  if (template === "grace_started") return 48 * hourMs;
  return Number.POSITIVE_INFINITY;
}
