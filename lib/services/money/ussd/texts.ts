import { knownLanguage, type Language } from "@/lib/domain/languages";
import { statusAt } from "@/lib/domain/subscription";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { alphabetOf } from "@/lib/services/notify/messages/alphabet";
import { day } from "@/lib/text/dates";
import { wordsIn } from "@/lib/text/words";
import { type ActRow, phoneOfAct, wantOf } from "./shown";

/**
 * Texts to the number that dialled: only who holds it reads them, so they may say what a screen may not. Each goes once,
 * however often its act is repeated.
 */

/** Until when each of the number's subscriptions is paid. */
export async function writeUntil(world: World, caller: Caller, row: ActRow): Promise<void> {
  const phone = phoneOfAct(world, row);
  await transact(world, async (unit) => {
    const { store, lang, words } = await voiceOf(unit, caller, row);
    const subscriptions = await unit.tx.subscription.findMany({
      where: { storeId: caller.storeId, livemode: true, customer: { phone } },
      include: { product: { select: { name: true } } },
      orderBy: [{ currentPeriodEnd: "desc" }, { id: "asc" }],
      take: 4,
    });
    const paid = subscriptions.filter((one) => statusAt(one, unit.now) !== "expired");
    const lines = paid.map(({ product, currentPeriodEnd }) => {
      const end = day({ lang, timeZone: store.timeZone }, currentPeriodEnd);
      return words.text("ussd_sms_until", { store: store.name, item: product.name, end });
    });
    const text = lines.length > 0 ? lines.join(" ") : words.text("ussd_sms_no_until", { store: store.name });
    await write(unit, caller, row, { phone, text, template: "ussd_until" });
  });
}

/** The receipt of a payment of this number, by its provider's code. Of any other payment nothing is said to anybody. */
export async function writeReceipt(world: World, caller: Caller, row: ActRow, code: string): Promise<void> {
  const phone = phoneOfAct(world, row);
  await transact(world, async (unit) => {
    const attempts = await unit.tx.paymentAttempt.findMany({
      where: { storeId: caller.storeId, receipt: code.toUpperCase(), status: "succeeded" },
      include: { order: { include: { customer: { select: { phone: true } } } } },
      take: 5,
    });
    const theirs = attempts.find(
      ({ phoneSealed, order }) =>
        order.customer.phone === phone || (phoneSealed !== null && world.secrets.open(phoneSealed) === phone),
    );
    if (!theirs?.order.paidAt) return;
    const { order } = theirs;
    const { store, words } = await voiceOf(unit, caller, row);
    const text = words.text("ussd_sms_receipt", {
      store: store.name,
      amount: { minor: order.totalMinor, currency: order.currency },
      link: `${world.config.siteUrl}/receipt/${order.receiptToken}`,
    });
    await write(unit, caller, row, { phone, text, template: "ussd_receipt" });
  });
}

/** Nothing was taken after all, though the screen had promised a question for the PIN. */
export async function writeNothing(world: World, caller: Caller, row: ActRow): Promise<void> {
  const phone = phoneOfAct(world, row);
  await transact(world, async (unit) => {
    const { store, words } = await voiceOf(unit, caller, row);
    const text = words.text("ussd_sms_nothing", { store: store.name, item: wantOf(row).item });
    await write(unit, caller, row, { phone, text, template: "ussd_nothing" });
  });
}

async function voiceOf(unit: Unit, { storeId }: Caller, row: ActRow) {
  const lang = languageOf(row);
  const store = await unit.tx.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { name: true, timeZone: true },
  });
  return { store, lang, words: wordsIn(lang, "payer") };
}

function languageOf({ language }: ActRow): Language {
  return knownLanguage(language) ?? "en";
}

async function write(
  unit: Unit,
  { accountId, storeId }: Caller,
  row: ActRow,
  { phone, text, template }: { phone: string; text: string; template: string },
): Promise<void> {
  await unit.queueMessage({
    why: "page",
    ...{ accountId, storeId, channel: "sms", recipient: phone, template, subject: "" },
    body: alphabetOf(languageOf(row)).write(text),
    objectId: `ussd/${row.id}`,
    dedupeKey: `ussd/${row.id}`,
  });
}
