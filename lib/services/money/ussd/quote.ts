import { countryDefaults } from "@/lib/domain/country";
import { knownLanguage, type Language, languageCodes, lineOf } from "@/lib/domain/languages";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { RenewalMode } from "@/lib/domain/renewal-plan";
import { canRenewAt } from "@/lib/domain/subscription";
import { linkCode, type UssdFacts, type Want, type Way } from "@/lib/domain/ussd-menu";
import type { UssdProblem } from "@/lib/domain/ussd-screens";
import type { Caller, World } from "@/lib/services/core/world";
import { codesRest, countWrongCode } from "@/lib/services/people/keys/count-within";
import type { PaymentFor } from "../checkout/purchase";
import type { Quote } from "../checkout/quote";
import { quoteShown } from "../checkout/shown";
import { pressPay } from "../checkout/start-payment";
import { isSentByPayer } from "../rails";
import { idOfLinkCode, linkCodeOf } from "./settings";

/** What a screen offers to pay: the same quote as the pages'. */
export interface Offered {
  paymentFor: PaymentFor;
  item: string;
  currency: string;
  totalMinor: bigint;
  isFree: boolean;
  /** All that the quote says: agreeing is to that. */
  shown: Record<string, string>;
  /** The number that pays, E.164. */
  phone: string;
}

/** Quotes what was chosen, without writing anything; or says why it cannot be paid here. */
export async function offer(
  world: World,
  store: UssdStore,
  phone: string,
  want: Want,
  way: Way,
): Promise<Offered | UssdProblem> {
  const guesser = { phone, storeId: store.caller.storeId };
  const typed = typedCode(want);
  const isTyped = typed !== null || way.discount !== null;
  if (isTyped && (await codesRest(world, guesser))) return "ussd_too_often";
  const found = await thingOf(world, store, phone, want);
  if (!found) {
    if (typed !== null) await countWrongCode(world, guesser, typed);
    return "ussd_not_found";
  }
  const asked = {
    ...{ for: found.paymentFor, method: "mobile_money" as const, phone: way.phone ?? phone },
    ...(way.discount === null ? {} : { code: way.discount }),
  };
  try {
    const pressed = await pressPay(world, store.caller, { ...asked, id: "", browser: "" }, () => false);
    if (pressed.kind !== "confirm") return "ussd_not_now";
    const { store: at, currency, network } = pressed.quote;
    const place = { storeId: at.id, country: at.country, currency };
    if (network && (await isSentByPayer(world, { ...place, network: network.code }))) return "ussd_on_web";
    return offered(pressed.quote, found);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    // With other numbers a refusal tells who paid here before, so each is a guess.
    if (problem === "ussd_discount_no")
      await countWrongCode(world, guesser, `${way.discount}\n${way.phone ?? ""}`);
    return problem;
  }
}

/** Null for an error that is no refusal. */
export function problemOf(error: unknown): UssdProblem | null {
  if (error instanceof NotFound) return "ussd_not_found";
  if (error instanceof Refusal) return error.code === "too_many_attempts" ? "ussd_too_often" : "ussd_not_now";
  if (!(error instanceof PayInvalid)) return null;
  switch (error.problems[0]?.field) {
    case "phone":
    case "network":
      return "ussd_phone";
    case "amount":
      return "ussd_amount_no";
    case "code":
      return "ussd_discount_no";
    case "answer":
    case "email":
    case "name":
      return "ussd_on_web";
    default:
      return "ussd_not_now";
  }
}

function offered(
  quote: Quote,
  found: { paymentFor: PaymentFor; item: string | null },
): Offered | UssdProblem {
  const { currency, totalMinor, discountMinor, priceMinor, network, phone, purchase } = quote;
  const isFree = discountMinor === priceMinor;
  if (phone === null) return "ussd_phone";
  // Other networks need a code from the phone itself, or a page.
  if (!isFree && network?.auth !== "pin_push") return "ussd_on_web";
  const item = found.item ?? purchase.line.name;
  const shown = quoteShown(quote);
  return { paymentFor: found.paymentFor, item, currency, totalMinor, isFree, phone, shown };
}

async function thingOf(
  world: World,
  { caller }: UssdStore,
  phone: string,
  want: Want,
): Promise<{ paymentFor: PaymentFor; item: string | null } | null> {
  switch (want.kind) {
    case "renew": {
      const { subscriptionId } = want;
      return { paymentFor: { kind: "subscription_renewal", subscriptionId }, item: null };
    }
    case "subscribe": {
      const { productId } = want;
      return { paymentFor: { kind: "subscription_start", productId, ref: null }, item: null };
    }
    case "invoice": {
      const invoice = await invoiceOf(world, caller.storeId, want.number, phone);
      if (!invoice) return null;
      return { paymentFor: { kind: "invoice", invoiceId: invoice.id, amount: null }, item: invoice.number };
    }
    case "link": {
      const link = await linkOfCode(world, caller.storeId, want.code);
      const { amount } = want;
      if (!link) return null;
      return {
        paymentFor: { kind: "payment_link", linkId: link.id, amount, answer: null },
        item: link.title,
      };
    }
    default:
      return null;
  }
}

/** By its whole number or its digits alone, and only for the phone to which it was made out. */
async function invoiceOf(world: World, storeId: number, typed: string, phone: string) {
  const [row] = await world.db.$queryRaw<{ id: number; number: string }[]>`
      SELECT i.id, i.number FROM stores s JOIN invoices i ON i.store_id = s.id AND i.livemode
        AND i.number IN (upper(${typed}), s.invoice_prefix || ${typed},
          s.invoice_prefix || lpad(${typed}, greatest(s.invoice_digits, length(${typed})), '0'))
      LEFT JOIN customers c ON c.id = i.customer_id AND c.account_id = i.account_id
      WHERE s.id = ${storeId} AND (i.sent_at IS NOT NULL OR i.viewed_at IS NOT NULL OR i.paid_minor > 0)
        AND (i.customer_phone = ${phone} OR c.phone = ${phone})
      LIMIT 1`;
  return row ?? null;
}

/** Of an invoice or a link, which somebody could look for by counting. */
function typedCode(want: Want): string | null {
  if (want.kind === "invoice") return want.number;
  return want.kind === "link" ? want.code : null;
}

/** The store that was dialled, as the menu needs it. */
export interface UssdStore {
  caller: Caller;
  name: string;
  country: string;
  timeZone: string;
  isOpen: boolean;
  /** The language of the number's customer here, else the first that its country and its store suggest. */
  language: Language;
  facts: UssdFacts;
}

const storesMax = 16;
const plansMax = 40;
const subscriptionsMax = 20;

/** The stores at which this number has subscriptions, the newest first; never a suspended one. */
export async function storesOf(world: World, phone: string): Promise<{ id: number; name: string }[]> {
  return world.db.$queryRaw<{ id: number; name: string }[]>`
      WITH who AS (SELECT id, account_id FROM customers WHERE phone = ${phone} AND livemode LIMIT 50)
      SELECT s.id, s.name FROM (
        SELECT sub.store_id, max(sub.created_at) AS at FROM who JOIN subscriptions sub
          ON sub.account_id = who.account_id AND sub.livemode AND sub.customer_id = who.id GROUP BY sub.store_id
        ) known JOIN stores s ON s.id = known.store_id AND s.status = 'active'
      ORDER BY known.at DESC, s.id LIMIT ${storesMax}`;
}

interface StoreFound {
  id: number;
  accountId: number;
  name: string;
  country: string;
  timeZone: string;
  language: string;
  status: string;
  theirs: string | null;
  plans: { id: number; name: string }[] | null;
}

/** Null where there is no such store. */
export async function readUssdStore(
  world: World,
  storeId: number,
  phone: string,
  entries: readonly string[],
): Promise<UssdStore | null> {
  const [[row], rows, openLinks] = await Promise.all([
    world.db.$queryRaw<StoreFound[]>`
        SELECT s.id, s.account_id AS "accountId", s.name, s.country, s.time_zone AS "timeZone", s.language, s.status,
          c.language AS theirs, (SELECT json_agg(plan) FROM (SELECT p.id, p.name FROM products p
            WHERE p.store_id = s.id AND p.interval IS NOT NULL AND p.status = 'active'
            ORDER BY p.id LIMIT ${plansMax}) plan) AS plans
        FROM stores s LEFT JOIN customers c ON c.account_id = s.account_id AND c.livemode AND c.phone = ${phone}
        WHERE s.id = ${storeId}`,
    world.db.subscription.findMany({
      where: { storeId, livemode: true, customer: { phone, livemode: true } },
      include: { product: { select: { name: true } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: subscriptionsMax,
    }),
    openLinksIn(world, { storeId, phone }, entries),
  ]);
  if (!row) return null;
  const now = world.clock.now();
  // A standing order is not stopped here.
  const renews = (mode: RenewalMode) => mode === "prompt" || mode === "charge";
  const open = rows.filter((one) => canRenewAt(one, now) || renews(one.renewalMode));
  return {
    caller: { storeId, accountId: row.accountId, livemode: true, actor: "payer" },
    ...{ name: row.name, country: row.country, timeZone: row.timeZone, isOpen: row.status === "active" },
    language: languageFor(row.theirs, row.country, row.language),
    facts: {
      subscriptions: open.map(({ id, product, renewalMode }) => ({
        id,
        plan: product.name,
        renews: renews(renewalMode),
      })),
      plans: row.plans ?? [],
      languages: languageCodes.map((code) => ({ code, name: lineOf(code).name, latin: lineOf(code).latin })),
      openLinks,
      lines: 4,
    },
  };
}

/** The customer's own language, else that of the country, else the store's. */
export function languageFor(
  theirs: string | null,
  country: string | null,
  ofStore: string | null = null,
): Language {
  const ofCountry = country === null ? null : (countryDefaults(country)?.language ?? null);
  // English stands for countries of which none of our languages is an official one: there the store knows better.
  const [second, third] = ofCountry === "en" ? [ofStore, ofCountry] : [ofCountry, ofStore];
  return knownLanguage(theirs, second, third) ?? "en";
}

/** The link that a code names in this store, or null. */
export async function linkOfCode(world: World, storeId: number, code: string) {
  const id = idOfLinkCode(code);
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return null;
  const link = await world.db.paymentLink.findFirst({ where: { id, storeId, deletedAt: null } });
  return link && linkCodeOf(world, link) === code ? link : null;
}

/** Of the entries that stand where a link's code is asked for, those whose payer says how much. */
async function openLinksIn(
  world: World,
  guesser: { storeId: number; phone: string },
  entries: readonly string[],
): Promise<string[]> {
  const typed = entries
    .filter((entry, place) => entries[place - 1] === "4" && linkCode.test(entry))
    .slice(0, 3);
  if (typed.length === 0 || (await codesRest(world, guesser))) return [];
  const links = await Promise.all(
    typed.map(async (code) => ({ code, link: await linkOfCode(world, guesser.storeId, code) })),
  );
  // Here and not where it is quoted: who goes back from a wrong code has also learned that it is wrong.
  for (const { code, link } of links) if (!link) await countWrongCode(world, guesser, code);
  return links.filter(({ link }) => link?.amountType === "custom").map(({ code }) => code);
}
