import { createHmac, randomUUID } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  leftOf,
  nothingPlanted,
  type Planted,
  pagePath,
  payAt,
  payerPage,
  startEmulator,
} from "./emulator";
import { answerBook, closeDispute, type NewDispute, openDispute, refundByHand } from "./stripe-book";
import { answerCards, type CardHost, cardShape, keepCard, replaceCard } from "./stripe-cards";
import {
  chargeId,
  declines,
  idOf,
  intentId,
  invalid,
  known,
  missing,
  newSession,
  pageAfter,
  refused,
  type Session,
  type StripeBook,
} from "./stripe-objects";

export interface StripeEmulator extends Emulator {
  secretKey: string;
  webhookSecret: string;
  callbackUrl: { current: string };
  held(id: string): number;
  sendForeign(): Promise<void>;
  /** What the payer does at the page of this attempt: types the card and pays. */
  pay(attemptId: string, card: string): Promise<void>;
  /** The payer disputes this payment, or the last one, at the bank: in full unless told otherwise. */
  dispute(attemptId?: string, more?: Omit<NewDispute, "attemptId">): Promise<void>;
  /** Somebody refunds this much of a payment in Stripe's own dashboard. */
  refundByHand(attemptId: string, amount: number): Promise<void>;
  /** The bank gave the payer of this payment method a new card. */
  replaceCard(method: string, card: string): Promise<void>;
  /** The bank decides the last dispute. */
  decide(status: "won" | "lost"): Promise<void>;
  /** Errors in its own list. */
  planted: Planted;
}

export async function startStripe(
  options: EmulatorOptions & { secretKey?: string } = {},
): Promise<StripeEmulator> {
  const book: StripeBook = {
    sessions: [],
    methods: [],
    refunds: [],
    disputes: [],
    keys: new Map(),
    secretKey: options.secretKey ?? "sk_test_emulated",
    webhookSecret: "whsec_emulated",
    callbackUrl: { current: "" },
    planted: nothingPlanted(),
  };
  const emulator = await startEmulator((request, server) => answer(book, request, server), options);
  const { secretKey, webhookSecret, callbackUrl } = book;
  const told = (event: string, data: unknown) => notify(book, emulator, event, data);
  return {
    ...emulator,
    secretKey,
    webhookSecret,
    callbackUrl,
    planted: book.planted,
    held: (id) =>
      book.sessions.filter(({ reference }) => reference === id).length +
      book.refunds.filter(({ metadata }) => metadata.refundId === id).length,
    sendForeign: () => {
      const session = newSession(new URLSearchParams({ "metadata[attempt]": randomUUID() }), emulator);
      return notify(
        book,
        emulator,
        "checkout.session.completed",
        shape({ ...session, paid: true }, emulator, false),
      );
    },
    pay: async (attemptId, card) => {
      const session = book.sessions.find(({ reference, isKept }) => reference === attemptId && !isKept);
      if (session) await payAt(emulator, session.id, card);
    },
    dispute: (attemptId, more) => openDispute(book, { attemptId, ...more }, emulator, told),
    refundByHand: (attemptId, amount) => refundByHand(book, attemptId, amount, told),
    replaceCard: (method, card) => replaceCard(book, method, card, hostOf(book, emulator)),
    decide: (status) => closeDispute(book, status, told),
  };
}

function answer(
  book: StripeBook,
  request: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer | Promise<EmulatorAnswer> {
  const { method, path, headers, text } = request;
  if (path.startsWith(pagePath)) return atPage(book, request, emulator);
  if (headers.authorization !== `Bearer ${book.secretKey}` || emulator.switches.revoked)
    return refused(401, { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_***" });
  const key = headers["idempotency-key"];
  const before = method === "POST" && key ? book.keys.get(key) : undefined;
  if (before && before.words !== path + text) {
    const message =
      "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return refused(400, { type: "idempotency_error", message });
  }
  if (before) return before.answer;
  const made = route(book, request, emulator);
  if (method === "POST" && key && made.status < 500) book.keys.set(key, { words: path + text, answer: made });
  return made;
}

function route(book: StripeBook, request: EmulatorRequest, emulator: Emulator): EmulatorAnswer {
  const { method, path, query, text } = request;
  if (path === "/v1/balance")
    return { status: 200, json: { object: "balance", livemode: false, available: [] } };
  if (path === "/v1/checkout/sessions")
    return method === "POST"
      ? create(book, emulator, new URLSearchParams(text))
      : list(book, emulator, query);
  const one = /^\/v1\/checkout\/sessions\/(.+)$/.exec(path);
  if (one) {
    const found = book.sessions.find(({ id, isKept }) => id === one[1] && !isKept);
    const isExpanded = [...query.keys()].some((name) => name.startsWith("expand"));
    return found
      ? { status: 200, json: shape(found, emulator, isExpanded, book) }
      : missing("checkout.session");
  }
  const told = (event: string, data: unknown) => notify(book, emulator, event, data);
  return (
    answerCards(book, request, hostOf(book, emulator)) ??
    answerBook(book, request, emulator, told) ??
    missing("resource")
  );
}

function hostOf(book: StripeBook, emulator: Emulator): CardHost {
  return {
    emulator,
    show: (payment) => intentShape(payment, emulator.switches, book),
    notify: (event, data, previous) => notify(book, emulator, event, data, previous),
  };
}

function create(book: StripeBook, emulator: Emulator, form: URLSearchParams): EmulatorAnswer {
  const session = newSession(form, emulator);
  const nowS = emulator.now() / 1000;
  if (!/^[1-9]\d*$/.test(form.get("line_items[0][price_data][unit_amount]") ?? ""))
    return invalid("Invalid integer", { code: "parameter_invalid_integer" });
  const stranger = [...form.keys()].find((name) => !known.has(name.split("[")[0] ?? ""));
  if (stranger) return invalid(`Received unknown parameter: ${stranger}`, { code: "parameter_unknown" });
  if (session.currency === "ugx" && session.amount % 100 !== 0)
    return invalid("UGX has no cents", { code: "invalid_charge_amount" });
  if (session.expiresAt < nowS + 1_800 || session.expiresAt > nowS + 86_400)
    return invalid("expires_at must be between 30 minutes and 24 hours");
  book.sessions.push(session);
  emulator.after(session.expiresAt * 1000 - emulator.now(), async () => {
    if (session.status !== "open") return;
    session.status = "expired";
    await notify(book, emulator, "checkout.session.expired", shape(session, emulator, false));
  });
  return { status: 200, json: shape(session, emulator, false) };
}

function list(book: StripeBook, emulator: Emulator, query: URLSearchParams): EmulatorAnswer {
  const newest = [...book.sessions]
    .reverse()
    .filter(({ isKept }) => !isKept)
    .filter(({ createdAt }) => createdAt >= Number(query.get("created[gte]") ?? 0))
    .filter((one) => [null, intentId(one)].includes(query.get("payment_intent")));
  const size = Math.min(2, Number(query.get("limit") ?? 10));
  return pageAfter(newest, query, size, { id: ({ id }) => id, shape: (one) => shape(one, emulator, false) });
}

/** A card that is declined leaves the page open. */
async function atPage(
  book: StripeBook,
  request: EmulatorRequest,
  emulator: Emulator,
): Promise<EmulatorAnswer> {
  const session = book.sessions.find(({ id }) => id === request.path.slice(pagePath.length));
  if (!session) return { status: 404, html: "Unknown" };
  if (request.method !== "POST" || session.status !== "open") return payerPage("Stripe", { ok: "Pay" });
  session.card = new URLSearchParams(request.text).get("card") || "4242424242424242";
  session.decline = declines[session.card] ?? null;
  if (session.decline) {
    const error = { ...session.decline, message: "Your card was declined." };
    await notify(book, emulator, "payment_intent.payment_failed", {
      id: intentId(session),
      last_payment_error: error,
    });
    return payerPage("Your card was declined", { ok: "Pay" });
  }
  session.status = "complete";
  session.paid = true;
  keepCard(book, session);
  await notify(book, emulator, "checkout.session.completed", shape(session, emulator, false));
  return { status: 303, headers: { location: session.successUrl } };
}

function shape(
  session: Session,
  { switches, url }: Pick<Emulator, "switches" | "url">,
  isExpanded: boolean,
  book?: StripeBook,
) {
  const { id, reference, status, paid, amount, currency, metadata, expiresAt, createdAt, card } = session;
  const intent = intentShape(session, switches, book);
  return {
    id,
    object: "checkout.session",
    client_reference_id: reference,
    status: switches.unknownStatus ? "teleported" : status,
    payment_status: paid ? "paid" : "unpaid",
    amount_total: switches.wrongAmount ? amount - 100 : amount,
    currency,
    metadata,
    created: createdAt,
    expires_at: expiresAt,
    url: status === "open" ? `${url}${pagePath}${id}` : null,
    customer: paid && session.customer ? session.customer : null,
    payment_intent: card ? (isExpanded ? intent : intent.id) : null,
  };
}

/** With its charge and that charge's fee, as we ask for them. */
function intentShape(session: Session, switches: Emulator["switches"], book?: StripeBook) {
  const { paid, amount, currency, metadata, createdAt, card, decline, isKept } = session;
  const waits = decline || !isKept ? "requires_payment_method" : "processing";
  return {
    id: intentId(session),
    object: "payment_intent",
    status: isKept && switches.unknownStatus ? "teleported" : paid ? "succeeded" : waits,
    amount,
    amount_received: !paid ? 0 : switches.wrongAmount ? amount - 100 : amount,
    currency,
    metadata,
    created: createdAt,
    customer: session.customer || null,
    payment_method: session.method || null,
    setup_future_usage: session.keeps ? "off_session" : null,
    last_payment_error: decline && { ...decline, message: "Your card was declined." },
    latest_charge: paid && {
      id: chargeId(intentId(session)),
      object: "charge",
      created: createdAt,
      amount,
      amount_refunded: refundedOf(book, intentId(session)),
      disputed: book?.disputes.some(({ intent: of }) => of === intentId(session)) ?? false,
      payment_method_details: { type: "card", card: cardShape(card) },
      balance_transaction: { id: "txn_1", object: "balance_transaction", fee: 300, currency },
    },
  };
}

function refundedOf(book: StripeBook | undefined, intent: string): number {
  const made = book?.refunds.filter((one) => one.intent === intent) ?? [];
  return -leftOf(0, made);
}

async function notify(
  book: StripeBook,
  emulator: Emulator,
  type: string,
  data: unknown,
  previous?: unknown,
): Promise<void> {
  const url = book.callbackUrl.current;
  if (url === "") return;
  const event = {
    id: idOf("evt"),
    object: "event",
    type,
    data: { object: data, ...(previous ? { previous_attributes: previous } : {}) },
  };
  const body = JSON.stringify(event);
  const seconds = Math.floor(emulator.now() / 1000);
  const signature = createHmac("sha256", book.webhookSecret).update(`${seconds}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "stripe-signature": `t=${seconds},v1=${signature}` };
  await emulator.send({ url, body, headers });
}
