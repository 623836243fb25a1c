import { randomInt } from "node:crypto";
import { type EmulatorAnswer, recordOf } from "./emulator";
import {
  at,
  type Book,
  balanceOf,
  callBack,
  type Daraja,
  draft,
  fromNairobi,
  idLike,
  invalid,
  type Json,
  type Line,
  masked,
  type Prompt,
  refused,
  stampOf,
  write,
} from "./mpesa-book";

// What payers do: answer a prompt, or pay at the till or paybill by themselves. Each payment is one line of the true
// statement, and arrives at the confirmation address whichever way it was begun.

export type Payment = Pick<Line, "phone" | "amount"> & Partial<Pick<Line, "account" | "name">>;

/** How a phone turns out by its last three digits, as at the other emulators: the result code, and after how long. */
const turns: Record<string, [code: string, afterMs: number]> = {
  ...{ "019": ["4", 4_000], "049": ["1", 4_000], "069": ["1025", 4_000], "139": ["2001", 4_000] },
  ...{ "149": ["1032", 4_000], "159": ["1001", 4_000], "039": ["1037", 60_000], "189": ["1019", 60_000] },
  ...{ "179": ["0", 45_000], "199": ["0", 600_000] },
};

/** "Declined" stands for the others. */
export const words: Record<string, string> = {
  "0": "The service request is processed successfully.",
  "1": "The balance is insufficient for the transaction.",
  "17": "Rule limited.",
  "1032": "Request cancelled by user",
  "1037": "DS timeout user cannot be reached",
  "2001": "The initiator information is invalid.",
  "4999": "The transaction is still under processing",
  R000001: "The transaction has already been reversed.",
  R000002: "The OriginalTransactionID is invalid.",
};

export function push(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book, emulator } = daraja;
  const problem = passwordProblem(daraja, json);
  if (problem) return problem;
  const [phone, amount] = [String(json.PhoneNumber), Number(json.Amount)];
  if (amount > 250_000) return invalid("Amount");
  if (phone.endsWith("169")) return refused(500, "500.003.02", "System is busy. Please try again later.");
  const isOpen = book.prompts.some((one) => one.phone === phone && one.code === null);
  if (isOpen) return refused(500, "500.001.1001", "Unable to lock subscriber, a transaction is in process");
  const beganMs = emulator.now();
  const CheckoutRequestID = `ws_CO_${stampOf(beganMs)}${randomInt(100_000, 1_000_000)}${phone.slice(-9)}`;
  const prompt: Prompt = {
    ...{ ids: { MerchantRequestID: idLike(), CheckoutRequestID }, phone, amount, beganMs },
    ...{ account: String(json.AccountReference), callbackUrl: String(json.CallBackURL) },
    ...{ code: null, queries: 0 },
  };
  const [code, afterMs] = turnOf(book, prompt, json);
  book.prompts.push(prompt);
  emulator.after(afterMs, () => settle(daraja, prompt, code));
  const said = "Success. Request accepted for processing";
  const json200 = { ...prompt.ids, ResponseCode: "0", ResponseDescription: said, CustomerMessage: said };
  return { status: 200, json: json200 };
}

function turnOf(book: Book, { phone, amount, beganMs }: Prompt, json: Json): [string, number] {
  const { till, shortCode } = book.keys;
  const isTill = json.TransactionType === "CustomerBuyGoodsOnline";
  if (isTill !== (till !== "") || String(json.PartyB) !== (till || shortCode)) return ["2028", 1_000];
  const isSoon = (one: Prompt) =>
    one.phone === phone && one.amount === amount && beganMs - one.beganMs < 120_000;
  if (book.unkind.twoMinutes && book.prompts.some(isSoon)) return ["17", 1_000];
  const told = book.does.get(phone);
  if (told) return told === "late" ? ["0", 600_000] : [told === "pay" ? "0" : told, 4_000];
  return turns[phone.slice(-3)] ?? ["0", 4_000];
}

function passwordProblem({ book, emulator }: Daraja, json: Json): EmulatorAnswer | null {
  const { shortCode, passkey } = book.keys;
  const isOurs = String(json.BusinessShortCode) === shortCode;
  if (!isOurs) return refused(500, "500.001.1001", "Merchant does not exist");
  const whole = Buffer.from(`${shortCode}${passkey}${json.Timestamp}`).toString("base64");
  if (json.Password !== whole) return refused(500, "500.001.1001", "Wrong credentials");
  const text = String(json.Timestamp).replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3 $4:$5:$6");
  if (!(Math.abs(fromNairobi(text) - emulator.now()) < 600_000))
    book.oddities.push(`Timestamp ${json.Timestamp} is not the time in Nairobi`);
  return null;
}

async function settle(daraja: Daraja, prompt: Prompt, code: string): Promise<void> {
  const paid = code === "0" ? await payAt(daraja, prompt, false) : { refused: code };
  prompt.code = "refused" in paid ? paid.refused : "0";
  const shown = daraja.emulator.switches.unknownStatus ? "7777" : prompt.code;
  const result = { ResultCode: numberIfOne(shown), ResultDesc: words[shown] ?? "Declined" };
  const more = "refused" in paid ? {} : { CallbackMetadata: { Item: itemsOf(daraja, paid) } };
  const stkCallback = { ...prompt.ids, ...result, ...more };
  await callBack(daraja, "prompt", prompt.callbackUrl, { Body: { stkCallback } });
  if (!("refused" in paid)) await confirm(daraja, paid);
}

function itemsOf({ book }: Daraja, { amount, receipt, atMs, phone }: Line) {
  const shown = masked(phone, book.unkind.promptPhone);
  return [
    { Name: "Amount", Value: amount },
    { Name: "MpesaReceiptNumber", Value: receipt },
    ...(amount % 2 ? [{ Name: "Balance" }] : []),
    { Name: "TransactionDate", Value: Number(stampOf(atMs)) },
    { Name: "PhoneNumber", Value: numberIfOne(shown) },
  ];
}

export const numberIfOne = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** Neither amount nor receipt is in the answer; that a prompt is open is an error, or a code of its own. */
export function query(daraja: Daraja, json: Json): EmulatorAnswer {
  const problem = passwordProblem(daraja, json);
  if (problem) return problem;
  const prompt = daraja.book.prompts.findLast(({ ids }) => ids.CheckoutRequestID === json.CheckoutRequestID);
  if (!prompt) return invalid("CheckoutRequestID");
  prompt.queries += 1;
  const { open } = daraja.book.unkind;
  if (prompt.code === null && (open === "error" || (open === "both" && prompt.queries % 2)))
    return refused(500, "500.001.1001", "The transaction is being processed");
  const ResultCode = daraja.emulator.switches.unknownStatus ? "7777" : (prompt.code ?? "4999");
  const said = "The service request has been accepted successfully";
  const json200 = {
    ResponseCode: "0",
    ResponseDescription: said,
    ...prompt.ids,
    ResultCode,
    ResultDesc: words[ResultCode] ?? "Declined",
  };
  return { status: 200, json: json200 };
}

/** A payer pays; where validation is turned on it is asked first. Gives the line, or why the network refused. */
export async function payAt(
  daraja: Daraja,
  { phone, amount, account = "", name }: Payment,
  confirms = true,
): Promise<Line | { refused: string }> {
  const { book, emulator } = daraja;
  const paid = emulator.switches.wrongAmount ? amount - 1 : amount;
  const named = { account: book.keys.till ? "" : account, ...(name ? { name } : {}) };
  const planned = draft(daraja, { kind: "paid", amount: paid, phone, ...named });
  const { code, thirdParty } = await validate(daraja, planned);
  if (code !== "0") return { refused: code };
  const line = write(daraja, { ...planned, thirdParty });
  const charge = book.chargeOf(paid);
  const taken = { kind: "charge", amount: charge, phone, linked: line.receipt } as const;
  if (charge > 0) write(daraja, draft(daraja, taken));
  if (confirms) await confirm(daraja, line);
  return line;
}

async function validate({ book }: Daraja, line: Line): Promise<{ code: string; thirdParty: string }> {
  const { addresses, unkind, validationMs } = book;
  if (!addresses || !unkind.validates) return { code: "0", thirdParty: "" };
  const answer = await fetch(at(book, addresses.validation), {
    method: "POST",
    body: JSON.stringify(notice(book, line, "")),
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(validationMs),
  })
    .then((response) => response.json())
    .catch(() => ({ ResultCode: addresses.silence === "Completed" ? "0" : "C2B00016" }));
  const { ResultCode, ThirdPartyTransID } = recordOf(answer);
  return { code: String(ResultCode), thirdParty: String(ThirdPartyTransID ?? "") };
}

async function confirm(daraja: Daraja, line: Line): Promise<void> {
  const { book } = daraja;
  if (!book.addresses) return;
  const body = notice(book, line, `${balanceOf(book)}.00`);
  await callBack(daraja, "confirmation", book.addresses.confirmation, body);
}

function notice(book: Book, line: Line, balance: string): Record<string, string> {
  const { till, shortCode } = book.keys;
  const mask = book.unkind.msisdn ?? (book.addresses?.version === "v1" ? "hash" : "spaced");
  const [first = "", middle = ""] = line.name.split(" ");
  return {
    TransactionType: till ? "Customer Merchant Payment" : "Pay Bill",
    ...{ TransID: line.receipt, TransTime: stampOf(line.atMs), TransAmount: `${line.amount}.00` },
    ...{ BusinessShortCode: till || shortCode, BillRefNumber: line.account, InvoiceNumber: "" },
    ...{ OrgAccountBalance: balance, ThirdPartyTransID: line.thirdParty },
    ...{ MSISDN: masked(line.phone, mask), FirstName: first, MiddleName: middle, LastName: "" },
  };
}

/** Addresses are registered once; in the sandbox they are written over. */
export function register({ book }: Daraja, json: Json, version: string): EmulatorAnswer {
  if (book.addresses && !book.isSandbox) return refused(500, "500.003.1001", "Urls are already registered.");
  const [confirmation, validation] = [String(json.ConfirmationURL), String(json.ValidationURL)];
  book.addresses = { confirmation, validation, version, silence: String(json.ResponseType) };
  const answer = { OriginatorCoversationID: idLike(), ResponseCode: "0", ResponseDescription: "Success" };
  return { status: 200, json: answer };
}
