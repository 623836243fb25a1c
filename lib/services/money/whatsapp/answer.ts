import { PayInvalid, PaymentOpen } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { storable } from "@/lib/domain/text";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import type { WhatsappInbound, WhatsappPerson } from "@/lib/providers/whatsapp/webhook";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit, World } from "@/lib/services/core/world";
import { alphabetOf } from "@/lib/services/notify/messages/alphabet";
import { messageLanguage } from "@/lib/services/notify/messages/notices";
import { optOut, saysStop } from "@/lib/services/notify/whatsapp/consent";
import { actOf, openContent } from "@/lib/services/notify/whatsapp/content";
import { isPaidSince } from "@/lib/services/notify/whatsapp/follow";
import type { Answers } from "@/lib/services/notify/whatsapp/inbox";
import type { Teller } from "@/lib/services/notify/whatsapp/numbers";
import type { ButtonAct } from "@/lib/services/notify/whatsapp/templates";
import { wordsIn } from "@/lib/text/words";
import type { Quote } from "../checkout/quote";
import { pressPay } from "../checkout/start-payment";
import { isSentByPayer } from "../rails";

/** A message of ours that somebody answers. */
type About = NonNullable<Awaited<ReturnType<typeof readAbout>>>;

const nothing = async () => {};
const dayMs = 24 * 60 * 60_000;
/** Longer than anything that a reminder says stays true. */
const buttonsMs = 7 * dayMs;
/** How long after our last message words are taken as an answer to it. */
const answerMs = 7 * dayMs;

/** A pressed button does what its message offered; words that say so end messages; other words reach the seller. */
export const answerWhatsapp: Answers = async (world, told, by) => {
  const named = told.about === null ? null : await readAbout(world, { wamid: told.about }, by);
  if (told.payload !== null) return unlessErased(named, await pressOf(world, told, named));
  if (saysStop(told.text))
    return unlessErased(named, (unit) => {
      // Alone it means all that write by this number.
      const storeId = named?.storeId ?? by?.storeId ?? null;
      return optOut(unit, personOf(told, named), { storeId, how: "reply", words: told.text });
    });
  const about = named ?? (await readAbout(world, told, by));
  if (!about || told.text.trim() === "") return nothing;
  const name = (await customerName(world, about)) ?? told.name;
  return unlessErased(about, (unit) => keepReply(unit, told, about, name));
};

/** Whoever was erased since our message was read is not written back: it has no id of the provider's any more. */
function unlessErased(about: About | null, write: (unit: Unit) => Promise<void>) {
  return async (unit: Unit) => {
    const where = about && { messageId: about.messageId, wamid: null };
    if (!where || (await unit.tx.whatsappMessage.count({ where })) === 0) await write(unit);
  };
}

/** The message with that id; else the last one to this person. It went by the number that tells of the answer. */
async function readAbout(world: World, which: { wamid: string } | WhatsappPerson, by: Teller | null) {
  const since = { gt: new Date(world.clock.now().getTime() - answerMs) };
  const found = await world.db.whatsappMessage.findFirst({
    where: {
      ownNumber: by?.id ?? null,
      ...("wamid" in which ? which : { wamid: { not: null }, createdAt: since, OR: namesOf(which) }),
    },
    orderBy: { messageId: "desc" },
    include: { message: true, store: { select: { accountId: true } } },
  });
  if (!found) return null;
  const { message, store, ...row } = found;
  return { ...row, accountId: store.accountId, template: message.template, objectId: message.objectId };
}

function namesOf({ phone, userId }: WhatsappPerson) {
  return [...(phone ? [{ phone }] : []), ...(userId ? [{ userId }] : [])];
}

/** Whoever answers our message by its id is the one to whom it went. */
function personOf({ phone, userId }: WhatsappInbound, about: About | null): WhatsappPerson {
  return { phone: phone ?? about?.phone ?? null, userId };
}

/**
 * What a press does. Only a button of this very message counts, pressed by the phone or the id to which it went where the provider
 * shows a phone, and each once.
 */
async function pressOf(world: World, told: WhatsappInbound, about: About | null) {
  const act = about && told.payload ? actOf(world, about.messageId, told.payload) : null;
  const isTheirs = told.phone === null || told.phone === about?.phone;
  if (!about || !act || !(isTheirs || (told.userId !== null && told.userId === about.userId))) return nothing;
  if (act !== "stop" && !(await isStillTheirs(world, about))) return nothing;
  const failed = act === "renew" && !about.pressed.includes(act) && !(await renew(world, about));
  return async (unit: Unit) => {
    if (!(await notePressed(unit, about, act))) return;
    if (act === "later") await askAgain(unit, about);
    if (failed) await writeNothing(unit, about);
    if (act === "stop")
      await optOut(unit, personOf(told, about), { storeId: about.storeId, how: "reply", words: act });
  };
}

/** What it offers is open, and of the one who has that phone: they may have left it to somebody else since. */
async function isStillTheirs(world: World, { storeId, objectId, phone, createdAt }: About): Promise<boolean> {
  if (world.clock.now().getTime() - createdAt.getTime() > buttonsMs) return false;
  if (await isPaidSince(world.db, objectId, createdAt)) return false;
  const where = { id: objectId ?? "", storeId, customer: { phone: phone ?? "" } };
  return (await world.db.subscription.count({ where })) > 0;
}

async function notePressed({ tx }: Unit, { messageId }: About, act: ButtonAct): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE whatsapp_messages SET pressed = array_append(pressed, ${act})
    WHERE message_id = ${messageId} AND NOT pressed @> ARRAY[${act}]`;
  return count > 0;
}

/** In a day, and once: what came of an earlier Later has no second one. */
async function askAgain({ tx, now }: Unit, { messageId }: About): Promise<void> {
  const againAt = new Date(now.getTime() + dayMs);
  await tx.$executeRaw`
    UPDATE whatsapp_messages w SET again_at = ${againAt} FROM messages m
    WHERE m.id = w.message_id AND w.message_id = ${messageId} AND m.dedupe_key NOT LIKE '%/later/%'`;
}

/**
 * Asks the phone for what the message said that it costs. The attempt's id is made of the message, so that a press which is worked
 * twice is one payment. False: nothing was asked.
 */
async function renew(world: World, about: About): Promise<boolean> {
  const { storeId, accountId, objectId, phone, messageId } = about;
  const content = openContent(world, about.contentSealed);
  if (!objectId?.startsWith("sub_") || phone === null || content.amount === null) return false;
  try {
    const caller = { storeId, accountId, livemode: true, actor: "payer" };
    const input = {
      ...{ for: { kind: "subscription_renewal" as const, subscriptionId: objectId }, language: content.lang },
      ...{ method: "mobile_money" as const, phone },
    };
    const seen = await pressPay(world, caller, { ...input, id: "", browser: "" }, () => false);
    if (seen.kind !== "confirm" || !(await canPrompt(world, seen.quote))) return false;
    const id = composeUuid(world.secrets.mac("whatsapp-renew", String(messageId)).slice(0, 16));
    // No browser began it, so none has its page.
    const browser = composeToken(world.random.bytes(24));
    // With charges on top it is another amount, to which they did not agree.
    const isAgreed = ({ totalMinor }: Quote) => String(totalMinor) === content.amount;
    const pressed = await pressPay(world, caller, { ...input, id, browser }, isAgreed);
    return pressed.kind !== "confirm";
  } catch (error) {
    // Whoever is asked already looks at that prompt.
    if (error instanceof PaymentOpen) return true;
    if (error instanceof PayInvalid || error instanceof Refusal || error instanceof NotFound) return false;
    throw error;
  }
}

/** Whether a press is enough: another network needs a code or a page first, and to a seller's own phone the payer sends by hand. */
async function canPrompt(world: World, quote: Quote): Promise<boolean> {
  const { store, currency, network, discountMinor, priceMinor } = quote;
  if (discountMinor === priceMinor) return true;
  if (network?.auth !== "pin_push") return false;
  const place = { storeId: store.id, country: store.country, currency };
  return !(await isSentByPayer(world, { ...place, network: network.code }));
}

/** Nothing was asked after all: where they can pay. */
async function writeNothing(unit: Unit, about: About): Promise<void> {
  const { storeId, accountId, objectId, phone, messageId } = about;
  const row = await unit.tx.subscription.findFirst({
    where: { id: objectId ?? "", storeId },
    include: { product: { select: { name: true } }, store: { select: { name: true } } },
  });
  if (!row || phone === null) return;
  const lang = messageLanguage(openContent(unit.world, about.contentSealed).lang);
  const values = { store: row.store.name, item: row.product.name, link: manageUrl(unit.world, row) };
  const text = wordsIn(lang, "payer").text("whatsappNothing", values);
  await unit.queueMessage({
    ...{ why: "page", accountId, storeId, channel: "sms", recipient: phone, subject: "" },
    ...{ template: "whatsapp_nothing", body: alphabetOf(lang).write(text), objectId: row.id },
    dedupeKey: `whatsapp/${messageId}/nothing`,
  });
}

export const replyKind = "whatsapp_reply";

/** Of the task for what a person writes to a store, by their id or phone; the first is today's, others are of earlier SECRET_KEYs. */
export function replySubjects({ secrets }: Pick<World, "secrets">, storeId: number, who: string): string[] {
  return secrets
    .macs("whatsapp-person", who)
    .map((mac) => `whatsapp/${storeId}/${Buffer.from(mac).toString("base64url").slice(0, 16)}`);
}

const textMax = 300;
const textsMax = 10;

/** One task for all that a person writes until somebody settled it: the last texts, the newest last, and how many there were. */
async function keepReply(unit: Unit, told: WhatsappInbound, about: About, name: string): Promise<void> {
  const { storeId, template } = about;
  const phone = told.phone ?? about.phone;
  const [subject = ""] = replySubjects(unit.world, storeId, told.userId ?? phone ?? "");
  const kind = replyKind;
  // One at a time, so that of two that come at once neither is lost.
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`;
  const open = await unit.tx.task.findFirst({ where: { kind, subject, resolvedAt: null } });
  const before = open?.details as { count?: number; text?: string } | undefined;
  // A line each, in marks, so that what looks like an amount or a time is shown as it was written.
  const text = `“${storable(told.text.replace(/\s+/g, " ").trim(), textMax)}”`;
  const texts = [...(before?.text?.split("\n") ?? []), text].slice(-textsMax);
  const details = {
    name: storable(name.trim(), 100),
    phone: phone === null ? "" : maskedPhone(phone),
    text: texts.join("\n"),
    at: unit.now.toISOString(),
    about: template,
    count: (before?.count ?? 0) + 1,
  };
  if (open) await unit.tx.task.update({ where: { id: open.id }, data: { details } });
  else await unit.raiseTask({ storeId, kind, subject, details });
}

/** Of the customer to whom it went. */
async function customerName(world: World, { accountId, phone }: About): Promise<string | null> {
  if (phone === null) return null;
  const where = { accountId, livemode: true, phone, name: { not: "" } };
  const found = await world.db.customer.findFirst({ where, orderBy: { id: "desc" }, select: { name: true } });
  return found?.name ?? null;
}
