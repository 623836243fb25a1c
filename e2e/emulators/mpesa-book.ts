import { createHash, randomInt } from "node:crypto";
import { type Emulator, type EmulatorAnswer, type EmulatorOptions, nothingPlanted } from "./emulator";

// What the M-PESA emulator knows, in whole shillings: the true account of one short code, and how unkind it is now.

export type CallbackKind = "prompt" | "confirmation" | "result" | "standing_order";
type Mask = "spaced" | "short" | "local" | "hash" | "full";

/** What a test, or bad luck, does to Daraja beside the switches that all emulators have. */
const kind = {
  /** What is asked is done at once, and answered so much later by the emulator's clock: up to 40 s. */
  answerLateMs: 0,
  /** What moves money is taken, then the line is cut. */
  cut: false,
  /** A gateway answers with a page of its own; nothing is taken. */
  html: false,
  /** Everything but tokens is refused with this; nothing is taken. */
  refuse: null as { status: number; errorCode: string; errorMessage: string } | null,
  /** How the query says that a prompt is open; "both": by turns. */
  open: "both" as "error" | "4999" | "both",
  lateMs: {} as Partial<Record<CallbackKind, number>>,
  /** 0: it never comes. */
  copies: {} as Partial<Record<CallbackKind, number>>,
  /** Each callback comes up to a minute late, so that they overtake each other. */
  shuffled: false,
  /** How payers' numbers show; without one as the version that was registered has them. */
  msisdn: null as Mask | null,
  /** How the callback of a prompt shows the number. */
  promptPhone: "full" as Mask,
  /** The same amount to the same payer is refused for two minutes. */
  twoMinutes: true,
  /** A new token ends the one before. */
  oneToken: true,
  /** External validation is turned on. */
  validates: false,
  /** What an initiator asks for: the address for time-outs is called in place of the one for results. */
  queueTimeOut: null as "done" | "not done" | null,
  /** The result names a conversation of the provider's own in place of ours, as in its sample. */
  foreignConversation: false,
  /** By how much the list of transactions lags behind. */
  pullLateMs: 0,
  /** That there are no transactions is said by an error 500. */
  noneByError: false,
  /** Whether the Z of the list is true, or Nairobi's time. */
  pullZone: "utc" as "utc" | "nairobi",
  /** Which of the two copies of the page on standing orders holds. */
  ratiba: "2026" as "2025" | "2026",
};

/** One line of the true statement. */
export interface Line {
  receipt: string;
  atMs: number;
  kind: "paid" | "payout" | "reversal" | "charge";
  amount: number;
  phone: string;
  name: string;
  account: string;
  /** The receipt that was given back. */
  linked: string;
  /** What validation answered as its own id. */
  thirdParty: string;
  balance: number;
}

export interface Prompt {
  ids: { MerchantRequestID: string; CheckoutRequestID: string };
  phone: string;
  amount: number;
  account: string;
  callbackUrl: string;
  beganMs: number;
  /** Null while the payer has not answered. */
  code: string | null;
  queries: number;
}

/** What an initiator asked for. `code` is empty while it is not decided. */
export interface Conversation {
  id: string;
  ours: string;
  code: string;
  line: Line | null;
}

const testKeys = {
  ...{ consumerKey: "consumer-key", consumerSecret: "consumer-secret", passkey: "passkey" },
  ...{ shortCode: "600984", till: "", initiator: "testapi", securityCredential: "c2VhbGVk" },
};

export interface MpesaOptions extends EmulatorOptions {
  /** `shortCode` is the paybill, or the store number of `till`. */
  keys?: Partial<typeof testKeys>;
  /** What the account holds at first. */
  opening?: number;
  /** What the network takes of a payment. */
  chargeOf?: (amount: number) => number;
  /** How long validation may take, of real time. */
  validationMs?: number;
  /** In the sandbox addresses are written over. */
  isSandbox?: boolean;
  /** The clock follows the real one, so many times as fast. */
  speed?: number;
}

export function openBook({ opening = 1_000_000, validationMs = 8_000, ...rest }: MpesaOptions) {
  return {
    ...{ opening, validationMs, isSandbox: rest.isSandbox === true, chargeOf: rest.chargeOf ?? (() => 0) },
    keys: { ...testKeys, ...rest.keys },
    unkind: structuredClone(kind),
    planted: nothingPlanted(),
    callbackUrl: { current: "" },
    lines: [] as Line[],
    tokens: new Map<string, number>(),
    prompts: [] as Prompt[],
    conversations: [] as Conversation[],
    orders: [] as { name: string; phone: string; isStopped: boolean }[],
    addresses: null as null | { version: string; confirmation: string; validation: string; silence: string },
    /** What a phone does with what it is asked, where a test says so: a result code, "late" or "pay". */
    does: new Map<string, string>(),
    /** Every request that was taken, and every callback that was sent, oldest first. */
    taken: [] as string[],
    sent: [] as { kind: CallbackKind; url: string; body: unknown }[],
    /** What the documents ask for and was not kept, though the network is not known to refuse it. */
    oddities: [] as string[],
    ...{ isPullRegistered: false, wrongCredentials: 0, disorder: 1 },
    /** No two emulators give the same receipt. */
    receipts: randomInt(40_000_000),
  };
}

export type Book = ReturnType<typeof openBook>;
export type Daraja = { book: Book; emulator: Emulator };
export type Json = Record<string, unknown>;

/** Into which account payers pay, and out of which payouts go. */
export function balanceOf(book: Book): number {
  return (book.lines.at(-1)?.balance ?? book.opening) + book.planted.balance;
}

export function chargesOf(book: Book): number {
  return book.lines.reduce((sum, { kind, amount }) => (kind === "charge" ? sum + amount : sum), 0);
}

/** A line as it would be, with its receipt: what validation is shown before it is written. */
export function draft(daraja: Daraja, line: Pick<Line, "kind" | "amount" | "phone"> & Partial<Line>): Line {
  const rest = { name: "JOHN DOE", account: "", linked: "", thirdParty: "", balance: 0 };
  return { ...rest, receipt: newReceipt(daraja), atMs: daraja.emulator.now(), ...line };
}

/** Charges have an account of their own, which is why they leave this balance alone. */
export function write({ book }: Daraja, line: Line): Line {
  const sign = { paid: 1, payout: -1, reversal: -1, charge: 0 }[line.kind];
  const written = { ...line, balance: (book.lines.at(-1)?.balance ?? book.opening) + sign * line.amount };
  book.lines.push(written);
  return written;
}

/** Year, month and day as M-PESA's receipts begin, and seven signs that no other has. */
export function newReceipt({ book, emulator }: Daraja): string {
  const [year = 0, month = 0, day = 0] = nairobi(emulator.now()).slice(0, 10).split("-").map(Number);
  book.receipts += 1;
  const start = [year - 2005, month, day].map((part, at) => sign36(at < 2 ? part + 9 : part)).join("");
  return start + sign36(book.receipts * 1_679 + randomInt(1_679)).padStart(7, "0");
}

const sign36 = (value: number) => value.toString(36).toUpperCase();

/** "2026-01-31 12:30:00" in East Africa Time, which has no summer time. */
export function nairobi(ms: number): string {
  return new Date(ms + 10_800_000).toISOString().slice(0, 19).replace("T", " ");
}

export const stampOf = (ms: number) => nairobi(ms).replace(/\D/g, "");

/** The other way round; NaN where it is no such time. */
export function fromNairobi(text: string): number {
  const found = /^(\d{4})-(\d\d)-(\d\d) (\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text.trim());
  if (!found) return Number.NaN;
  const parts = found.slice(1).map((part) => Number(part ?? 0));
  const [year = 0, month = 0, day = 0, hour, minute, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - 10_800_000;
}

export function masked(phone: string, mask: Mask): string {
  if (mask === "hash") return createHash("sha256").update(phone).digest("hex");
  if (mask === "spaced") return `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`;
  if (mask === "short") return `${phone.slice(0, 5)}****${phone.slice(-3)}`;
  return mask === "local" ? `0${phone.slice(3, 6)}***${phone.slice(-3)}` : phone;
}

export function idLike(): string {
  const hex = () => randomInt(65_536).toString(16).padStart(4, "0");
  return `${hex()}-${hex()}-${hex()}-${hex()}${hex()}${hex()}${randomInt(10_000_000)}`;
}

export function refused(status: number, errorCode: string, errorMessage: string): EmulatorAnswer {
  return { status, json: { requestId: idLike(), errorCode, errorMessage } };
}

export const invalid = (field: string) => refused(400, "400.002.02", `Bad Request - Invalid ${field}`);

/** Which field is missing or not as the documents have it, or null. */
export function problemOf(json: Json, rules: Record<string, RegExp>): EmulatorAnswer | null {
  const wrong = Object.entries(rules).find(([field, rule]) => !rule.test(String(json[field] ?? "")));
  if (wrong) return invalid(wrong[0]);
  const url = Object.entries(json).find(([field, value]) => /URL$/.test(field) && !isAddress(String(value)));
  return url ? invalid(url[0]) : null;
}

/** Public, by https, and without the words that Daraja does not want. This machine stands for any other. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  const isOpen = url?.protocol === "https:" || url?.hostname === "127.0.0.1";
  return isOpen && !/m-?pesa|safaricom|exe|cmd|sql|query/i.test(text);
}

/** Where an address is answered: its path and query, at the host that stands in for it. Nothing leaves this machine. */
export function at({ callbackUrl }: Book, address: string): string {
  const { pathname, search, hostname, origin } = new URL(address);
  const here = hostname === "127.0.0.1" ? origin : "http://127.0.0.1:9";
  return (callbackUrl.current ? new URL(callbackUrl.current).origin : here) + pathname + search;
}

/** Once, unless told otherwise, and never again: Daraja does not try twice. */
export async function callBack(daraja: Daraja, kind: CallbackKind, address: string, body: unknown) {
  const { book, emulator } = daraja;
  const url = at(book, address);
  const post = async () => {
    book.sent.push({ kind, url, body });
    const headers = { "content-type": "application/json" };
    const sending = emulator.send({ url, body: JSON.stringify(body), headers }).catch(() => {});
    // Who does not answer is not waited for.
    await Promise.race([sending, new Promise((done) => setTimeout(done, book.validationMs).unref())]);
  };
  const { lateMs, copies, shuffled } = book.unkind;
  for (let copy = copies[kind] ?? 1; copy > 0; copy -= 1) {
    book.disorder = (book.disorder * 48_271) % 2_147_483_647;
    const late = (lateMs[kind] ?? 0) + (shuffled ? book.disorder % 60_000 : 0);
    if (late > 0) emulator.after(late, post);
    else await post();
  }
}
