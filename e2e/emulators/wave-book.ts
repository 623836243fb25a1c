import { randomInt } from "node:crypto";
import {
  type EmulatorAnswer,
  iso,
  nothingPlanted,
  type Planted,
  type Switches,
  withPlanted,
} from "./emulator";

export interface Session {
  id: string;
  amount: number;
  reference: string | null;
  successUrl: string;
  errorUrl: string;
  /** Only the wallet of this number may pay. */
  restrictedTo: string | null;
  checkout: "open" | "complete" | "expired";
  payment: "processing" | "cancelled" | "succeeded";
  error: { code: string; message: string } | null;
  transactionId: string | null;
  createdMs: number;
  completedMs: number | null;
  mobile: string;
  refund: "none" | "failed" | "done";
}

export interface Payout {
  id: string;
  status: "processing" | "succeeded" | "failed" | "reversed";
  amount: number;
  fee: number;
  mobile: string;
  /** What was sent along and is told back as it was. */
  told: Record<string, unknown>;
  error: string | null;
  createdMs: number;
}

/** One movement of the wallet. The amount is what the balance changed by: fees are in it. */
export interface Line {
  transactionId: string;
  type: string;
  amount: number;
  fee: number;
  balance: number;
  isReversal: boolean;
  mobile: string;
  reference: string;
  sessionId: string;
  atMs: number;
}

/** What the documents leave open, or say in two ways. */
export interface WaveUnkind {
  /** The webhook comes so much later than the payment. */
  webhookLateMs: number;
  /** What payment_status says of a session whose payer could not pay and may try again. */
  failedStatus: "cancelled" | "processing" | "failed";
  /** How an error of the payout API is named. All three are in its page. */
  errorWord: "code" | "error_code" | "error";
  /** Payouts are decided in their answer. Otherwise they are processing for a while. */
  payoutsAtOnce: boolean;
  /** What is wrong with the wallet, or nothing. */
  wallet: "" | "invalid-wallet" | "disabled-wallet";
  /** A gateway in front answers with its page in HTML; what was asked is done all the same. */
  gateway: 0 | 502 | 504;
}

export interface WaveAccount {
  country?: string;
  currency?: string;
  /** How long a session is open: half an hour, and in older samples a day. */
  sessionMs?: number;
  /** How many movements one page of the list has. The documents do not say. */
  pageSize?: number;
}

export interface Book {
  sessions: Session[];
  payouts: Payout[];
  lines: Line[];
  /** What was asked for with each idempotency key, and what it made. */
  keys: Map<string, { words: string; made: Session | Payout }>;
  apiKey: string;
  /** The newest first; an older one is good beside it for a while. */
  secrets: string[];
  security: { current: "signing" | "shared" };
  callbackUrl: { current: string };
  currency: string;
  prefix: string;
  sessionMs: number;
  pageSize: number;
  unkind: WaveUnkind;
  planted: Planted;
}

const prefixes: Record<string, string> = {
  ...{ SN: "+221", CI: "+225", ML: "+223", BF: "+226", NE: "+227", GM: "+220", UG: "+256", SL: "+232" },
};

export function newBook(account: WaveAccount): Book {
  const { country = "SN", currency = "XOF", sessionMs = 1_800_000, pageSize = 3 } = account;
  return {
    ...{ sessions: [], payouts: [], lines: [], keys: new Map() },
    ...{ apiKey: "wave_sn_prod_emulated", secrets: ["wave_sn_WHS_emulated"], currency, sessionMs, pageSize },
    ...{ security: { current: "signing" }, callbackUrl: { current: "" }, planted: nothingPlanted() },
    prefix: prefixes[country] ?? "+221",
    unkind: {
      ...{ webhookLateMs: 0, failedStatus: "cancelled", errorWord: "code", payoutsAtOnce: false },
      ...{ wallet: "", gateway: 0 },
    },
  };
}

export const feeOf = (amount: number) => Math.ceil(amount / 100);

/** Seconds are the finest that Wave says. */
export const timeOf = (ms: number) => iso(ms).replace(/\.\d+/, "");

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ234567";
export const signs = (count: number) =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join("");

export const idOf = (kind: string) => `${kind}-${signs(13).toLowerCase()}`;

export function balanceOf({ lines }: Book): number {
  return lines.at(-1)?.balance ?? 1_000_000;
}

export function write(book: Book, line: Omit<Line, "balance">): void {
  book.lines.push({ ...line, balance: balanceOf(book) + line.amount });
}

export function said(status: number, code: string, message = code, details?: unknown): EmulatorAnswer {
  return { status, json: { code, message, ...(details ? { details } : {}) } };
}

/** The request is well-formed, and a field of it is not what it must be. */
export function invalid(loc: string[], msg: string): EmulatorAnswer {
  return said(422, "request-validation-error", "Request invalid", [{ loc, msg, type: "value_error" }]);
}

export const isAmount = (value: unknown) => typeof value === "string" && /^[1-9]\d{0,11}$/.test(value);
export const isMobile = (value: unknown) => typeof value === "string" && /^\+[1-9]\d{7,14}$/.test(value);
const isUrl = (value: unknown) => typeof value === "string" && /^https:\/\/./.test(value);
const isText = (value: unknown) => value === undefined || (typeof value === "string" && value.length <= 255);

/** The first field that does not fit, or that is not known. Amounts are text, whole, and never negative. */
export function fieldProblem(
  json: Record<string, unknown>,
  fields: Record<string, (value: unknown) => boolean>,
): EmulatorAnswer | null {
  for (const [name, fits] of Object.entries(fields))
    if (!fits(json[name])) return invalid([name], `${name} is missing or not valid`);
  const stranger = Object.keys(json).find((name) => !(name in fields));
  return stranger ? invalid([stranger], "extra fields not permitted") : null;
}

export const sessionFields = (currency: string) => ({
  amount: isAmount,
  currency: (value: unknown) => value === currency,
  ...{ success_url: isUrl, error_url: isUrl, client_reference: isText },
  restrict_payer_mobile: (value: unknown) => value === undefined || isMobile(value),
});

export const payoutFields = {
  receive_amount: isAmount,
  currency: (value: unknown) => /^[A-Z]{3}$/.test(String(value)),
  ...{ mobile: isMobile, name: isText, national_id: isText, client_reference: isText },
  payment_reason: (value: unknown) => isText(value) && String(value ?? "").length <= 40,
};

export function sessionShape(book: Book, session: Session, switches: Switches, url: string) {
  const { id, amount, checkout, payment, error, createdMs, completedMs } = session;
  const query = new URLSearchParams({ a: String(amount), c: book.currency, m: "Acme" });
  const status = error && checkout === "open" ? book.unkind.failedStatus : payment;
  return {
    id,
    amount: String(amount - (switches.wrongAmount ? 1 : 0)),
    checkout_status: switches.unknownStatus ? "teleported" : checkout,
    client_reference: session.reference,
    currency: book.currency,
    error_url: session.errorUrl,
    last_payment_error: error,
    business_name: "Acme",
    payment_status: switches.unknownStatus ? "teleported" : status,
    success_url: session.successUrl,
    wave_launch_url: `${url}/checkout/${id}?${query}`,
    when_completed: completedMs === null ? null : timeOf(completedMs),
    when_created: timeOf(createdMs),
    when_expires: timeOf(createdMs + book.sessionMs),
    transaction_id: session.transactionId && `T${session.transactionId}`,
    ...(session.restrictedTo ? { restrict_payer_mobile: session.restrictedTo } : {}),
  };
}

/** The movements of one day, oldest first, in pages. */
export function transactions(book: Book, query: URLSearchParams, nowMs: number): EmulatorAnswer {
  const date = query.get("date") ?? iso(nowMs).slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return invalid(["date"], "invalid date format");
  const own = book.lines.filter(({ atMs }) => iso(atMs).startsWith(date));
  const isToday = iso(nowMs).startsWith(date);
  const foreign = (isToday ? book.planted.foreign : []).map(({ ourId, amount }) => ({
    ...{ transactionId: signs(10), type: "api_checkout", amount, fee: 0, balance: balanceOf(book) },
    ...{ isReversal: false, mobile: `${book.prefix}761110009`, reference: ourId, sessionId: idOf("cos") },
    atMs: nowMs,
  }));
  const all = [...withPlanted(own, book.planted, ({ reference }) => reference), ...foreign];
  const after = query.get("after");
  const start = after === null ? 0 : Number(Buffer.from(after, "base64").toString());
  const page = all.slice(start, start + book.pageSize);
  const end = start + page.length;
  const page_info = {
    start_cursor: after,
    end_cursor: page.length > 0 ? Buffer.from(String(end)).toString("base64") : null,
    has_next_page: end < all.length,
  };
  return { status: 200, json: { page_info, date, items: page.map((line) => lineShape(book, line)) } };
}

function lineShape({ currency }: Book, line: Line): Record<string, unknown> {
  const { transactionId, type, amount, fee, balance, isReversal, reference, sessionId } = line;
  return {
    timestamp: timeOf(line.atMs),
    // The session of it has the same without the stroke: both are in the samples.
    transaction_id: `T_${transactionId}`,
    transaction_type: type,
    ...{ amount: String(amount), fee: String(fee), balance: String(balance), currency },
    ...(isReversal ? { is_reversal: true } : {}),
    counterparty_name: "Mame Diop",
    counterparty_mobile: line.mobile,
    ...(reference ? { client_reference: reference } : {}),
    ...(sessionId ? { checkout_api_session_id: sessionId } : {}),
  };
}
