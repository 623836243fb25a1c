import { randomUUID } from "node:crypto";
import { type EmulatorAnswer, type EmulatorRequest, jsonOf, startEmulator } from "./emulator";
import {
  balanceOf,
  callBack,
  type Daraja,
  invalid,
  type Json,
  type Line,
  type MpesaOptions,
  openBook,
  problemOf,
  refused,
} from "./mpesa-book";
import { createOrder, pull, registerPull, statementCsv } from "./mpesa-lists";
import { type Payment, payAt, push, query, register } from "./mpesa-payers";
import { balance, payOut, reverse, status } from "./mpesa-results";

export type MpesaEmulator = Awaited<ReturnType<typeof startMpesa>>;

/** Daraja for one short code, as docs/rails/mpesa.md has it. */
export async function startMpesa(options: MpesaOptions = {}) {
  const book = openBook(options);
  const emulator = await startEmulator((request, server) => answer({ book, emulator: server }, request), {
    moves: ({ path }) => moves.test(path),
    ...options,
  });
  const daraja = { book, emulator };
  let turn = Promise.resolve();
  const hurry = () => {
    turn = turn.then(() => emulator.advance(25 * (options.speed ?? 1)));
  };
  const timer = options.speed ? setInterval(hurry, 25) : undefined;
  const { keys, unkind, planted, does, callbackUrl, sent, oddities, lines } = book;
  return {
    ...emulator,
    /** `lines` is the true statement, oldest first. */
    ...{ keys, unkind, planted, does, callbackUrl, sent, oddities, lines: lines as readonly Line[] },
    balance: () => balanceOf(book),
    statementCsv: (dates?: "dmy" | "ymd") => statementCsv(daraja, dates),
    /** A payer pays at the till or paybill by themselves. */
    pay: (payment: Payment) => payAt(daraja, payment),
    /** The payer ends a standing order, at the network. */
    stopOrder(name: string) {
      for (const order of book.orders) if (order.name === name) order.isStopped = true;
    },
    /** How many prompts, payouts and reversals were taken that carry this id anywhere. */
    held: (id: string) => book.taken.filter((text) => text.includes(id)).length,
    sendForeign: () => sendForeign(daraja),
    endTokens: () => book.tokens.clear(),
    async close() {
      clearInterval(timer);
      await turn;
      await emulator.close();
    },
  };
}

const moves = /processrequest|paymentrequest|reversal|createStandingOrder/;

type Handler = (daraja: Daraja, json: Json) => EmulatorAnswer;

/** What a field must be, wherever it stands; any other must only be there. */
const shapes: Record<string, string> = {
  ...{ BusinessShortCode: "\\d{5,7}", ShortCode: "\\d{5,7}", ReceiverParty: "\\d{5,7}", Amount: "[1-9]\\d*" },
  ...{ Timestamp: "\\d{14}", OffSetValue: "\\d+", PhoneNumber: "254[17]\\d{8}", PartyA: "\\d{5,12}" },
  ...{ AccountReference: "[A-Za-z0-9 -]{1,12}", TransactionDesc: ".{1,13}", Remarks: ".{2,100}" },
};

const stk = "BusinessShortCode Password Timestamp";
const urls = "ShortCode ResponseType=Completed|Cancelled ConfirmationURL ValidationURL";
const told = "SecurityCredential Remarks ResultURL QueueTimeOutURL";
const own = `Initiator PartyA IdentifierType=4 ${told}`;
const order =
  "StandingOrderName StartDate=\\d{8} EndDate=\\d{8} BusinessShortCode PartyA=254[17]\\d{8} ReceiverPartyIdentifierType=[24] Amount CallBackURL AccountReference TransactionDesc TransactionType";
/** By path: the fields that must be there, and what is done. */
const handlers: Record<string, [fields: string, Handler]> = {
  "/mpesa/stkpush/v1/processrequest": [
    `${stk} TransactionType=Customer(PayBill|BuyGoods)Online Amount PartyA=254[17]\\d{8} PartyB PhoneNumber CallBackURL AccountReference TransactionDesc`,
    push,
  ],
  "/mpesa/stkpushquery/v1/query": [`${stk} CheckoutRequestID`, query],
  "/mpesa/c2b/v1/registerurl": [urls, (daraja, json) => register(daraja, json, "v1")],
  "/mpesa/c2b/v2/registerurl": [urls, (daraja, json) => register(daraja, json, "v2")],
  "/mpesa/b2c/v3/paymentrequest": [
    `OriginatorConversationID InitiatorName Amount PartyA PartyB=254[17]\\d{8} CommandID=(Business|Salary|Promotion)Payment ${told}`,
    payOut,
  ],
  "/mpesa/reversal/v1/request": [
    `Initiator TransactionID Amount ReceiverParty RecieverIdentifierType=11 CommandID=TransactionReversal ${told}`,
    reverse,
  ],
  "/mpesa/transactionstatus/v1/query": [`${own} CommandID=TransactionStatusQuery`, status],
  "/mpesa/accountbalance/v1/query": [`${own} CommandID=AccountBalance`, balance],
  "/pulltransactions/v1/register": [
    "ShortCode RequestType=Pull NominatedNumber=(254|0)\\d{9} CallBackURL",
    registerPull,
  ],
  "/pulltransactions/v1/query": ["ShortCode StartDate EndDate OffSetValue", pull],
  "/standingorder/v1/createStandingOrderExternal": [order, createOrder],
  "/mpesa/qrcode/v1/generate": ["MerchantName RefNo Amount TrxCode=BG|WA|PB|SM|SB CPI Size", qrCode],
};

/** How a token that is not good is refused, by path: the pages differ. */
const tokenErrors: [path: RegExp, status: number, errorCode: string][] = [
  [/c2b|transactionstatus/, 400, "400.003.01"],
  [/accountbalance/, 401, "401.002.01"],
  [/pulltransactions/, 401, "401.001"],
  [/standingorder|b2c|qrcode/, 401, "401.003.01"],
  [/^/, 404, "404.001.03"],
];

async function answer(daraja: Daraja, request: EmulatorRequest): Promise<EmulatorAnswer> {
  const { answerLateMs } = daraja.book.unkind;
  const given = take(daraja, request);
  if (answerLateMs > 0)
    await new Promise<void>((done) => daraja.emulator.after(answerLateMs, async () => done()));
  return given;
}

/** What comes before a request is looked at, and after it was taken. */
function take(daraja: Daraja, request: EmulatorRequest): EmulatorAnswer {
  const { book, emulator } = daraja;
  const { html, refuse, cut } = book.unkind;
  if (html) return { status: 502, html: "<html><body><h1>502 Bad Gateway</h1></body></html>" };
  if (request.path === "/oauth/v1/generate") return giveToken(daraja, request);
  const untilMs = book.tokens.get((request.headers.authorization ?? "").replace(/^Bearer /, "")) ?? 0;
  const [, tokenStatus, tokenError] = tokenErrors.find(([path]) => path.test(request.path)) ?? [/^/, 401, ""];
  if (untilMs <= emulator.now() || emulator.switches.revoked)
    return refused(tokenStatus, tokenError, "Invalid Access Token");
  const [fields, handler] = handlers[request.path] ?? [];
  if (!fields || !handler) return refused(404, "404.001.01", "Resource not found");
  if (request.method !== "POST" && handler !== pull) return refused(405, "405.001", "Method Not Allowed");
  if (refuse) return refused(refuse.status, refuse.errorCode, refuse.errorMessage);
  if (!/^application\/json/.test(request.headers["content-type"] ?? "")) return invalid("BusinessShortCode");
  const json = jsonOf(request);
  const rules = fields.split(" ").map((one) => {
    const [field = "", shape = shapes[field] ?? ".*\\S.*"] = one.split("=");
    return [field, new RegExp(`^(${shape})$`)] as const;
  });
  const given = problemOf(json, Object.fromEntries(rules)) ?? handler(daraja, json);
  if (given.status !== 200 || !moves.test(request.path)) return given;
  book.taken.push(request.text);
  return cut ? { status: 0 } : given;
}

function giveToken({ book, emulator }: Daraja, request: EmulatorRequest): EmulatorAnswer {
  const { consumerKey, consumerSecret } = book.keys;
  const expected = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;
  if (request.query.get("grant_type") !== "client_credentials")
    return refused(400, "400.008.02", "Invalid grant type passed");
  if (request.headers.authorization !== expected || emulator.switches.revoked) return { status: 400 };
  if (book.unkind.oneToken) book.tokens.clear();
  const access_token = randomUUID();
  book.tokens.set(access_token, emulator.now() + 3_599_000);
  return { status: 200, json: { access_token, expires_in: "3599" } };
}

/** One grey point: what is in the picture is no business of ours. */
function qrCode(): EmulatorAnswer {
  const QRCode =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
  const said = { RequestID: "16738-27456357-1", ResponseDescription: "QR Code Successfully Generated." };
  return { status: 200, json: { ResponseCode: "AG_20191219_000043fdf61864fe9ff5", ...said, QRCode } };
}

/** A paid prompt of somebody else's, sent to us. */
function sendForeign(daraja: Daraja): Promise<void> {
  const ids = { MerchantRequestID: randomUUID(), CheckoutRequestID: "ws_CO_31012026123000000700000001" };
  const Item = [
    { Name: "Amount", Value: 900 },
    { Name: "MpesaReceiptNumber", Value: "UAV0000000" },
  ];
  const stkCallback = { ...ids, ResultCode: 0, ResultDesc: "Processed.", CallbackMetadata: { Item } };
  return callBack(daraja, "prompt", daraja.book.callbackUrl.current, { Body: { stkCallback } });
}
