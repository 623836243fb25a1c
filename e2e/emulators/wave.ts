import { randomUUID } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  jsonOf,
  pagePath,
  startEmulator,
} from "./emulator";
import {
  type Book,
  balanceOf,
  feeOf,
  fieldProblem,
  idOf,
  type Line,
  newBook,
  type Session,
  said,
  sessionFields,
  signs,
  transactions,
  type WaveAccount,
  type WaveUnkind,
  write,
} from "./wave-book";
import { atPage, payAtCode, shape, tell, type Wave } from "./wave-payers";
import { answerPayouts } from "./wave-payouts";

export interface WaveEmulator extends Emulator {
  apiKey: string;
  /** The secret of the webhook as it is now. */
  webhookSecret: { readonly current: string };
  security: Book["security"];
  callbackUrl: { current: string };
  unkind: WaveUnkind;
  planted: Book["planted"];
  /** How many sessions and payouts have this reference. */
  held(reference: string): number;
  /** How many sessions of this reference went back. */
  refunded(reference: string): number;
  /** What the payer does in the app, by the reference or the id of a session. The number decides what comes of it. */
  pay(session: string, mobile?: string): Promise<void>;
  /** The payer turns back. */
  cancel(session: string): Promise<void>;
  /** Somebody pays at the merchant's own code, without a session. */
  payAtCode(amount: number, mobile?: string): Promise<void>;
  /** What moved money, oldest first, and what is left of it. */
  lines(): readonly Line[];
  balance(): number;
  /** A new secret signs, and the old one beside it. */
  rollSecret(): void;
  sendForeign(): Promise<void>;
}

type Json = Record<string, unknown>;

export async function startWave(options: EmulatorOptions & WaveAccount = {}): Promise<WaveEmulator> {
  const book = newBook(options);
  const emulator = await startEmulator(
    (request, server) => behind({ book, emulator: server }, request),
    options,
  );
  const wave = { book, emulator };
  const { apiKey, security, callbackUrl, unkind, planted } = book;
  const act = async (name: string, outcome: string, mobile: string) => {
    const session = book.sessions.findLast(({ id, reference }) => name === id || name === reference);
    const body = new URLSearchParams({ outcome, mobile });
    const page = `${emulator.url}${pagePath}${session?.id}`;
    await fetch(page, { method: "POST", body, redirect: "manual" });
  };
  return {
    ...emulator,
    ...{ apiKey, security, callbackUrl, unkind, planted },
    webhookSecret: {
      get current() {
        return book.secrets[0] ?? "";
      },
    },
    held: (name) =>
      book.sessions.filter(({ reference }) => reference === name).length +
      book.payouts.filter(({ told }) => told.client_reference === name).length,
    refunded: (name) =>
      book.sessions.filter(({ reference, refund }) => reference === name && refund === "done").length,
    pay: (name, mobile = "") => act(name, "ok", mobile),
    cancel: (name) => act(name, "cancel", ""),
    payAtCode: (amount, mobile) => payAtCode(wave, amount, mobile),
    lines: () => book.lines,
    balance: () => balanceOf(book),
    rollSecret: () => {
      book.secrets = [`wave_sn_WHS_${signs(20)}`, ...book.secrets].slice(0, 2);
    },
    sendForeign: () => {
      const json = { amount: "900", client_reference: randomUUID() };
      const foreign = newSession(json, emulator.now());
      const paid = { checkout: "complete", payment: "succeeded", completedMs: emulator.now() } as const;
      return tell(wave, "checkout.session.completed", shape(wave, { ...foreign, ...paid }));
    },
  };
}

/** A gateway that fails does so after Wave has done its work. */
async function behind(wave: Wave, request: EmulatorRequest): Promise<EmulatorAnswer> {
  if (request.path.startsWith(pagePath)) return atPage(wave, request);
  const given = answer(wave, request);
  const { gateway } = wave.book.unkind;
  return gateway ? { status: gateway, html: `<html><h1>${gateway} Gateway</h1></html>` } : given;
}

function answer(wave: Wave, request: EmulatorRequest): EmulatorAnswer {
  const { book, emulator } = wave;
  const { method, path, query } = request;
  const problem = keyProblem(wave, request) ?? bodyProblem(request);
  if (problem) return problem;
  const json = jsonOf(request);
  if (method === "GET" && path === "/v1/balance") {
    const amount = String(balanceOf(book) + book.planted.balance);
    return { status: 200, json: { amount, currency: book.currency } };
  }
  if (method === "GET" && path === "/v1/transactions") return transactions(book, query, emulator.now());
  return answerPayouts(wave, request, json) ?? answerCheckout(wave, request, json) ?? said(404, "not-found");
}

function keyProblem({ book, emulator }: Wave, { headers, path }: EmulatorRequest): EmulatorAnswer | null {
  const { authorization } = headers;
  if (authorization === undefined) return said(401, "missing-auth-header");
  const [, key] = /^Bearer ?(.*)$/.exec(authorization) ?? [];
  if (key === undefined) return said(401, "invalid-auth");
  if (key === "") return said(401, "api-key-not-provided");
  if (key !== book.apiKey) return said(401, "no-matching-api-key");
  if (emulator.switches.revoked) return said(401, "api-key-revoked");
  const { wallet } = book.unkind;
  // A wallet that is disabled can still be asked what it holds.
  const isShut = wallet === "invalid-wallet" || (wallet !== "" && path !== "/v1/balance");
  return isShut ? said(403, wallet) : null;
}

function bodyProblem({ method, headers, text }: EmulatorRequest): EmulatorAnswer | null {
  if (method !== "POST" || text === "") return null;
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) return said(400, "request-not-json");
  try {
    JSON.parse(text);
    return null;
  } catch {
    return said(400, "request-parsing-error");
  }
}

const root = "/v1/checkout/sessions";

function answerCheckout(wave: Wave, request: EmulatorRequest, json: Json): EmulatorAnswer | null {
  const { book } = wave;
  const { method, path, query } = request;
  const [, back] = /^\/v1\/transactions\/T_?([^/]+)\/refund$/.exec(path) ?? [];
  if (method === "POST" && back) return giveBack(wave, ({ transactionId }) => transactionId === back);
  if (!path.startsWith(root)) return null;
  const rest = path.slice(root.length);
  if (method === "POST" && rest === "") return create(wave, request, json);
  if (method === "GET" && rest === "/search") {
    const found = book.sessions.filter(({ reference }) => reference === query.get("client_reference"));
    return { status: 200, json: { result: found.map((session) => shape(wave, session)) } };
  }
  const [, id = "", act] = /^\/([^/]+)(?:\/(refund|expire))?$/.exec(rest) ?? [];
  if (method === "POST" && act === "refund") return giveBack(wave, (one) => one.id === id);
  const wanted = query.get("transaction_id")?.replace(/^T_?/, "");
  const session = book.sessions.find((one) => (rest === "" ? one.transactionId === wanted : one.id === id));
  if (!session) return said(404, "checkout-session-not-found");
  if (act !== "expire") return { status: 200, json: shape(wave, session) };
  if (session.checkout !== "open") return said(409, "checkout-session-not-open");
  expire(session);
  return { status: 200 };
}

function create(wave: Wave, { path, text, headers }: EmulatorRequest, json: Json): EmulatorAnswer {
  const { book, emulator } = wave;
  const key = headers["idempotency-key"] ?? "";
  const before = book.keys.get(key);
  if (before && before.words !== path + text) return said(409, "idempotency-mismatch");
  const made = before?.made;
  if (made && "checkout" in made) return { status: 200, json: shape(wave, made) };
  const problem = fieldProblem(json, sessionFields(book.currency));
  if (problem) return problem;
  if (String(json.restrict_payer_mobile).endsWith("169")) return said(503, "service-unavailable");
  const session = newSession(json, emulator.now());
  book.sessions.push(session);
  if (key !== "") book.keys.set(key, { words: path + text, made: session });
  emulator.after(book.sessionMs, async () => {
    if (session.checkout === "open") expire(session);
  });
  return { status: 200, json: shape(wave, session) };
}

function newSession(json: Json, nowMs: number): Session {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    ...{ id: idOf("cos"), amount: Number(json.amount), reference: text(json.client_reference) },
    ...{ successUrl: String(json.success_url), errorUrl: String(json.error_url) },
    ...{ restrictedTo: text(json.restrict_payer_mobile), checkout: "open", payment: "processing" },
    ...{ error: null, transactionId: null, createdMs: nowMs, completedMs: null, mobile: "", refund: "none" },
  };
}

/** Nothing tells of it: there is no event for a session that ran out. */
function expire(session: Session): void {
  Object.assign(session, { checkout: "expired", payment: "cancelled" });
}

/** All of it with its fee, once: asking again is no error. A number that ends in 279 fails the first time. */
function giveBack({ book, emulator }: Wave, isMeant: (session: Session) => boolean): EmulatorAnswer {
  const session = book.sessions.find(isMeant);
  if (!session) return said(404, "checkout-session-not-found");
  if (session.refund === "done") return { status: 200 };
  const isFailing = session.mobile.endsWith("279") && session.refund === "none";
  if (isFailing) session.refund = "failed";
  if (isFailing || session.payment !== "succeeded") return said(409, "checkout-refund-failed");
  const { amount, mobile, id, reference } = session;
  const fee = feeOf(amount);
  if (amount - fee > balanceOf(book)) return said(409, "checkout-refund-failed");
  session.refund = "done";
  write(book, {
    ...{ transactionId: signs(10), type: "api_checkout_refund", isReversal: true, mobile, sessionId: id },
    ...{ amount: fee - amount, fee: -fee, reference: reference ?? "", atMs: emulator.now() },
  });
  return { status: 200 };
}
