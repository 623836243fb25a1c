import { randomUUID } from "node:crypto";
import type { ReactElement } from "react";
import type {
  AmountField,
  EarlierAttempt,
  LiveTotal,
  OpenNoteFacts,
  PayFormField,
  PayFormProps,
} from "@/components/pay/pay-form-types";
import type { PayPage } from "@/components/pay/types";
import { type Language, languages } from "@/lib/domain/languages";
import { exponentOf, fieldAmount, formatMoney, parseAmount, toMajorText } from "@/lib/domain/money";
import type { PayProblem } from "@/lib/domain/pay-problem";
import type { OpenPayment } from "@/lib/domain/payment-open";
import { parseTypedAmount } from "@/lib/domain/typed-amount";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTried, type TriedPayment } from "@/lib/services/money/checkout/pages/read-attempt-page";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { cookieOf } from "./browser";
import type { PayRequest } from "./respond";

/**
 * What a page takes money for. The same desk shows the form and reads it, so create it in one place for GET and POST.
 */
export interface PayDesk {
  /** Identifies the page among all that take money: "invoice/12". Posts are counted by it. */
  id: string;
  store: ManagePage["store"];
  page: PayPage;
  currency: string;
  /** The price of one, in minor units; null where the payer types the amount. */
  priceMinor: bigint | null;
  /** For a typed amount: the limits, at most three amounts to choose from, and the initial value. */
  amount?: { minMinor: bigint; maxMinor: bigint | null; quickMinor: bigint[]; startMinor?: bigint } | null;
  /** The largest quantity, where several can be bought at once. */
  quantityMax?: number | null;
  question?: string | null;
  email: PayFormProps["email"];
  name?: boolean;
  /** Whether it asks where to bring it. */
  delivery?: boolean;
  /** Hidden fields that `paymentFor` reads back. */
  fields?: Record<string, string>;
  /** Initial values, such as an e-mail from the link. */
  values?: Partial<Record<PayFormField, string>>;
  /** The payer's stored number (E.164): used when the field is left empty, and shown with its middle hidden. */
  knownPhone?: { phone: string; masked: string } | null;
  /** The address of this same page, with its query; only the path where it has none. */
  address?: string;
  /** The whole page around the form; null: no way to pay is configured. Use <PaySection>. */
  paymentFor(read: (field: string) => string | null): PaymentFor;
  /** The whole page around the form; null: no way to pay is set up. Use <PaySection>. */
  view(form: PayFormProps | null): ReactElement;
}

/** What a posted form adds when the page shows it again. */
export interface Again {
  read: (field: string) => string | null;
  problems: readonly PayProblem[];
  /** The total computed from the typed values. */
  quoted?: { priceMinor: bigint; addedMinor: bigint; totalMinor: bigint } | undefined;
  confirms?: boolean;
  /** Another payment of the same thing is open, so no payment began. */
  open?: OpenPayment;
}

/** Everything the form shows, the first time or again. */
export async function formOf(
  pay: PayRequest,
  desk: PayDesk,
  options: PayOptions,
  again?: Again,
): Promise<PayFormProps> {
  const { currency } = desk;
  const price = again?.quoted ?? pricedFor(desk, options, amountIn(pay, desk, again));
  const money = (minor: bigint) => formatMoney({ minor, currency }, desk.page.lang);
  const { mobileMoney } = options;
  const known = await knownPhone(pay, desk);
  return {
    page: desk.page,
    action: pay.url.pathname,
    fields: desk.fields ?? {},
    formId: again?.read("id") ?? randomUUID(),
    shown: price ? String(price.totalMinor) : "",
    values: again
      ? typedValues(again)
      : { ...amountField(desk, amountAtFirst(pay, desk)), ...methodAtFirst(pay), ...desk.values },
    problems: again?.problems ?? [],
    confirms: again?.confirms ?? false,
    total: price ? money(price.totalMinor) : null,
    charges:
      price && price.addedMinor > 0n
        ? { price: money(price.priceMinor), added: money(price.addedMinor) }
        : null,
    amount: amountChoice(pay, desk, price),
    quantity: desk.quantityMax ? { max: desk.quantityMax, live: liveOf(desk, price) } : null,
    question: desk.question ?? null,
    mobileMoney: mobileMoney && {
      ...mobileMoney,
      known: known?.masked ?? null,
    },
    card: options.card,
    email: desk.email,
    name: desk.name ?? false,
    delivery: desk.delivery ?? false,
    country: desk.store.country,
    earlier: again ? null : await earlierAttempt(pay, desk),
    open: again?.open ? openNoteOf(again.open, desk.page.lang) : null,
  };
}

function openNoteOf({ kind, token, amount, phone, endsAt }: OpenPayment, lang: Language): OpenNoteFacts {
  const leftMs = endsAt && endsAt.getTime() - systemWorld().clock.now().getTime();
  return {
    kind,
    href: token && `/attempt/${token}`,
    amount: amount && formatMoney(amount, lang),
    phone,
    secondsLeft: leftMs && Math.max(0, Math.ceil(leftMs / 1000)),
  };
}

/** What the script needs to follow what is typed. If charges are added, only the server knows the total. */
function liveOf({ priceMinor, currency, page }: PayDesk, price: Again["quoted"]): LiveTotal | null {
  if (price && price.addedMinor > 0n) return null;
  const each = priceMinor === null ? null : String(priceMinor);
  return { each, decimals: exponentOf(currency), currency, marks: marksOf(page.lang) };
}

/**
 * The total before Pay is pressed, for the initial way to pay: of a fixed price, or of the amount in the field while no
 * charge is added to it.
 */
function pricedFor(desk: PayDesk, options: PayOptions, amountMinor: bigint | null): Again["quoted"] {
  const priceMinor = desk.priceMinor ?? amountMinor;
  if (priceMinor === null) return undefined;
  const charges = options.charge(options.mobileMoney ? "mobile_money" : "card", priceMinor);
  if (desk.priceMinor === null && charges.addedMinor > 0n) return undefined;
  return { priceMinor, ...charges };
}

/** The amount in the field, where it can be read. */
function amountIn(pay: PayRequest, desk: PayDesk, again: Again | undefined): bigint | null {
  if (!again) return amountAtFirst(pay, desk);
  const typed = again.read("amount");
  if (!desk.amount || typed === null) return null;
  const read = parseTypedAmount(typed, desk.currency, desk.page.lang);
  return read.ok ? read.money.minor : null;
}

function amountChoice(pay: PayRequest, desk: PayDesk, price: Again["quoted"]): AmountField | null {
  const { amount, currency, page } = desk;
  if (!amount) return null;
  const money = (minor: bigint) => formatMoney({ minor, currency }, page.lang);
  return {
    currency,
    live: liveOf(desk, price),
    // "At least KES 0.01" says nothing.
    min: amount.minMinor > 1n ? money(amount.minMinor) : null,
    max: amount.maxMinor === null ? null : money(amount.maxMinor),
    quick: amount.quickMinor.slice(0, 3).map((minor) => {
      const href = `${pay.url.pathname}?amount=${toMajorText({ minor, currency })}`;
      return { value: fieldAmount({ minor, currency }, page.lang), label: money(minor), href };
    }),
  };
}

function amountAtFirst(pay: PayRequest, { amount, currency }: PayDesk): bigint | null {
  if (!amount) return null;
  const asked = pay.url.searchParams.get("amount");
  const read = asked === null ? null : parseAmount(asked, currency);
  return read?.ok ? read.money.minor : (amount.startMinor ?? null);
}

function amountField({ currency, page }: PayDesk, minor: bigint | null): { amount?: string } {
  return minor === null ? {} : { amount: fieldAmount({ minor, currency }, page.lang) };
}

/** "Pay another way" links here with the other way chosen. */
function methodAtFirst(pay: PayRequest): { method?: string } {
  const by = pay.url.searchParams.get("by");
  return by === "card" || by === "mobile_money" ? { method: by } : {};
}

/** The signs of thousands and of decimals, for the script. */
function marksOf(lang: Language): string {
  return languages[lang].thousands + languages[lang].decimal;
}

function typedValues({ read }: Again): PayFormProps["values"] {
  const names = [
    ...(["amount", "quantity", "answer", "method", "phone", "network", "email", "name"] as const),
    ...(["contact", "place"] as const),
  ];
  return Object.fromEntries(names.map((name) => [name, read(name) ?? ""]));
}

const minuteMs = 60_000;
/** How long a payment that came is mentioned; a later visit is for a new payment. */
const paidShownMs = 60 * minuteMs;

/** The payment that this browser began on this page; null when it no longer matters. */
async function earlierAttempt(pay: PayRequest, { store }: PayDesk): Promise<EarlierAttempt | null> {
  const found = (await triedHere(pay, store))?.attempt;
  if (!found) return null;
  const ageMs = systemWorld().clock.now().getTime() - (found.paidAt ?? found.startedAt).getTime();
  const shown = { href: `/attempt/${found.token}`, minutesAgo: Math.max(0, Math.floor(ageMs / minuteMs)) };
  if (found.state === "paid") return ageMs <= paidShownMs ? { ...shown, state: "paid" } : null;
  if (found.state !== "waiting" && found.state !== "unknown") return null;
  if (found.isPaidOtherwise) return null;
  return { ...shown, state: found.state === "unknown" || found.isOverdue ? "overdue" : "open" };
}

/** The stored number, else the last one this browser used on this page, so that nobody types it twice. */
export async function knownPhone(pay: PayRequest, desk: PayDesk): Promise<TriedPayment["phone"]> {
  return desk.knownPhone ?? (await triedHere(pay, desk.store))?.phone ?? null;
}

/** From the cookie of this page. */
async function triedHere(pay: PayRequest, store: { id: number }): Promise<TriedPayment | null> {
  const token = cookieOf(pay, "paying", /^[0-9A-Za-z]{22}$/);
  return token ? readTried(systemWorld(), store, token) : null;
}
