import { randomInt } from "node:crypto";
import { type EmulatorAnswer, iso, nothingPlanted, type Planted, withPlanted } from "./emulator";

export type Status = "TS" | "TF" | "TIP" | "TA" | "TE";
export type Op = "charge" | "payout" | "refund";

export interface Operation {
  op: Op;
  /** Ours. Refunds need none at Airtel. */
  id: string;
  airtelId: string;
  status: Status;
  /** The response_code that goes with the status. */
  code: string;
  amount: number;
  msisdn: string;
  reference: string;
  createdMs: number;
  /** Of what it is a refund. */
  charge: Operation | null;
}

/** What the documents leave open, say in two ways, or what is done live in another way than they say. */
export interface AirtelUnkind {
  /** The callback comes before the answer of the request that it is about. */
  callbackFirst: boolean;
  /** The callback comes so much later than the payment. */
  callbackLateMs: number;
  /** A callback that says TIP goes before the last one: they may be intermediate. */
  callbackTwice: boolean;
  /** Payouts are told by callback too. The page of version 3 has no callback. */
  payoutCallbacks: boolean;
  /** Payouts are decided in their answer, as the samples are. Otherwise they are in progress for a while. */
  payoutsAtOnce: boolean;
  /** Requests that are not signed are refused, as in Zambia. */
  mustSign: boolean;
  /** As accounts in use have seen it: refusals with HTTP 200, a code in callbacks, failures told as success. */
  asSeen: boolean;
  /** A gateway in front answers with its page in HTML; what was asked is done all the same. */
  gateway: 0 | 502 | 504;
}

export interface AirtelAccount {
  country?: string;
  currency?: string;
}

export interface Book {
  operations: Operation[];
  /** Until when each token is good. */
  tokens: Map<string, number>;
  keys: { clientId: string; clientSecret: string; pin: string; callbackKey: string };
  country: string;
  currency: string;
  /** Whether callbacks have a hash, as it is set in the portal. */
  callbackAuth: { current: boolean };
  callbackUrl: { current: string };
  unkind: AirtelUnkind;
  planted: Planted;
}

const nine = /^[1-9]\d{8}$/;
/** The fourteen countries, and what a number without the country's code looks like there. */
const countries: Record<string, [currency: string, msisdn: RegExp]> = {
  ...{ CD: ["CDF", nine], CG: ["XAF", /^0\d{8}$/], GA: ["XAF", /^0?[67]\d{7}$/], KE: ["KES", nine] },
  ...{ MG: ["MGA", nine], MW: ["MWK", nine], NE: ["XOF", /^[89]\d{7}$/], NG: ["NGN", /^[1-9]\d{9}$/] },
  ...{ RW: ["RWF", nine], SC: ["SCR", /^2\d{6}$/], TD: ["XAF", /^[69]\d{7}$/], TZ: ["TZS", nine] },
  ...{ UG: ["UGX", nine], ZM: ["ZMW", nine] },
};

export const isCountry = (code: string) => code in countries;

/** Digits of the country's code in front make a number too long. */
export const isMsisdn = (book: Book, text: unknown) =>
  typeof text === "string" && (countries[book.country]?.[1].test(text) ?? false);

export function newBook({ country = "UG", currency }: AirtelAccount): Book {
  return {
    operations: [],
    tokens: new Map(),
    keys: {
      clientId: "airtel-client-id",
      clientSecret: "airtel-client-secret",
      pin: "4821",
      callbackKey: "airtel-callback-key",
    },
    country,
    currency: currency ?? countries[country]?.[0] ?? "UGX",
    callbackAuth: { current: true },
    callbackUrl: { current: "" },
    unkind: {
      ...{ callbackFirst: false, callbackLateMs: 0, callbackTwice: false, payoutCallbacks: false },
      ...{ payoutsAtOnce: false, mustSign: false, asSeen: false, gateway: 0 },
    },
    planted: nothingPlanted(),
  };
}

export interface Turn {
  status: Status;
  code: string;
  /** Infinity: never. */
  afterMs: number;
  meanwhile: "TIP" | "TA";
}

const soonMs = 4_000;
const hourMs = 3_600_000;
const paid = (code: string, afterMs: number, meanwhile: Turn["meanwhile"] = "TIP"): Turn => ({
  ...{ status: "TS", code, afterMs, meanwhile },
});
const failed = (code: string, status: Status = "TF"): Turn => ({
  ...{ status, code, afterMs: soonMs, meanwhile: "TIP" },
});

/** What a payment comes to, by the last three digits of its number. "029" and "169" are refused at once. */
const chargeTurns: Record<string, Turn> = {
  ...{ "019": failed("DP00800001003"), "039": failed("DP00800001005"), "049": failed("DP00800001007") },
  ...{ "069": failed("DP00800001009"), "139": failed("DP00800001002"), "149": failed("DP00800001008") },
  ...{ "189": failed("DP00800001029", "TE"), "239": failed("DP00800001010") },
  ...{ "249": failed("DP00800001024"), "269": failed("DP00800001004") },
  // The shorter codes of Zambia's list.
  ...{ "309": failed("DP008001013"), "319": failed("DP008001016") },
  ...{ "329": failed("DP008001021"), "339": failed("DP008001023") },
  ...{ "129": paid("", Number.POSITIVE_INFINITY), "179": paid("DP00800001001", 45_000) },
  ...{ "199": paid("DP00800001001", 600_000), "299": paid("DP00800001001", hourMs) },
  "289": paid("DP00800001001", hourMs, "TA"),
};

/** The same for payouts. */
const payoutTurns: Record<string, Turn> = {
  ...{ "089": failed("DP00900001012"), "099": failed("DP00900001003"), "109": failed("DP00900001004") },
  ...{ "119": failed("DP00900001005"), "149": failed("DP00900001013"), "219": failed("DP00900001007") },
  ...{ "239": failed("DP00900001010"), "249": failed("DP00900001014"), "309": failed("DP00900001019") },
  ...{ "319": failed("DP00900001009"), "329": failed("DP00900001011") },
  ...{ "129": paid("", Number.POSITIVE_INFINITY), "179": paid("DP00900001001", 45_000) },
  ...{ "199": paid("DP00900001001", 600_000), "299": paid("DP00900001001", hourMs) },
  "289": paid("DP00900001001", hourMs, "TA"),
};

export function turnOf(book: Book, { op, msisdn, amount }: Operation): Turn {
  if (op === "charge") return chargeTurns[msisdn.slice(-3)] ?? paid("DP00800001001", soonMs);
  if (amount > balanceOf(book)) return failed("DP00900001007");
  return payoutTurns[msisdn.slice(-3)] ?? paid("DP00900001001", soonMs);
}

/** The code while it is not decided. */
export const openCode = (op: Op, { meanwhile }: Turn) =>
  `DP00${op === "charge" ? "8" : "9"}0000100${meanwhile === "TA" ? 0 : 6}`;

/** Like MP260131.0930.H00006: what it was, the day, the time and a number. */
export function idLike(op: Op, nowMs: number): string {
  const [day = "", time = ""] = iso(nowMs).slice(2).replaceAll("-", "").replace(":", "").split("T");
  const letter = String.fromCharCode(randomInt(65, 91));
  const number = String(randomInt(1, 100_000)).padStart(5, "0");
  return `${op === "charge" ? "MP" : "CI"}${day}.${time.slice(0, 4)}.${letter}${number}`;
}

/** What moved money, oldest first: in is more than zero, out is less. */
export function linesOf({ operations }: Book) {
  return operations
    .filter(({ status }) => status === "TS")
    .map(({ op, id, airtelId, amount, msisdn }) => ({
      ...{ op, id, airtelId, msisdn },
      amount: op === "charge" ? amount : -amount,
    }));
}

export function balanceOf(book: Book): number {
  return linesOf(book).reduce((sum, { amount }) => sum + amount, 1_000_000);
}

/** The list of all transactions, newest first, in the time that is asked for. */
export function summaryOf(book: Book, query: URLSearchParams, lessBy: number): EmulatorAnswer {
  const { planted, currency, operations } = book;
  const from = Number(query.get("from") ?? 0);
  const to = Number(query.get("to") ?? Number.POSITIVE_INFINITY);
  const decided = operations.filter(({ status }) => status === "TS" || status === "TF");
  const foreign = planted.foreign.map(({ ourId, amount }, place) => ({
    ...{ op: "charge", id: ourId, airtelId: `MP${place}`, status: "TS", amount, reference: ourId },
    ...{ msisdn: "700000001", createdMs: to === Number.POSITIVE_INFINITY ? from : to },
  }));
  const all = [...withPlanted(decided, planted, ({ id }) => id), ...foreign]
    .filter(({ createdMs }) => createdMs >= from && createdMs <= to)
    .reverse();
  const start = Number(query.get("offset") ?? 0);
  const transactions = all.slice(start, start + Number(query.get("limit") ?? 20)).map((one, place) => {
    const us = { currency, msisdn: 700_000_000, name: "ACME" };
    const them = { currency, msisdn: Number(one.msisdn), name: "JANE" };
    return {
      charges: { service: 0 },
      ...(one.op === "charge" ? { payee: us, payer: them } : { payee: them, payer: us }),
      service: { type: one.op === "charge" ? "MERCHPAY" : one.op === "payout" ? "DISBURSEMENT" : "REFUND" },
      transaction: {
        ...{ airtel_money_id: one.airtelId, amount: one.amount - lessBy, created_at: one.createdMs },
        ...{ id: start + place + 1, reference_number: one.reference, status: one.status },
      },
    };
  });
  const status = { code: 200, message: "SUCCESS", result_code: "ESB000010", success: true };
  return { status: 200, json: { data: { count: all.length, transactions }, status } };
}
