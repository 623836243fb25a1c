import { parseTypedAmount } from "@/lib/domain/money";
import { railIn } from "@/lib/domain/rail-account";
import { isThisMachine } from "@/lib/domain/sites";
import { base62 } from "@/lib/domain/token";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import {
  type CardStep,
  type CardView,
  type HandsetAnswer,
  testCardPattern,
} from "@/lib/providers/rails/sandbox/pages";
import type { World } from "@/lib/services/core/world";

export type { HandsetAnswer } from "@/lib/providers/rails/sandbox/pages";

/** For the card number field: no other number leaves the browser. */
export const cardPattern: string = testCardPattern;

/** A simulated phone and the requests on it. */
export interface Handset {
  /** In the national format. */
  phone: string;
  prompts: { attemptId: string; text: string; label: string }[];
  /** What was written to it lately, newest first. */
  texts: string[];
}

/** The phone of these digits (E.164 without the plus); null where there is no sandbox or no such phone. */
export async function readHandset(world: World, digits: string): Promise<Handset | null> {
  const { sandbox } = world.rails;
  if (!sandbox || !/^\d{7,15}$/.test(digits)) return null;
  const phone = `+${digits}`;
  const prompts = await sandbox.handset.prompts(phone);
  // Any country is accepted: the digits include the calling code.
  if (!parsePhone(phone, "KE", { anyCountry: true }).ok) return null;
  return {
    phone: formatPhone(phone),
    prompts: prompts.map(({ attemptId, text, label }) => ({ attemptId, text, label })),
    texts: await readTexts(world, phone),
  };
}

const textsShown = 3;
const textsFor = 60 * 60_000;

/**
 * What was written to this phone in the last hour, newest first. Only on a machine of one's own, where no provider brings
 * it: elsewhere, and in a public demo, whoever types a number would read its codes.
 */
async function readTexts(world: World, phone: string): Promise<string[]> {
  const { siteUrl, publicDemo } = world.config;
  if (world.sms !== null || publicDemo || !isThisMachine(siteUrl)) return [];
  const since = new Date(world.clock.now().getTime() - textsFor);
  const rows = await world.db.message.findMany({
    where: { channel: "sms", recipient: phone, status: "kept", createdAt: { gt: since } },
    select: { body: true },
    orderBy: { id: "desc" },
    take: textsShown,
  });
  return rows.map(({ body }) => body);
}

/** Presses a button on that phone, then delivers the rail's callbacks. Only a request on this phone can be answered. */
export async function answerHandset(
  world: World,
  digits: string,
  answer: { attemptId: string; act: "approve" | "decline" | "ignore"; pin: string },
): Promise<HandsetAnswer> {
  const { sandbox } = world.rails;
  const handset = await readHandset(world, digits);
  const { attemptId, act, pin } = answer;
  if (!sandbox || !handset?.prompts.some((prompt) => prompt.attemptId === attemptId)) return "gone";
  const given =
    act === "approve" ? await sandbox.handset.approve(attemptId, pin) : await sandbox.handset[act](attemptId);
  await sandbox.deliverDue();
  return given;
}

/** What became of a payment that was begun at the simulated phone. */
export type TillPlayed =
  | { kind: "paid"; receipt: string }
  | { kind: "nobody" | "no_amount" | "unknown_number" | "wrong_amount" };

/**
 * Pays at a till or a paybill from that phone: the payment comes to the account's own address, as from a network. Null where
 * there is no sandbox or no such phone.
 */
export async function payAtTill(
  world: World,
  digits: string,
  typed: { number: string; account: string; amount: string },
): Promise<TillPlayed | null> {
  const { sandbox, own } = world.rails;
  if (!sandbox || !(await readHandset(world, digits))) return null;
  const number = typed.number.replaceAll(/\s/g, "");
  const rail = own?.all().find(({ id, till }) => till?.number === number && own.isOn(id));
  const storeId = (rail && own?.storeOf(rail.id)) ?? null;
  if (!rail?.callbackUrl || railIn(rail.id) !== "sandbox" || storeId === null) return { kind: "nobody" };
  const { currency } = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const amount = parseTypedAmount(typed.amount, currency, "en");
  if (!amount.ok) return { kind: "no_amount" };
  const done = await sandbox.payAtTill({
    ...{ callbackUrl: rail.callbackUrl, phone: `+${digits}`, amount: amount.money },
    typed: typed.account.trim().slice(0, 20),
    random: base62(world.random.bytes(16), 9),
  });
  if ("receipt" in done) return { kind: "paid", receipt: done.receipt };
  return { kind: done.refused === "wrong_amount" ? "wrong_amount" : "unknown_number" };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The path of the attempt's page, for going back to it. */
export async function attemptPath(world: World, attemptId: string): Promise<string | null> {
  if (!uuid.test(attemptId)) return null;
  const found = await world.db.paymentAttempt.findUnique({
    where: { id: attemptId },
    select: { token: true },
  });
  return found && `/attempt/${found.token}`;
}

/** The card page of an attempt; null where there is none. */
export async function readCardPage(world: World, attemptId: string): Promise<CardView | null> {
  if (!uuid.test(attemptId)) return null;
  return (await world.rails.sandbox?.cardPage.view(attemptId)) ?? null;
}

/** The buttons of the card page and of its bank's question. */
export type CardPress =
  | { act: "pay"; number: string; expiry: string; cvc: string }
  | { act: "approve" | "fail" | "cancel" };

/** Makes one press on the card page, then delivers the rail's callbacks. */
export async function pressCardPage(world: World, attemptId: string, press: CardPress): Promise<CardStep> {
  const { sandbox } = world.rails;
  if (!sandbox || !(await readCardPage(world, attemptId))) return { kind: "not_found" };
  const { cardPage } = sandbox;
  const step =
    press.act === "pay"
      ? await cardPage.pay(attemptId, press)
      : press.act === "cancel"
        ? await cardPage.cancel(attemptId)
        : await cardPage.confirm(attemptId, press.act === "approve");
  await sandbox.deliverDue();
  return step;
}
