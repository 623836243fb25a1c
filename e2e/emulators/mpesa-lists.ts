import { type EmulatorAnswer, iso, recordOf, withPlanted } from "./emulator";
import {
  callBack,
  type Daraja,
  draft,
  fromNairobi,
  idLike,
  type Json,
  masked,
  nairobi,
  problemOf,
  refused,
} from "./mpesa-book";
import { numberIfOne, payAt, words } from "./mpesa-payers";

// What is read in lists (Pull Transactions, the portal's statement file), and what pays by itself (standing orders).

const pageSize = 100;
const windowMs = 48 * 3_600_000;

export function registerPull({ book }: Daraja, { ShortCode }: Json): EmulatorAnswer {
  const [ResponseStatus, ResponseDescription] = book.isPullRegistered
    ? ["1001", "ShortCode already Registered"]
    : ["1000", "Shortcode Registered Successfully"];
  book.isPullRegistered = true;
  return { status: 200, json: { ResponseRefID: idLike(), ResponseStatus, ShortCode, ResponseDescription } };
}

/** What was paid in the last 48 hours, oldest first; the offset is a row, and the list lies in a list. */
export function pull(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book, emulator } = daraja;
  const { keys, planted, unkind } = book;
  const [from, to] = [fromNairobi(String(json.StartDate)), fromNairobi(String(json.EndDate))];
  // Whether a till is meant by its own number or by that of its store is not documented: both are taken.
  const isOurs = [keys.shortCode, keys.till].includes(String(json.ShortCode));
  if (!book.isPullRegistered || !isOurs || Number.isNaN(from + to))
    return refused(400, "400.001", "Invalid ShortCode");
  const [first, last] = [emulator.now() - windowMs, emulator.now() - unkind.pullLateMs];
  const lines = book.lines.filter(
    ({ kind, atMs }) => kind === "paid" && atMs >= Math.max(first, from) && atMs <= Math.min(last, to),
  );
  const strangers = planted.foreign.map(({ ourId, amount }) =>
    draft(daraja, { kind: "paid", amount, phone: "254700000001", account: ourId, receipt: ourId }),
  );
  const offset = Number(json.OffSetValue ?? 0);
  const rows = [...withPlanted(lines, planted, ({ account }) => account), ...strangers]
    .slice(offset, offset + pageSize)
    .map(({ receipt, atMs, phone, account, amount }) => ({
      transactionId: receipt,
      trxDate: `${(unkind.pullZone === "utc" ? iso(atMs) : nairobi(atMs)).replace(" ", "T").slice(0, 19)}Z`,
      msisdn: numberIfOne(masked(phone, unkind.msisdn ?? "spaced")),
      ...{ sender: "MPESA", transactiontype: keys.till ? "c2b-buy-goods-debit" : "c2b-pay-bill-debit" },
      ...{ billreference: account, amount: `${amount}.00`, organizationname: "Test Organisation" },
    }));
  if (rows.length === 0 && unkind.noneByError)
    return { status: 500, json: { errorCode: "500", errorMessage: "Failed to retrieve transactions." } };
  const head = { ResponseRefID: idLike(), ResponseCode: rows.length ? "1000" : "1001" };
  const body = rows.length ? { ResponseMessage: "Success", Response: [rows] } : { Transaction: "[[]]" };
  return { status: 200, json: { ...head, ...body } };
}

/** The organisation portal's export: some lines about it first, then newest first, withdrawals negative, charges apart. */
export function statementCsv({ book, emulator }: Daraja, dates: "dmy" | "ymd" = "dmy"): string {
  const columns =
    "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
  const payout = "Business Payment to Customer via API";
  const reasons = { paid: "Pay Bill Online", payout, reversal: "Reversal", charge: "Pay Bill Charge" };
  const rows = book.lines.map(({ kind, receipt, atMs, amount, balance, phone, name, account, linked }) => {
    const [day = "", time] = nairobi(atMs).split(" ");
    const at = `${dates === "ymd" ? day : day.split("-").reverse().join("-")} ${time}`;
    const party = kind === "charge" ? "" : `${masked(phone, "short")} - ${name}`;
    const details =
      kind === "paid" ? `Pay Bill from ${party}${account ? ` Acc. ${account}` : ""}` : reasons[kind];
    const money = kind === "paid" ? [amount, null] : [null, -amount];
    return [
      ...[receipt, at, at, details, "Completed", ...money.map(thousands), thousands(balance), "true"],
      ...[reasons[kind], party, linked, account],
    ].map(cell);
  });
  const head = ["Organization Name:,Test Organisation", `Short Code:,${book.keys.shortCode}`];
  return `${[...head, `Report Time:,${nairobi(emulator.now())}`, "", columns, ...rows.reverse().map((row) => row.join(","))].join("\r\n")}\r\n`;
}

const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const thousands = (amount: number | null) =>
  amount === null ? "" : amount.toLocaleString("en", { minimumFractionDigits: 2 });

/** Days, or months, between two deductions, by Frequency; 0: once. */
const periods = {
  "2025": { 1: 0, 2: "1d", 3: "7d", 4: "1m", 5: "2m", 6: "3m", 7: "6m", 8: "12m" },
  "2026": { 1: 0, 2: "1d", 3: "7d", 4: "14d", 5: "1m", 6: "2m", 7: "3m", 8: "6m", 9: "12m" },
} as const;

/** What the two copies of the page do not agree on either. */
const disagreed: Record<keyof typeof periods, Record<string, RegExp>> = {
  "2025": { TransactionType: /^Standing Order Customer Pay (Bill|M[ae]rchant)$/, Frequency: /^[1-8]$/ },
  "2026": {
    TransactionType: / Pay (Bill|Merchant) External Third Party$/,
    Frequency: /^[1-9]$/,
    CustomStoId: /./,
  },
};

/** Asks the payer once; then each period pays by itself, until its end or until the payer stops it. */
export function createOrder(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book, emulator } = daraja;
  const problem = problemOf(json, disagreed[book.unkind.ratiba]);
  if (problem) return problem;
  const responseRefID = book.unkind.ratiba === "2025" ? idLike() : String(json.CustomStoId);
  const order = { name: String(json.StandingOrderName), phone: String(json.PartyA), isStopped: false };
  const turns: Record<string, string> = { "039": "1037", "139": "2001", "149": "1032", "159": "1001" };
  emulator.after(4_000, async () => {
    const isTaken = book.orders.some(({ name, phone }) => name === order.name && phone === order.phone);
    const code = isTaken ? "1050" : (book.does.get(order.phone) ?? turns[order.phone.slice(-3)] ?? "0");
    if (code === "0") startOrder(daraja, order, json);
    await callBack(daraja, "standing_order", String(json.CallBackURL), orderTold(order, responseRefID, code));
  });
  const said = { responseCode: "200", responseDescription: "Request accepted for processing" };
  const ResponseHeader = { responseRefID, ...said, ResultDesc: words["0"] };
  return { status: 200, json: { ResponseHeader, ResponseBody: said } };
}

/** A yes is told in small letters, a no in capitals, as both are in the provider's samples. */
function orderTold({ name, phone }: { name: string; phone: string }, id: string, code: string): unknown {
  const isYes = code === "0";
  const said = isYes ? "Standing order created successfully" : "Error";
  const header = { responseRefID: id, requestRefID: id, responseCode: code, responseDescription: said };
  const pairs = Object.entries({
    ...(isYes ? { standingOrderName: name, status: "ACTIVE" } : {}),
    ...{ TransactionID: isYes ? String(2_571_168) : "0000000000", responseCode: code },
    ...{ Status: isYes ? "OKAY" : "ERROR", Msisdn: `*********${phone.slice(-3)}` },
  });
  const small = { responseData: pairs.map(([name, value]) => ({ name, value })) };
  const capital = { ResponseData: pairs.map(([Name, Value]) => ({ Name, Value })) };
  if (isYes) return { responseHeader: header, responseBody: small };
  return { ResponseHeader: header, ResponseBody: capital };
}

function startOrder(daraja: Daraja, order: Daraja["book"]["orders"][number], json: Json): void {
  const { book, emulator } = daraja;
  book.orders.push(order);
  const [phone, amount, account] = [order.phone, Number(json.Amount), String(json.AccountReference)];
  const period = String(recordOf(periods[book.unkind.ratiba])[String(json.Frequency)]);
  const [count, unit] = [Number.parseInt(period, 10), period.slice(-1)];
  const [start, end] = [json.StartDate, json.EndDate].map((day) => dayOf(String(day)));
  const next = (index: number): void => {
    const atMs =
      unit === "m" ? addMonths(start ?? 0, index * count) : (start ?? 0) + index * count * 86_400_000;
    if (atMs > (end ?? 0) + 86_399_000 || (count === 0 && index > 0)) return;
    emulator.after(Math.max(0, atMs - emulator.now()), async () => {
      if (order.isStopped) return;
      // Nothing happens where the payer has no money: no callback tells of it.
      if (book.does.get(phone) !== "1") await payAt(daraja, { phone, amount, account });
      next(index + 1);
    });
  };
  next(0);
}

/** Eight in the morning in Nairobi; at which hour deductions are made is not documented. */
const dayOf = (text: string) =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6)), 5);

function addMonths(ms: number, months: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() < day) date.setUTCDate(0);
  return date.getTime();
}
