import { createHash } from "node:crypto";
import type { Emulator, EmulatorAnswer, EmulatorRequest } from "./emulator";
import {
  idOf,
  intentId,
  invalid,
  missing,
  newPayment,
  pageAfter,
  type Session,
  type StripeBook,
} from "./stripe-objects";

type Decline = NonNullable<Session["decline"]>;

/** What a kept card does while its payer is away; any other number pays. */
const awayDeclines: Record<string, Decline> = {
  "4000002500003155": { code: "authentication_required", decline_code: "authentication_required" },
  "4000000000000341": { code: "card_declined", decline_code: "generic_decline" },
  "4000000000009987": { code: "card_declined", decline_code: "lost_card" },
  "4000000000006969": { code: "expired_card" },
};
/** Takes its time: the answer comes by a callback. */
const slowCard = "4000000000000077";
const slowMs = 4_000;

const known =
  /^(amount|currency|customer|payment_method|allowed_payment_method_types|off_session|confirm|description|metadata|expand)(\[|$)/;

/** The card of a payment at which it was to be kept is attached to the customer of that page. */
export function keepCard(book: StripeBook, session: Session): void {
  if (!session.keeps || !session.customer) return;
  session.method = idOf("pm");
  const { method: id, customer, card } = session;
  book.methods.push({ id, customer, card, isAttached: true });
}

export function cardShape(card: string) {
  const fingerprint = createHash("sha256").update(card).digest("hex").slice(0, 16);
  return { brand: "visa", last4: card.slice(-4), exp_month: 12, exp_year: 2030, fingerprint };
}

/** What the endpoints of kept cards need of the whole. */
export interface CardHost {
  emulator: Emulator;
  /** The payment as it is shown. */
  show(payment: Session): Record<string, unknown>;
  notify(event: string, data: unknown, previous?: unknown): Promise<void>;
}

/** Null for what is none of its paths. */
export function answerCards(
  book: StripeBook,
  { method, path, query, text }: EmulatorRequest,
  host: CardHost,
): EmulatorAnswer | null {
  if (path === "/v1/payment_intents")
    return method === "POST" ? charge(book, new URLSearchParams(text), host) : list(book, query, host);
  const intent = /^\/v1\/payment_intents\/([^/]+)$/.exec(path)?.[1];
  if (intent) {
    const found = book.sessions.find((one) => intentId(one) === intent && (one.isKept || one.card));
    return found ? { status: 200, json: host.show(found) } : missing("payment_intent");
  }
  const detached = /^\/v1\/payment_methods\/([^/]+)\/detach$/.exec(path)?.[1];
  return detached && method === "POST" ? detach(book, detached, host) : null;
}

function charge(book: StripeBook, form: URLSearchParams, host: CardHost): EmulatorAnswer {
  const stranger = [...form.keys()].find((name) => !known.test(name));
  if (stranger) return invalid(`Received unknown parameter: ${stranger}`, { code: "parameter_unknown" });
  const id = form.get("payment_method") ?? "";
  const method = book.methods.find((one) => one.id === id);
  if (!method)
    return invalid(`No such PaymentMethod: '${id}'`, { code: "resource_missing", param: "payment_method" });
  if (!method.isAttached || method.customer !== form.get("customer"))
    return invalid(`The customer does not have a payment method with the ID ${id}.`, {
      param: "payment_method",
    });
  const payment = newPayment(form, host.emulator, method);
  book.sessions.push(payment);
  payment.decline = awayDeclines[method.card] ?? null;
  const { decline } = payment;
  if (decline) {
    tell(host, "payment_intent.payment_failed", host.show(payment));
    const message = "Your card was declined.";
    const error = { type: "card_error", ...decline, message, payment_intent: host.show(payment) };
    return { status: 402, json: { error } };
  }
  if (method.card === slowCard) {
    tell(host, "payment_intent.processing", host.show(payment));
    host.emulator.after(slowMs, async () => pay(payment, host));
  } else pay(payment, host);
  return { status: 200, json: host.show(payment) };
}

function pay(payment: Session, host: CardHost): void {
  payment.status = "complete";
  payment.paid = true;
  tell(host, "payment_intent.succeeded", host.show(payment));
}

/** The answer goes out before the callback. */
function tell(host: CardHost, event: string, data: unknown, previous?: unknown): void {
  host.emulator.after(0, () => host.notify(event, data, previous));
}

function list(book: StripeBook, query: URLSearchParams, host: CardHost): EmulatorAnswer {
  const newest = [...book.sessions]
    .reverse()
    .filter((one) => one.isKept || one.card)
    .filter(({ createdAt }) => createdAt >= Number(query.get("created[gte]") ?? 0));
  const size = Math.min(2, Number(query.get("limit") ?? 10));
  return pageAfter(newest, query, size, { id: intentId, shape: host.show });
}

function detach(book: StripeBook, id: string, host: CardHost): EmulatorAnswer {
  const method = book.methods.find((one) => one.id === id);
  if (!method) return missing("payment_method");
  const { customer } = method;
  if (!method.isAttached)
    return invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  method.isAttached = false;
  const json = { id, object: "payment_method", type: "card", customer: null, card: cardShape(method.card) };
  tell(host, "payment_method.detached", json, { customer });
  return { status: 200, json };
}

/** The bank gave the payer of this method a new card, and Stripe heard of it. */
export async function replaceCard(book: StripeBook, id: string, card: string, host: CardHost) {
  const method = book.methods.find((one) => one.id === id);
  if (!method) throw new Error("There is no such card.");
  const before = { card: cardShape(method.card) };
  method.card = card;
  const { customer } = method;
  const json = { id, object: "payment_method", type: "card", customer, card: cardShape(card) };
  await host.notify("payment_method.automatically_updated", json, before);
}
