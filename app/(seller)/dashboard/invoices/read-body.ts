import type { z } from "zod";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { problemsOf } from "@/lib/api/read-request";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { addDays, type CivilDate, isCivilDate } from "@/lib/domain/civil-date";
import { isInterval } from "@/lib/domain/interval";
import { invoiceTotals } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { fieldAmount, isCurrency, parseDecimal } from "@/lib/domain/money";
import { Invalid, type Problems, say } from "@/lib/domain/refusal";
import { type SentForm, sentText, typedNumber } from "@/lib/resources/form-fields";
import {
  filledRows,
  invoiceBody,
  invoiceFormProblems,
  isShare,
  typedDiscount,
  typedLines,
  typedShare,
} from "@/lib/resources/invoice-form";
import { type InvoiceChannel, NewInvoice, SendInvoice } from "@/lib/resources/invoice-input";
import { dueDaysMax } from "@/lib/services/billing/invoices/draft";
import {
  type CustomerPick,
  customersToPick,
  pickedCustomer,
  pricesByName,
  productsToPick,
} from "@/lib/services/billing/invoices/pick";
import type { NewQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { MoreRows } from "../act-page";
import { wordsFor } from "../words";
import type { Pick } from "./picks";

/** The end of a sent form of lines: one row more where that was pressed; problems under the form's own names. */
export async function endOfLines<Ending>(
  sent: SentForm,
  seller: CurrentSeller,
  run: () => Promise<Ending>,
): Promise<Ending | { result: MoreRows }> {
  if (typeof sent.more === "string") return { result: { rows: Number(sent.more) } };
  try {
    return await run();
  } catch (error) {
    throw error instanceof Invalid
      ? new Invalid(invoiceFormProblems(error.errors, sent, seller.store.currency))
      : error;
  }
}

/** The sent form as POST /invoices takes it. Throws Invalid by the API's fields. */
export async function readInvoiceBody(
  sent: SentForm,
  seller: CurrentSeller,
): Promise<z.output<typeof NewInvoice>> {
  const words = wordsFor(seller);
  const filled = await withPicked(seller, sent, words);
  const parsed = NewInvoice.safeParse(invoiceBody(filled, seller.store.currency, words.lang));
  if (!parsed.success) throw new Invalid({ ...problemsOf(parsed.error), ...shareProblem(sent, words.lang) });
  return parsed.data;
}

/** What the form says so far; what cannot be read yet is left out. Null where that comes to no sum. */
export function typedTerms(sent: SentForm, currency: string, language: Language) {
  if (!isCurrency(currency)) return null;
  const items = filledRows(sent).flatMap((row) => {
    const field = (name: string) => sentText(sent, name.replace(/\d+$/, String(row)));
    const [item] = typedLines(field, 1, currency, language) ?? [];
    return item ? [{ ...item, description: field("description.0") }] : [];
  });
  const text = (name: string) => sentText(sent, name);
  const discountMinor = typedDiscount(text("discount"), items, currency, language) ?? 0n;
  const taxRatePpm = Number(parseDecimal(typedNumber(text("taxRate"), language) ?? 0, 4) ?? 0);
  const added = invoiceTotals({ items, discountMinor, taxRatePpm });
  if (!added.ok && added.problem !== "total_zero") return null;
  const totals = added.ok ? added.totals : noTotals;
  const own = { taxLabel: text("taxLabel") || null, notes: text("notes") || null };
  return { ...totals, ...own, items, taxRatePpm, currency };
}

const noTotals = { subtotalMinor: 0n, discountMinor: 0n, taxMinor: 0n, totalMinor: 0n };

/** What is wrong with a percentage is said as of one: the API knows only amounts. */
function shareProblem(sent: SentForm, lang: Language): Problems {
  const discount = sentText(sent, "discount");
  return isShare(discount) && typedShare(discount, lang) === null
    ? { discount: [say("discount_share")] }
    : {};
}

/** How long a quote is valid unless its seller says otherwise. */
export const validUntilFrom = (today: CivilDate) => addDays(today, 30);

/** The form of a quote as the verbs take it. Throws Invalid. */
export async function readQuoteBody(sent: SentForm, seller: CurrentSeller): Promise<NewQuote> {
  const validUntil = sentText(sent, "validUntil");
  if (!isCivilDate(validUntil)) throw new Invalid({ validUntil: [say("date_shape")] });
  return { body: await readInvoiceBody(sent, seller), dueDays: dueDaysIn(sent), validUntil };
}

/** Null where the field is empty. Throws Invalid. */
function dueDaysIn(sent: SentForm): number | null {
  const text = sentText(sent, "dueDays");
  if (text === "") return null;
  if (!/^\d{1,3}$/.test(text) || Number(text) > dueDaysMax) throw new Invalid({ dueDays: [say("due_days")] });
  return Number(text);
}

/** When and how the invoices of one that repeats go out. Throws Invalid. */
export function readSchedule(sent: SentForm) {
  const text = (name: string) => sentText(sent, name);
  const [startsOn, endsOn, times, interval] = [
    text("startsOn"),
    text("endsOn"),
    text("times"),
    text("interval"),
  ];
  if (!isInterval(interval)) throw new Invalid({ interval: [say("choose_repeat")] });
  if (!isCivilDate(startsOn)) throw new Invalid({ startsOn: [say("date_shape")] });
  if (endsOn !== "" && !isCivilDate(endsOn)) throw new Invalid({ endsOn: [say("date_shape")] });
  if (!/^\d{0,3}$/.test(times)) throw new Invalid({ times: [say("times_range")] });
  return {
    ...{ startsOn, interval, endsOn: endsOn || null, times: times === "" ? null : Number(times) },
    // None is ticked where the invoices are to wait as drafts.
    channels: sent.channels ? channelsIn([sent.channels].flat()) : [],
    dueDays: dueDaysIn(sent),
  };
}

/** By which ways it goes out. Throws Invalid. */
export function channelsIn(channels: string[]): readonly InvoiceChannel[] {
  const parsed = SendInvoice.safeParse({ channels });
  if (!parsed.success) throw new Invalid({ channels: [say("choose_channels")] });
  return [...new Set(parsed.data.channels)];
}

/** In the page itself, for browsers without scripts; the rest is found by typing. */
const mostInPage = 50;
const mostFound = 10;

/** What the form offers before anything is typed. */
export async function firstPicks(seller: CurrentSeller, words: DashboardWords) {
  const [customers, products] = await Promise.all([
    customerPicks(seller, "", mostInPage),
    productPicks(seller, words, "", mostInPage),
  ]);
  return { customers, products };
}

export async function customerPicks(seller: CurrentSeller, text: string, most = mostFound): Promise<Pick[]> {
  const customers = await customersToPick(systemWorld(), seller.caller(true), text, most);
  return customers.map(({ label, name, email, phone }) => ({
    value: label,
    fill: { customerName: name || label, customerEmail: email ?? "", customerPhone: phone ?? "" },
  }));
}

export async function productPicks(
  seller: CurrentSeller,
  { lang }: DashboardWords,
  text: string,
  most = mostFound,
): Promise<Pick[]> {
  const products = await productsToPick(systemWorld(), seller.caller(true), text, most);
  return products.map(({ name, price }) => {
    const unitPrice = fieldAmount(price, lang);
    return { value: name, label: `${name} · ${unitPrice}`, fill: { unitPrice } };
  });
}

/** A sent form with what a picked customer or product says by itself, where nothing else was typed. */
export async function withPicked(
  seller: CurrentSeller,
  sent: SentForm,
  { lang }: DashboardWords,
): Promise<SentForm> {
  const [world, caller] = [systemWorld(), seller.caller(true)];
  const unpriced = Object.keys(sent).filter((name) => isUnpriced(sent, name));
  const names = unpriced.map((name) => sentText(sent, name));
  const [customer, prices] = await Promise.all([
    pickedCustomer(world, caller, sentText(sent, "customerName"), seller.store.country),
    names.length > 0 ? pricesByName(world, caller, names) : new Map<string, never>(),
  ]);
  const filled: Record<string, string> = {};
  for (const name of unpriced) {
    const price = prices.get(sentText(sent, name));
    if (price) filled[name.replace("description", "unitPrice")] = fieldAmount(price, lang);
  }
  return { ...sent, ...filled, ...(customer ? customerFields(customer, sent) : {}) };
}

function isUnpriced(sent: SentForm, name: string): boolean {
  const row = /^description\.(\d+)$/.exec(name)?.[1];
  return row !== undefined && sentText(sent, name) !== "" && sentText(sent, `unitPrice.${row}`) === "";
}

/** A contact that was typed stays. */
function customerFields({ name, email, phone, label }: CustomerPick, sent: SentForm) {
  return {
    customerName: name || label,
    customerEmail: sentText(sent, "customerEmail") || (email ?? ""),
    customerPhone: sentText(sent, "customerPhone") || (phone ?? ""),
  };
}
