import { randomUUID } from "node:crypto";
import {
  type AirtelAccount,
  type AirtelUnkind,
  type Book,
  balanceOf,
  idLike,
  isCountry,
  linesOf,
  newBook,
  type Operation,
  openCode,
  summaryOf,
  type Turn,
  turnOf,
} from "./airtel-book";
import { hashOf, isSigned, publicKeyText } from "./airtel-keys";
import {
  bodyProblem,
  failedRefund,
  forbidden,
  good,
  notFound,
  payoutAnswer,
  pinProblem,
  refused,
  router,
  shown,
} from "./airtel-said";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  jsonOf,
  recordOf,
  startEmulator,
} from "./emulator";

export interface AirtelEmulator extends Emulator {
  keys: Book["keys"];
  /** Seals the PIN. The endpoint of keys gives it too. */
  publicKey: string;
  country: string;
  currency: string;
  /** The one address that is set in the portal. */
  callbackUrl: { current: string };
  callbackAuth: { current: boolean };
  unkind: AirtelUnkind;
  planted: Book["planted"];
  /** How many payments, payouts and refunds have this id. */
  held(id: string): number;
  /** How many times a payment of ours went back. */
  refunded(id: string): number;
  /** What moved money, oldest first, and what is left of it. */
  lines(): ReturnType<typeof linesOf>;
  balance(): number;
  /** Ends every token before its time. */
  endTokens(): void;
  /** Calls us about a payment that this account never asked for. */
  sendForeign(): Promise<void>;
}

type Airtel = { book: Book; emulator: Emulator };

export async function startAirtel(options: EmulatorOptions & AirtelAccount = {}): Promise<AirtelEmulator> {
  const book = newBook(options);
  const emulator = await startEmulator((request, server) => behind({ book, emulator: server }, request), {
    moves: ({ method, path }) => method !== "GET" && !path.startsWith("/auth/"),
    ...options,
  });
  const { keys, country, currency, callbackUrl, callbackAuth, unkind, planted } = book;
  return {
    ...emulator,
    ...{ keys, publicKey: publicKeyText, country, currency, callbackUrl, callbackAuth, unkind, planted },
    held: (id) => book.operations.filter((one) => one.id === id).length,
    refunded: (id) =>
      book.operations.filter(({ status, charge }) => status === "TS" && charge?.id === id).length,
    lines: () => linesOf(book),
    balance: () => balanceOf(book),
    endTokens: () => book.tokens.clear(),
    sendForeign: () => {
      const foreign = newOperation("charge", randomUUID(), { amount: 900 }, emulator.now());
      return callBack({ book, emulator }, { ...foreign, status: "TS", code: "DP00800001001" });
    },
  };
}

/** A gateway that fails does so after the platform has done its work. */
async function behind(airtel: Airtel, request: EmulatorRequest): Promise<EmulatorAnswer> {
  const given = await answer(airtel, request);
  const { gateway } = airtel.book.unkind;
  return gateway ? { status: gateway, html: `<html><h1>${gateway} Gateway</h1></html>` } : given;
}

async function answer(airtel: Airtel, request: EmulatorRequest): Promise<EmulatorAnswer> {
  const { book, emulator } = airtel;
  const path = request.path.replace(/\/$/, "");
  if (path === "/auth/oauth2/token") return giveToken(airtel, request);
  const problem = headProblem(airtel, request);
  if (problem) return problem;
  if (request.method === "POST") return move(airtel, path, request);
  const enquiry = /^\/standard\/v[123]\/(payment|disbursement)s\/([^/]+)$/.exec(path);
  if (enquiry) return enquire(airtel, enquiry[1] === "payment" ? "charge" : "payout", enquiry[2] ?? "");
  if (path === "/merchant/v1/transactions")
    return summaryOf(book, request.query, emulator.switches.wrongAmount ? 1 : 0);
  if (/^\/standard\/v[12]\/users\/balance$/.test(path)) {
    const balance = (balanceOf(book) + book.planted.balance).toLocaleString("en", {
      minimumFractionDigits: 2,
    });
    const data = { balance, currency: book.currency, account_status: "Active" };
    return { status: 200, json: { data, status: good("DP02100000001") } };
  }
  if (path !== "/v1/rsa/encryption-keys") return noPath(airtel, path);
  const data = { key_id: 100, key: publicKeyText, valid_upto: "12-08-2036 21:29:26" };
  return { status: 200, json: { data, status: { ...good("DP02010001001"), message: "Success" } } };
}

const noPath = ({ emulator }: Airtel, path: string): EmulatorAnswer => ({
  status: 404,
  json: { path, error: "Not Found", message: "", timestamp: emulator.now(), status: 404 },
});

/** The client's keys come as JSON. A token is good for three minutes. */
function giveToken({ book, emulator }: Airtel, request: EmulatorRequest): EmulatorAnswer {
  const { client_id, client_secret, grant_type } = jsonOf(request);
  const { clientId, clientSecret } = book.keys;
  const isOurs = client_id === clientId && client_secret === clientSecret;
  if (!isOurs || grant_type !== "client_credentials" || emulator.switches.revoked) {
    const error_description = "Invalid client authentication";
    return { status: 400, json: { error_description, error: "invalid_client" } };
  }
  const access_token = randomUUID().replaceAll("-", "");
  book.tokens.set(access_token, emulator.now() + 180_000);
  const expires_in = book.unkind.asSeen ? 180 : "180";
  return { status: 200, json: { access_token, expires_in, token_type: "bearer" } };
}

function headProblem({ book, emulator }: Airtel, { headers }: EmulatorRequest): EmulatorAnswer | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  if ((book.tokens.get(token) ?? 0) <= emulator.now() || emulator.switches.revoked) {
    const error_description = "The access token is invalid or has expired";
    return { status: book.unkind.asSeen ? 403 : 401, json: { error_description, error: "invalid_token" } };
  }
  const { "x-country": country = "", "x-currency": currency = "" } = headers;
  if (country === "") return router(book, "ROUTER003");
  if (country !== book.country) return router(book, isCountry(country) ? "ROUTER007" : "ROUTER006");
  if (currency === "") return router(book, "ROUTER119");
  return currency === book.currency ? null : router(book, "ROUTER112");
}

async function move(airtel: Airtel, path: string, request: EmulatorRequest): Promise<EmulatorAnswer> {
  const [, push, refund, payout] =
    /^\/(?:(merchant\/v[12]\/payments)|(standard\/v[12]\/payments\/refund)|standard\/v([123])\/disbursements)$/.exec(
      path,
    ) ?? [];
  if (!push && !refund && !payout) return noPath(airtel, path);
  const isSealed = "x-signature" in request.headers || airtel.book.unkind.mustSign;
  if (isSealed && !isSigned(request)) return forbidden(payout ? "payout" : "charge");
  const json = jsonOf(request);
  if (refund) return giveBack(airtel, json);
  return push ? take(airtel, json) : payOut(airtel, json, payout === "3");
}

/** Asks the payer on the phone. That it was taken is SUCCESS here, before anything is paid. */
async function take(airtel: Airtel, json: Record<string, unknown>): Promise<EmulatorAnswer> {
  const { book, emulator } = airtel;
  const [{ msisdn, country, currency }, transaction] = [
    recordOf(json.subscriber),
    recordOf(json.transaction),
  ];
  const wanted = [country, transaction.country].every((one) => one === undefined || one === book.country);
  if (!wanted) return refused(book, "DP00800001013", "Invalid Country Name.", "ESB000034");
  const isOurs = [currency, transaction.currency].every((one) => one === undefined || one === book.currency);
  if (!isOurs) return refused(book, "DP00800001013", "Invalid Currency Code.", "ESB000035");
  const problem = bodyProblem(book, "charge", json, msisdn);
  if (problem) return problem;
  if (String(msisdn).endsWith("029")) return refused(book, "DP00800001005", "Msisdn Not Found");
  if (String(msisdn).endsWith("169"))
    return refused(book, "DP00800001005", "Something Went Wrong", undefined, 500);
  const operation = newOperation(
    "charge",
    String(transaction.id),
    { ...transaction, msisdn },
    emulator.now(),
  );
  operation.reference = String(json.reference);
  await plan(airtel, operation, turnOf(book, operation));
  const data = { transaction: { id: operation.id, status: "SUCCESS" } };
  return { status: 200, json: { data, status: good("DP00800001006") } };
}

async function payOut(
  airtel: Airtel,
  json: Record<string, unknown>,
  isThird: boolean,
): Promise<EmulatorAnswer> {
  const { book, emulator } = airtel;
  const [{ msisdn, wallet_type }, transaction] = [recordOf(json.payee), recordOf(json.transaction)];
  const isWhole = /^(SALARY|NORMAL)$/.test(String(wallet_type)) && /^B2[BC]$/.test(String(transaction.type));
  if (isThird && !isWhole) return router(book, "ROUTER003");
  const problem = bodyProblem(book, "payout", json, msisdn) ?? pinProblem(book, json.pin);
  if (problem) return problem;
  if (String(msisdn).endsWith("169"))
    return refused(book, "DP00900001005", "Something Went Wrong", undefined, 500);
  const operation = newOperation(
    "payout",
    String(transaction.id),
    { ...transaction, msisdn },
    emulator.now(),
  );
  operation.reference = String(json.reference);
  await plan(airtel, operation, turnOf(book, operation));
  return payoutAnswer(operation, emulator.switches);
}

/** All of a payment, by the id that Airtel gave it. The answer comes when it is done; nothing enquires of it. */
function giveBack({ book, emulator }: Airtel, json: Record<string, unknown>): EmulatorAnswer {
  const { airtel_money_id, id } = recordOf(json.transaction);
  const charge = book.operations.find(
    ({ op, status, airtelId }) => op === "charge" && status === "TS" && airtelId === airtel_money_id,
  );
  if (!charge) return notFound(book, "DP00100001005");
  const before = book.operations.filter((one) => one.charge === charge);
  const isFailed = charge.msisdn.endsWith("279") && before.length === 0;
  const refund = newOperation("refund", String(id ?? ""), charge, emulator.now());
  if (before.some(({ status }) => status === "TS")) return failedRefund(refund);
  book.operations.push(
    Object.assign(refund, { charge, reference: charge.airtelId, status: isFailed ? "TF" : "TS" }),
  );
  if (isFailed) return failedRefund(refund);
  const data = { transaction: { airtel_money_id: refund.airtelId, status: "SUCCESS" } };
  return { status: 200, json: { data, status: good("DP00800001006") } };
}

function newOperation(
  op: Operation["op"],
  id: string,
  json: { amount?: unknown; msisdn?: unknown },
  nowMs: number,
): Operation {
  const [amount, msisdn] = [Number(json.amount), String(json.msisdn ?? "")];
  const own = { op, id, airtelId: idLike(op, nowMs), amount, msisdn, createdMs: nowMs };
  return { ...own, status: "TIP", code: "", reference: "", charge: null };
}

async function plan(airtel: Airtel, operation: Operation, turn: Turn): Promise<void> {
  const { book, emulator } = airtel;
  const { callbackFirst, payoutsAtOnce } = book.unkind;
  Object.assign(operation, { status: turn.meanwhile, code: openCode(operation.op, turn) });
  book.operations.push(operation);
  const isAtOnce = operation.op === "charge" ? callbackFirst : payoutsAtOnce;
  if (isAtOnce && turn.afterMs <= 4_000) await settle(airtel, operation, turn);
  else if (turn.afterMs !== Number.POSITIVE_INFINITY)
    emulator.after(turn.afterMs, () => settle(airtel, operation, turn));
}

async function settle(airtel: Airtel, operation: Operation, { status, code }: Turn): Promise<void> {
  const { book, emulator } = airtel;
  const { callbackLateMs, callbackTwice, payoutCallbacks } = book.unkind;
  const isTold = operation.op === "charge" || payoutCallbacks;
  if (isTold && callbackTwice) await callBack(airtel, operation);
  Object.assign(operation, { status, code });
  if (!isTold) return;
  if (callbackLateMs > 0) emulator.after(callbackLateMs, () => callBack(airtel, operation));
  else await callBack(airtel, operation);
}

async function callBack({ book, emulator }: Airtel, operation: Operation): Promise<void> {
  const { callbackUrl, callbackAuth, keys } = book;
  if (callbackUrl.current === "") return;
  const transaction = shown(book, operation, emulator.switches);
  const hash = callbackAuth.current ? { hash: hashOf(keys.callbackKey, transaction) } : {};
  const body = JSON.stringify({ transaction, ...hash });
  await emulator.send({ url: callbackUrl.current, body, headers: { "content-type": "application/json" } });
}

function enquire({ book, emulator }: Airtel, op: Operation["op"], id: string): EmulatorAnswer {
  const operation = book.operations.find((one) => one.op === op && one.id === decodeURIComponent(id));
  if (!operation) return notFound(book, op === "charge" ? "DP00800001005" : "DP00900001015");
  if (op === "payout") return payoutAnswer(operation, emulator.switches);
  const { status, airtelId, code } = operation;
  const word = emulator.switches.unknownStatus ? "TX" : status;
  const named = status === "TS" || status === "TF" ? { airtel_money_id: airtelId } : {};
  const transaction = { ...named, id: operation.id, status: word };
  if (status === "TF" && !book.unkind.asSeen) {
    const failed = { response_code: code, code: "200", success: false, message: "FAILED" };
    return { status: 200, json: { data: { transaction }, status: failed } };
  }
  const message = { TS: "Success", TF: "Failed", TE: "Expired", TIP: "In Progress", TA: "Ambiguous" }[status];
  return { status: 200, json: { data: { transaction: { ...transaction, message } }, status: good(code) } };
}
