import { createHmac, randomInt } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  iso,
  jsonOf,
  nothingPlanted,
  type Planted,
  pagePath,
  payAt,
  payerPage,
  recordOf,
  startEmulator,
} from "./emulator";
import { answerBook, type DisputeActs, disputeActs } from "./paystack-book";
import { authorizationOf, chargeAuthorization, deactivate, keepCard } from "./paystack-cards";
import {
  cardMessages,
  type PaystackBook,
  type PlantedSubscription,
  refused,
  said,
  type Transaction,
  walletMessages,
} from "./paystack-objects";

export interface PaystackEmulator extends Emulator, DisputeActs {
  secretKey: string;
  callbackUrl: { current: string };
  held(id: string): number;
  sendForeign(): Promise<void>;
  /** What the payer does at the page of this reference: types the card and pays. */
  pay(reference: string, card: string): Promise<void>;
  /** Errors in its own lists. */
  planted: Planted;
  subscriptions: PlantedSubscription[];
}

const settleMs = 4_000;

export async function startPaystack(
  options: EmulatorOptions & { secretKey?: string } = {},
): Promise<PaystackEmulator> {
  const book: PaystackBook = {
    transactions: new Map(),
    authorizations: new Map(),
    disputes: [],
    recipients: new Map(),
    transfers: new Map(),
    refunds: new Map(),
    secretKey: options.secretKey ?? "sk_test_emulated",
    callbackUrl: { current: "" },
    planted: nothingPlanted(),
    subscriptions: [],
  };
  const emulator = await startEmulator((request, server) => answer(book, request, server), {
    moves: ({ method, path }) => method !== "GET" && !/^\/(transferrecipient|customer\/)/.test(path),
    ...options,
  });
  const { secretKey, callbackUrl } = book;
  const told = (event: string, data: unknown) => notify(book, emulator, event, data);
  return {
    ...emulator,
    secretKey,
    callbackUrl,
    planted: book.planted,
    subscriptions: book.subscriptions,
    held: (id) => {
      const refunds = [...book.refunds.values()].filter(({ note }) => note.includes(id)).length;
      return (book.transactions.has(id) ? 1 : 0) + (book.transfers.has(id) ? 1 : 0) + refunds;
    },
    sendForeign: () => {
      const sold = { amount: 900, currency: "GHS" };
      const transaction = newTransaction("somebody-elses", sold, "card", emulator.now());
      return told("charge.success", shape({ ...transaction, status: "success" }, emulator));
    },
    ...disputeActs(book, emulator.now, told),
    pay: (reference, card) => payAt(emulator, reference, card),
  };
}

function answer(
  book: PaystackBook,
  request: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer | Promise<EmulatorAnswer> {
  const { method, path } = request;
  if (path.startsWith(pagePath)) return page(book, request, emulator);
  if (request.headers.authorization !== `Bearer ${book.secretKey}` || emulator.switches.revoked)
    return refused(401, "Invalid key", "validation_error", "invalid_Key");
  const json = jsonOf(request);
  if (method === "POST" && path === "/transaction/initialize") return initialize(book, emulator, json);
  if (method === "POST" && path === "/charge") return charge(book, emulator, json);
  if (method === "POST" && path === "/transaction/charge_authorization")
    return chargeKept(book, emulator, json);
  if (method === "POST" && path === "/customer/authorization/deactivate") return deactivate(book, json);
  if (method === "POST" && path === "/charge/submit_otp") return submitOtp(book, emulator, json);
  const verify = /^\/(transaction\/verify|charge)\/([^/]+)$/.exec(path);
  if (method === "GET" && verify) return show(book, emulator, decodeURIComponent(verify[2] ?? ""));
  const told = (event: string, data: unknown) => notify(book, emulator, event, data);
  return (
    answerBook(book, request, json, emulator, told) ?? refused(404, "Unknown route", "api_error", "unknown")
  );
}

function initialize(book: PaystackBook, emulator: Emulator, json: Record<string, unknown>): EmulatorAnswer {
  const problem = problemOf(book, json);
  if (problem) return problem;
  const reference = String(json.reference);
  book.transactions.set(reference, newTransaction(reference, json, "card", emulator.now()));
  const authorization_url = `${emulator.url}${pagePath}${reference}`;
  return said("Authorization URL created", { authorization_url, access_code: "3ni8kdavz62431k", reference });
}

function charge(book: PaystackBook, emulator: Emulator, json: Record<string, unknown>): EmulatorAnswer {
  const problem = problemOf(book, json);
  if (problem) return problem;
  const wallet = recordOf(json.mobile_money);
  const phone = String(wallet.phone ?? "");
  const shapes: Record<string, RegExp> = { GHS: /^0\d{9}$/, KES: /^\+254\d{9}$/, XOF: /^0\d{9}$/ };
  if (!shapes[String(json.currency)]?.test(phone)) return refused(400, "Invalid phone number");
  if (!/^(mtn|atl|vod|mpesa|orange|wave)$/.test(String(wallet.provider)))
    return refused(400, "Provider is not supported");
  if (phone.endsWith("169"))
    return said("Charge attempted", {
      reference: json.reference,
      status: "failed",
      message: "Provider is unavailable",
    });
  const reference = String(json.reference);
  const transaction = newTransaction(reference, { ...json, phone }, "mobile_money", emulator.now());
  book.transactions.set(reference, transaction);
  if (wallet.provider === "vod") {
    transaction.status = "send_otp";
    const display_text = "Please dial *110# to generate a voucher code. Then input the voucher";
    return said("Charge attempted", { reference, status: "send_otp", display_text });
  }
  plan(book, emulator, transaction);
  const display_text = "Please complete authorization process on your mobile phone";
  return said("Charge attempted", { reference, status: "pay_offline", display_text });
}

function chargeKept(book: PaystackBook, emulator: Emulator, json: Record<string, unknown>) {
  const create = () => newTransaction(String(json.reference), json, "card", emulator.now());
  return (
    problemOf(book, json) ??
    chargeAuthorization(book, emulator, json, create, (transaction, message) =>
      finish(book, emulator, transaction, message),
    )
  );
}

function plan(book: PaystackBook, emulator: Emulator, transaction: Transaction): void {
  transaction.status = "pay_offline";
  const digits = transaction.phone.slice(-3);
  const message = walletMessages[digits];
  emulator.after(digits === "199" ? 600_000 : settleMs, () =>
    finish(book, emulator, transaction, message ?? null),
  );
}

/** Only success is told by a callback. */
async function finish(
  book: PaystackBook,
  emulator: Emulator,
  transaction: Transaction,
  message: string | null,
): Promise<void> {
  transaction.status = message === null ? "success" : "failed";
  transaction.message = message;
  transaction.paidMs = message === null ? emulator.now() : null;
  if (message === null) keepCard(book, transaction);
  if (message === null) await notify(book, emulator, "charge.success", shape(transaction, emulator));
}

function submitOtp(book: PaystackBook, emulator: Emulator, json: Record<string, unknown>): EmulatorAnswer {
  const reference = String(json.reference);
  const transaction = book.transactions.get(reference);
  if (transaction?.status !== "send_otp")
    return refused(400, "Charge is not waiting for a code", "validation_error", "invalid");
  if (json.otp !== "123456") {
    transaction.status = "failed";
    transaction.message = "Invalid OTP";
    return said("Charge attempted", { reference, status: "failed", message: "Invalid OTP" });
  }
  plan(book, emulator, transaction);
  return said("Charge attempted", {
    reference,
    status: "pay_offline",
    display_text: "Approve on your phone",
  });
}

function show(book: PaystackBook, emulator: Emulator, reference: string): EmulatorAnswer {
  const transaction = book.transactions.get(reference);
  if (!transaction)
    return refused(400, "Transaction reference not found.", "validation_error", "transaction_not_found");
  return said("Verification successful", shape(transaction, emulator));
}

async function page(
  book: PaystackBook,
  request: EmulatorRequest,
  emulator: Emulator,
): Promise<EmulatorAnswer> {
  const transaction = book.transactions.get(request.path.slice(pagePath.length));
  if (!transaction?.hasPage || transaction.status === "success") return { status: 404, html: "Unknown" };
  if (request.method !== "POST") return payerPage("Paystack", { ok: "Pay", cancel: "Cancel" });
  const form = new URLSearchParams(request.text);
  if (form.get("outcome") === "ok") {
    transaction.card = form.get("card") || transaction.card || "4084084084084081";
    await finish(book, emulator, transaction, cardMessages[transaction.card] ?? null);
  }
  const query = new URLSearchParams({ trxref: transaction.reference, reference: transaction.reference });
  return { status: 303, headers: { location: `${transaction.returnUrl}?${query}` } };
}

function newTransaction(
  reference: string,
  json: Record<string, unknown>,
  channel: Transaction["channel"],
  nowMs: number,
): Transaction {
  return {
    id: randomInt(1, 2 ** 40),
    reference,
    status: "abandoned",
    message: null,
    amount: Number(json.amount),
    currency: String(json.currency),
    channel,
    phone: String(json.phone ?? ""),
    card: "",
    email: String(json.email ?? ""),
    authorization: "",
    returnUrl: String(json.callback_url ?? ""),
    hasPage: channel === "card" && json.authorization_code === undefined,
    metadata: json.metadata ?? "",
    createdMs: nowMs,
    paidMs: null,
  };
}

function shape(transaction: Transaction, { switches }: Pick<Emulator, "switches">): Record<string, unknown> {
  const { id, reference, status, message, amount, currency, channel, metadata, createdMs, paidMs } =
    transaction;
  const isPaid = status === "success";
  return {
    id,
    domain: "test",
    status: switches.unknownStatus ? "teleported" : status === "pay_offline" ? "ongoing" : status,
    reference,
    amount: switches.wrongAmount ? amount - 100 : amount,
    requested_amount: amount,
    message,
    gateway_response: isPaid ? "Successful" : (message ?? "The transaction was not completed"),
    paid_at: paidMs === null ? null : iso(paidMs),
    created_at: iso(createdMs),
    channel,
    currency,
    fees: isPaid ? Math.round(amount * 0.0195) : null,
    metadata,
    authorization: authorizationOf(transaction),
    customer: { email: transaction.email, customer_code: "CUS_1" },
  };
}

function problemOf(book: PaystackBook, json: Record<string, unknown>): EmulatorAnswer | null {
  if (!/^[^@\s]+@[^@\s]+$/.test(String(json.email ?? "")))
    return refused(400, "Email Address is required", "validation_error", "missing_params");
  if (!/^[1-9]\d*$/.test(String(json.amount))) return refused(400, "Invalid Amount Sent");
  if (!/^[A-Za-z0-9.=-]+$/.test(String(json.reference))) return refused(400, "Invalid reference");
  if (!/^(GHS|KES|NGN|ZAR|XOF|USD)$/.test(String(json.currency)))
    return refused(400, "Currency not supported by merchant", "validation_error", "unsupported_currency");
  if (book.transactions.has(String(json.reference)))
    return refused(400, "Duplicate Transaction Reference", "validation_error", "duplicate_reference");
  return null;
}

async function notify(book: PaystackBook, emulator: Emulator, event: string, data: unknown): Promise<void> {
  const url = book.callbackUrl.current;
  if (url === "") return;
  const body = JSON.stringify({ event, data });
  const signature = createHmac("sha512", book.secretKey).update(body, "utf8").digest("hex");
  const headers = { "content-type": "application/json", "x-paystack-signature": signature };
  await emulator.send({ url, body, headers });
}
