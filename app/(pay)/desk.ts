import { randomUUID } from "node:crypto";
import type { ReactElement } from "react";
import { everyInWords, wordsOf } from "@/components/pay/parts";
import type {
  AmountField,
  LiveTotal,
  OpenNoteFacts,
  PayFormField,
  PayFormProps,
} from "@/components/pay/pay-form-types";
import type { PayPage } from "@/components/pay/types";
import type { Interval } from "@/lib/domain/interval";
import { type Language, languages } from "@/lib/domain/languages";
import {
  exponentOf,
  fieldAmount,
  formatMoney,
  parseAmount,
  parseTypedAmount,
  toMajorText,
} from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type { OpenPayment, PayProblem } from "@/lib/domain/pay-problem";
import type { Chosen } from "@/lib/services/catalog/discounts/choose";
import type { Named } from "@/lib/services/catalog/till/account-numbers";
import { type Shown, sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { PayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { notReduced } from "@/lib/services/money/checkout/quote";
import { totalShown } from "@/lib/services/money/checkout/shown";
import { tillOf } from "./at-the-till";
import { earlierAttempt, knownPhone } from "./browser";
import { codeAsked, codeField, goesOn, type Priced, previewOf, quantityIn } from "./reduced";
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
  /** What the page says besides the total, as the purchase has it: the press agrees to that alone. */
  shown?: Shown;
  /** What a reduction may look at. Absent: nothing is taken off here. */
  reduces?: Parameters<typeof previewOf>[1]["reduces"];
  /** For a typed amount: the limits, at most three amounts to choose from, and the initial value. */
  amount?: { minMinor: bigint; maxMinor: bigint | null; quickMinor: bigint[]; startMinor?: bigint } | null;
  /** The largest quantity, where several can be bought at once. */
  quantityMax?: number | null;
  question?: string | null;
  email: PayFormProps["email"];
  name?: boolean;
  /** Of a subscription that may renew by itself: how often, for the words of the box. */
  renews?: Interval | null;
  /** Whether it asks where to bring it. */
  delivery?: boolean;
  /** What can be paid at a till too, by its own number. Absent: nothing. */
  till?: Named;
  /** Hidden fields that `paymentFor` reads back. */
  fields?: Record<string, string>;
  /** Initial values, such as an e-mail from the link. */
  values?: Partial<Record<PayFormField, string>>;
  /** The payer's stored number (E.164): used when the field is left empty, and shown with its middle hidden. */
  knownPhone?: { phone: string; masked: string } | null;
  /** The address of this same page, with its query; only the path where it has none. */
  address?: string;
  paymentFor(read: (field: string) => string | null): PaymentFor;
  /** The whole page around the form; null: no way to pay is set up. Use <PaySection>. */
  view(form: PayFormProps | null): ReactElement;
}

/** What a posted form adds when the page shows it again. */
export interface Again {
  read: (field: string) => string | null;
  problems: readonly PayProblem[];
  /** The total computed from the typed values. */
  quoted?: Priced | undefined;
  /** What it was pressed for: what is so now, or the token of the page where that is not known. */
  shown?: Shown | string | undefined;
  /** "Apply the code" was pressed: the price is computed with it, and nothing is asked yet. */
  applies?: boolean;
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
  const preview = again?.quoted ? null : await previewOf(pay, desk, again);
  const price =
    again?.quoted ??
    pricedFor(
      desk,
      options,
      amountIn(pay, desk, again),
      preview?.chosen,
      again?.applies ? quantityIn(desk, again) : 1n,
    );
  const chosen = price?.chosen ?? notReduced;
  const isFree = price?.totalMinor === 0n;
  const money = (minor: bigint) => formatMoney({ minor, currency }, desk.page.lang);
  const { mobileMoney } = options;
  const known = await knownPhone(pay, desk);
  const shown = again?.shown ?? { ...desk.shown, ...totalOf(desk, price) };
  return {
    page: desk.page,
    action: pay.url.pathname,
    fields: desk.fields ?? {},
    formId: again?.read("id") ?? randomUUID(),
    seen:
      typeof shown === "string"
        ? shown
        : sealShown(systemWorld(), desk.id, { ...shown, phone: known?.phone ?? "" }),
    shown: hasOpenTotal(desk) ? String(price?.totalMinor ?? "") : null,
    values: again
      ? typedValues(again)
      : {
          ...amountField(desk, amountAtFirst(pay, desk)),
          ...wayAtFirst(pay),
          code: codeAsked(pay),
          ...desk.values,
        },
    problems: [...(again?.problems ?? []), ...(preview?.problems ?? [])],
    confirms: again?.confirms ?? false,
    total: price ? money(price.totalMinor) : null,
    price: price && price.priceMinor !== price.totalMinor ? money(price.priceMinor) : null,
    charges: price && price.addedMinor > 0n ? { added: money(price.addedMinor) } : null,
    discount:
      price && chosen.reduction
        ? {
            off: money(price.discountMinor),
            code: chosen.reduction.code,
            goesOn: goesOn(desk, price, chosen.reduction, money),
          }
        : null,
    code: await codeField(pay, desk, again, chosen),
    isFree,
    amount: amountChoice(pay, desk, price),
    quantity: desk.quantityMax ? { max: desk.quantityMax, live: liveOf(desk, price) } : null,
    question: desk.question ?? null,
    mobileMoney: mobileMoney && {
      ...mobileMoney,
      networks: isFree ? [] : mobileMoney.networks,
      known: known?.masked ?? null,
    },
    card: options.card && !(isFree && mobileMoney),
    email: desk.email,
    name: desk.name ?? false,
    delivery: desk.delivery ?? false,
    country: desk.store.country,
    renews: boxesOf(desk, options, price),
    till: await tillOf(desk, price),
    earlier: again ? null : await earlierAttempt(pay, desk),
    open: again?.open ? openNoteOf(again.open, desk.page.lang) : null,
  };
}

/** Whether the payer types what the total depends on: then the button's own total is what they saw. */
export function hasOpenTotal({ amount, quantityMax }: PayDesk): boolean {
  return Boolean(amount ?? quantityMax);
}

/** The total, where the page can know it. */
export function totalOf(desk: PayDesk, price: Priced | undefined): Shown {
  return price && !hasOpenTotal(desk) ? totalShown(price) : {};
}

/** The words beside the box: what the payer agrees to, with the total by that way. */
export function renewsText(desk: PayDesk, method: "phone" | "card", totalMinor: bigint): string {
  const { page, currency, renews } = desk;
  const words = wordsOf(page.lang);
  const total = formatMoney({ minor: totalMinor, currency }, page.lang);
  const price = everyInWords(words, total, renews ?? "month");
  return words.text(method === "phone" ? "renewBoxPhone" : "renewBoxCard", { price });
}

function boxesOf(desk: PayDesk, options: PayOptions, price: Again["quoted"]): PayFormProps["renews"] {
  if (!desk.renews || !price) return { phone: null, card: null };
  // What is agreed to is the price without an offer that ends.
  const lasting =
    price.chosen.reduction?.periods === null ? price.priceMinor - price.discountMinor : price.priceMinor;
  const total = (method: "mobile_money" | "card") => options.charge(method, lasting).totalMinor;
  return {
    phone: options.asksPhones ? renewsText(desk, "phone", total("mobile_money")) : null,
    card: options.keepsCards ? renewsText(desk, "card", total("card")) : null,
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

/** What the script needs to follow what is typed. If charges are added, or something is taken off, only the server knows
 * the total. */
function liveOf({ priceMinor, currency, page }: PayDesk, price: Again["quoted"]): LiveTotal | null {
  if (price && (price.addedMinor > 0n || price.discountMinor > 0n)) return null;
  const each = priceMinor === null ? null : String(priceMinor);
  return { each, decimals: exponentOf(currency), currency, marks: marksOf(page.lang) };
}

/**
 * The total before Pay is pressed, for the initial way to pay: of a fixed price, or of the amount in the field while no
 * charge is added to it.
 */
function pricedFor(
  desk: PayDesk,
  options: PayOptions,
  amountMinor: bigint | null,
  chosen: Chosen = notReduced,
  quantity = 1n,
): Again["quoted"] {
  const priceMinor = desk.priceMinor === null ? amountMinor : desk.priceMinor * quantity;
  if (priceMinor === null) return undefined;
  const discountMinor = chosen.reduction?.amountMinor ?? 0n;
  const method = options.mobileMoney ? "mobile_money" : "card";
  const charges = options.charge(method, priceMinor - discountMinor);
  if (desk.priceMinor === null && charges.addedMinor > 0n) return undefined;
  return { priceMinor, discountMinor, chosen, ...charges };
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

/** A payment that failed links here with another way, or another network, chosen. */
function wayAtFirst({ url }: PayRequest): { method?: string; network?: string } {
  const by = url.searchParams.get("by");
  const network = url.searchParams.get("network");
  return {
    ...(by === "card" || by === "mobile_money" ? { method: by } : {}),
    ...(network && networkOf(network) ? { network } : {}),
  };
}

/** The signs of thousands and of decimals, for the script. */
function marksOf(lang: Language): string {
  return languages[lang].thousands + languages[lang].decimal;
}

function typedValues({ read }: Again): PayFormProps["values"] {
  const names = [
    ...(["amount", "quantity", "answer", "method", "phone", "network", "email", "name"] as const),
    ...(["contact", "place", "code", "renews_phone", "renews_card", "whatsapp"] as const),
  ];
  return Object.fromEntries(names.map((name) => [name, read(name) ?? ""]));
}
