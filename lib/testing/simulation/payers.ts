import { PayInvalid, PaymentOpen } from "@/lib/domain/pay-problem";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/token";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { pressPay } from "@/lib/services/money/checkout/start-payment";
import type { Press, Town } from "./town";

/** Ends of numbers, each of which the sandbox rail plays in its own way; most payers simply pay. */
const suffixes: [string, ...string[]] = [
  "789",
  "789",
  "789",
  "789",
  "049",
  "129",
  "129",
  "139",
  "169",
  "179",
  "199",
  "229",
  "239",
  "249",
  "259",
  "269",
  "039",
];

/** A payer presses: a new form, an old one again, one in several tabs, one twice at once. */
export async function somebodyPays(town: Town): Promise<string> {
  const { luck } = town;
  const again = luck.once(5) ? luck.any(town.presses) : undefined;
  const one = again ?? (await newPress(town));
  const tabs = luck.once(4) ? 2 : 1;
  const times = luck.once(4) ? 2 : 1;
  const forms = Array.from({ length: tabs }, (_, index) => (index === 0 ? one : { ...one, id: newId(town) }));
  const all = forms.flatMap((form) => Array.from({ length: times }, () => pressOnce(town, form)));
  const answers = await Promise.all(all);
  town.presses = [one, ...town.presses].slice(0, 8);
  return `${one.paymentFor.kind} by ${one.phone} in ${tabs} tabs, ${times} times: ${answers.join(", ")}`;
}

async function newPress(town: Town): Promise<Press> {
  const { luck } = town;
  return {
    id: newId(town),
    phone: `0772${100 + luck.roll(4)}${luck.pick(suffixes)}`,
    card: false,
    email: luck.once(4) ? `payer${luck.roll(3)}@example.com` : null,
    code: town.codes ? luck.pick(town.codes) : "",
    paymentFor: await somethingToPay(town),
    renews: town.renews && luck.once(3),
  };
}

async function somethingToPay(town: Town): Promise<PaymentFor> {
  const { luck, world, shop } = town;
  const where = { storeId: shop.store.id };
  switch (luck.roll(6)) {
    case 0: {
      const sub = luck.any(await subscriptionsOf(town));
      const isByOther = town.hasTrials && luck.once(2);
      if (sub) return { kind: "subscription_renewal", subscriptionId: sub.id, isByOther };
      break;
    }
    case 1:
      return { kind: "product", productId: luck.pick(town.products).id, quantity: 1 + luck.roll(3) };
    case 2:
    case 3: {
      const links = await world.db.paymentLink.findMany({ where, orderBy: { id: "asc" } });
      const link = luck.any(links.slice(-3));
      const amount = link?.amountType === "custom" ? String(1_000 + luck.roll(9_000)) : null;
      if (link) return { kind: "payment_link", linkId: link.id, amount, answer: "Tuesday" };
      break;
    }
    case 4: {
      const invoices = await world.db.invoice.findMany({ where, orderBy: { id: "asc" } });
      const invoice = luck.any(invoices.slice(-2));
      const part = luck.pick([null, null, "20000", "30000", "41000"]);
      if (invoice) return { kind: "invoice", invoiceId: invoice.id, amount: part };
    }
  }
  return {
    kind: "subscription_start",
    productId: shop.products[0].id,
    ref: luck.once(5) ? null : `user_${luck.roll(3)}`,
  };
}

export async function pressOnce(town: Town, press: Press): Promise<string> {
  const { paymentFor, renews, code } = press;
  try {
    const box = renews ? { renews: ticked } : {};
    const pressed = await pressPay(
      town.world,
      town.shop.live,
      { ...payerOf(press), for: paymentFor, code, ...box },
      () => true,
    );
    if (pressed.kind !== "started") return pressed.kind;
    return pressed.attempt.isNew ? "asked" : "under way";
  } catch (error) {
    return refusedInWords(error);
  }
}

function payerOf({ id, phone, email, card }: Pick<Press, "id" | "phone" | "email" | "card">) {
  const way = card ? { method: "card" as const } : { method: "mobile_money" as const, phone };
  return { id, email, ...way, browser: "thepayersownbrowser000" };
}

/** The subscriptions of the town's store. */
export function subscriptionsOf({ world, shop }: Pick<Town, "world" | "shop">): Promise<{ id: string }[]> {
  const where = { storeId: shop.store.id };
  return world.db.subscription.findMany({ where, orderBy: { id: "asc" }, select: { id: true } });
}

/** What came of acts that are done at once. */
export async function saidBy(acts: (() => Promise<string>)[]): Promise<string> {
  const ended = await Promise.allSettled(acts.map((act) => act()));
  return ended.map((end) => (end.status === "fulfilled" ? end.value : refusedInWords(end.reason))).join(", ");
}

/** Only what the service says no to in words may be refused. */
export function refusedInWords(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (error instanceof PaymentOpen) return "another is open";
  if (error instanceof PayInvalid || error instanceof Invalid || error instanceof NotFound)
    return error.message;
  throw error;
}

export function newId({ luck }: Town): string {
  return composeUuid(luck.random.bytes(16));
}

/** What a payer ticks, in the words that stand there. */
export const ticked = { text: () => "Ask my phone by itself.", language: "en" };
