import { randomInt } from "node:crypto";
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
  startEmulator,
} from "./emulator";
import { answerBook, type ChargebackActs, chargebackActs } from "./flutterwave-book";
import {
  type FlutterwaveBook,
  type Page,
  refused,
  responses,
  said,
  type Transaction,
  types,
} from "./flutterwave-objects";

export interface FlutterwaveEmulator extends Emulator, ChargebackActs {
  secretKey: string;
  webhookHash: string;
  callbackUrl: { current: string };
  held(id: string): number;
  sendForeign(): Promise<void>;
  /** What the payer does at the page of this reference: types the card, or the code of the wallet, and pays. */
  pay(txRef: string, card: string): Promise<void>;
  /** Errors in its own lists. */
  planted: Planted;
}

const settleMs = 4_000;

export async function startFlutterwave(
  options: EmulatorOptions & { secretKey?: string } = {},
): Promise<FlutterwaveEmulator> {
  const book: FlutterwaveBook = {
    transactions: [],
    pages: new Map(),
    chargebacks: [],
    transfers: [],
    refunds: [],
    secretKey: options.secretKey ?? "FLWSECK_TEST-emulated-X",
    webhookHash: "the-secret-hash-of-the-dashboard",
    callbackUrl: { current: "" },
    planted: nothingPlanted(),
  };
  const emulator = await startEmulator((request, server) => answer(book, request, server), options);
  const { secretKey, webhookHash, callbackUrl, planted } = book;
  return {
    ...emulator,
    ...{ secretKey, webhookHash, callbackUrl, planted },
    held: (id) => {
      const transfers = book.transfers.filter(({ reference }) => reference === id).length;
      const refunds = book.refunds.filter(({ comments }) => comments.includes(id)).length;
      return book.transactions.filter(({ txRef }) => txRef === id).length + transfers + refunds;
    },
    sendForeign: () => {
      const sold = { tx_ref: "somebody-elses", amount: 900, currency: "UGX" };
      const transaction = newTransaction(sold, "card", 0);
      const paid = shape({ ...transaction, status: "successful" }, emulator);
      return tell(book, emulator, { event: "charge.completed", data: paid });
    },
    ...chargebackActs(book, emulator.now),
    pay: async (txRef, card) => {
      const page = [...book.pages].findLast(([, one]) => one.txRef === txRef);
      if (page) await payAt(emulator, page[0], card);
    },
  };
}

function answer(
  book: FlutterwaveBook,
  request: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer | Promise<EmulatorAnswer> {
  const { method, path, query } = request;
  if (path.startsWith(pagePath)) return atPage(book, request, emulator);
  if (request.headers.authorization !== `Bearer ${book.secretKey}` || emulator.switches.revoked)
    return refused(401, "Invalid authorization key");
  const json = jsonOf(request);
  if (method === "POST" && path === "/payments") return openPage(book, emulator, json);
  if (method === "POST" && path === "/charges") return charge(book, emulator, query.get("type") ?? "", json);
  if (path === "/transactions/verify_by_reference") return verify(book, emulator, query.get("tx_ref") ?? "");
  const own = answerBook(book, request, json, emulator, (body) => tell(book, emulator, body));
  return own ?? refused(404, "Cannot find this route");
}

function openPage(book: FlutterwaveBook, emulator: Emulator, json: Record<string, unknown>): EmulatorAnswer {
  const customer = JSON.stringify(json.customer ?? {});
  if (typeof json.amount !== "number") return refused(400, "amount must be a number");
  if (!json.tx_ref || !json.redirect_url || !/@/.test(customer))
    return refused(400, "customer email is required");
  return said("Hosted Link", {
    link: linkOf(book, emulator, { txRef: String(json.tx_ref), json, wallet: null }),
  });
}

function linkOf(book: FlutterwaveBook, emulator: Emulator, page: Page): string {
  const key = `flw${book.pages.size + 1}`;
  book.pages.set(key, page);
  return `${emulator.url}${pagePath}${key}`;
}

function charge(
  book: FlutterwaveBook,
  emulator: Emulator,
  type: string,
  json: Record<string, unknown>,
): EmulatorAnswer {
  const rule = types[type];
  if (!rule?.currency.test(String(json.currency))) return refused(400, "This currency is not supported here");
  if (!json.email || !json.tx_ref) return refused(400, "email is required");
  if (!rule.phone.test(String(json.phone_number))) return refused(400, "Invalid phone number");
  if (!rule.network.test(String(json.network))) return refused(400, "network is invalid");
  if (type === "mobile_money_franco" && !json.country) return refused(400, "country is required");
  if (String(json.phone_number).endsWith("169"))
    return refused(400, "Service unavailable, try another network");
  const transaction = newTransaction(json, type.replaceAll("_", ""), emulator.now());
  book.transactions.push(transaction);
  if (/uganda|rwanda|zambia|ghana/.test(type)) {
    const redirect = linkOf(book, emulator, { txRef: transaction.txRef, json, wallet: transaction });
    return { ...said("Charge initiated", undefined, { authorization: { mode: "redirect", redirect } }) };
  }
  ask(book, emulator, transaction);
  const meta = { authorization: { mode: "callback", redirect_url: null } };
  return said("Charge initiated", shape(transaction, emulator), meta);
}

function ask(book: FlutterwaveBook, emulator: Emulator, transaction: Transaction): void {
  const digits = transaction.phone.slice(-3);
  const response = responses[digits];
  emulator.after(digits === "199" ? 600_000 : settleMs, () => finish(book, emulator, transaction, response));
}

async function finish(
  book: FlutterwaveBook,
  emulator: Emulator,
  transaction: Transaction,
  problem: string | undefined,
): Promise<void> {
  transaction.status = problem ? "failed" : "successful";
  transaction.response = problem ?? "Approved";
  await tell(book, emulator, { event: "charge.completed", data: shape(transaction, emulator) });
}

function verify(book: FlutterwaveBook, emulator: Emulator, txRef: string): EmulatorAnswer {
  const found = book.transactions.findLast((one) => one.txRef === txRef);
  return found
    ? said("Transaction fetched successfully", shape(found, emulator))
    : refused(400, "No transaction was found for this id");
}

const cardResponses: Record<string, string> = {
  "5258585922666506": "Insufficient Funds",
  "5143010522339965": "Do not honour",
};

async function atPage(
  book: FlutterwaveBook,
  request: EmulatorRequest,
  emulator: Emulator,
): Promise<EmulatorAnswer> {
  const page = book.pages.get(request.path.slice(pagePath.length));
  if (!page) return { status: 404, html: "Unknown" };
  if (request.method !== "POST") return payerPage("Flutterwave", { ok: "Pay", cancel: "Cancel" });
  const form = new URLSearchParams(request.text);
  const query = new URLSearchParams({ status: "cancelled", tx_ref: page.txRef });
  if (form.get("outcome") === "ok") {
    if (page.wallet) ask(book, emulator, page.wallet);
    else {
      const transaction = newTransaction(page.json, "card", emulator.now());
      transaction.card = form.get("card") || "5531886652142950";
      book.transactions.push(transaction);
      await finish(book, emulator, transaction, cardResponses[transaction.card]);
      query.set("transaction_id", String(transaction.id));
    }
    query.set("status", "completed");
  }
  return { status: 303, headers: { location: `${String(page.json.redirect_url)}?${query}` } };
}

function newTransaction(json: Record<string, unknown>, type: string, nowMs: number): Transaction {
  return {
    id: randomInt(1, 2 ** 40),
    txRef: String(json.tx_ref),
    amount: Number(json.amount),
    currency: String(json.currency),
    status: "pending",
    response: "Transaction in progress",
    type,
    phone: String(json.phone_number ?? ""),
    card: "",
    createdMs: nowMs,
  };
}

function shape(transaction: Transaction, { switches }: Pick<Emulator, "switches">): Record<string, unknown> {
  const { id, txRef, amount, currency, status, response, type, card, createdMs } = transaction;
  const paid = switches.wrongAmount ? amount - 1 : amount;
  const fee = Math.round(paid * 2.9) / 100;
  return {
    id,
    tx_ref: txRef,
    flw_ref: `FLW-${id}`,
    amount: paid,
    currency,
    charged_amount: paid,
    app_fee: fee,
    merchant_fee: 0,
    processor_response: response,
    auth_model: card ? "PIN" : "AUTH",
    status: switches.unknownStatus ? "teleported" : status,
    payment_type: type,
    created_at: iso(createdMs),
    amount_settled: paid - fee,
    customer: { id: 1, email: "ann@example.com" },
    ...(card
      ? {
          card: {
            ...{ first_6digits: card.slice(0, 6), last_4digits: card.slice(-4) },
            ...{ type: "MASTERCARD", expiry: "09/32" },
          },
        }
      : {}),
    meta: {},
  };
}

async function tell(book: FlutterwaveBook, emulator: Emulator, what: unknown): Promise<void> {
  const url = book.callbackUrl.current;
  if (url === "") return;
  const headers = { "content-type": "application/json", "verif-hash": book.webhookHash };
  await emulator.send({ url, body: JSON.stringify(what), headers });
}
