import { randomInt, randomUUID } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  jsonOf,
  nothingPlanted,
  type Planted,
  recordOf,
  startEmulator,
} from "./emulator";

type ProductName = "collection" | "disbursement";
type Op = "charge" | "payout" | "refund";

export interface MtnMomoEmulator extends Emulator {
  keys: Record<ProductName, { subscriptionKey: string; apiUser: string; apiKey: string }>;
  targetEnvironment: string;
  /** Stands in for the host of the callback addresses that are sent along; their query is kept. */
  callbackUrl: { current: string };
  held(id: string): number;
  sendForeign(): Promise<void>;
  /** Ends every token before its time. */
  endTokens(): void;
  /** Errors in what it says it holds. */
  planted: Planted;
}

interface Operation {
  op: Op;
  id: string;
  status: "PENDING" | "SUCCESSFUL" | "FAILED";
  reason: string | null;
  amount: string;
  currency: string;
  externalId: string;
  party: string;
  /** Of what it is a refund. */
  charge: Operation | null;
  receipt: string;
  callbackUrl: string;
}

interface Book {
  operations: Map<string, Operation>;
  /** Until when each token is good, and for what. */
  tokens: Map<string, { product: ProductName; untilMs: number }>;
  keys: MtnMomoEmulator["keys"];
  targetEnvironment: string;
  currency: string;
  callbackUrl: { current: string };
  planted: Planted;
}

export async function startMtnMomo(
  options: EmulatorOptions & { targetEnvironment?: string; currency?: string } = {},
): Promise<MtnMomoEmulator> {
  const keys = (name: string) => ({
    subscriptionKey: `${name}-subscription-key`,
    apiUser: randomUUID(),
    apiKey: `${name}-api-key`,
  });
  const targetEnvironment = options.targetEnvironment ?? "mtnuganda";
  const book: Book = {
    operations: new Map(),
    tokens: new Map(),
    keys: { collection: keys("collection"), disbursement: keys("disbursement") },
    targetEnvironment,
    currency: options.currency ?? (targetEnvironment === "sandbox" ? "EUR" : "UGX"),
    callbackUrl: { current: "" },
    planted: nothingPlanted(),
  };
  const emulator = await startEmulator((request, server) => answer(book, request, server), {
    moves: ({ method, path }) => method !== "GET" && !path.endsWith("/token/"),
    ...options,
  });
  return {
    ...emulator,
    keys: book.keys,
    targetEnvironment,
    callbackUrl: book.callbackUrl,
    planted: book.planted,
    held: (id) => (book.operations.has(id) ? 1 : 0),
    endTokens: () => book.tokens.clear(),
    sendForeign: () => {
      const id = randomUUID();
      const json = { amount: "900", currency: book.currency, externalId: id };
      const foreign = newOperation("charge", id, json, `https://pay.example.com/?op=charge&ref=${id}`);
      return sendCallback(book, emulator, { ...foreign, status: "SUCCESSFUL" });
    },
  };
}

const paths: Record<string, Op> = {
  "collection/v1_0/requesttopay": "charge",
  "disbursement/v1_0/transfer": "payout",
  "disbursement/v1_0/refund": "refund",
};

function answer(book: Book, request: EmulatorRequest, emulator: Emulator): EmulatorAnswer {
  const { method, path, headers } = request;
  const product: ProductName = path.startsWith("/disbursement/") ? "disbursement" : "collection";
  if (
    headers["ocp-apim-subscription-key"] !== book.keys[product].subscriptionKey ||
    emulator.switches.revoked
  )
    return {
      status: 401,
      json: { statusCode: 401, message: "Access denied due to invalid subscription key." },
    };
  if (path === `/${product}/token/`) return giveToken(book, product, request, emulator);
  const token = book.tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
  if (token?.product !== product || token.untilMs <= emulator.now()) return { status: 401 };
  if (headers["x-target-environment"] !== book.targetEnvironment)
    return refused(500, "NOT_ALLOWED_TARGET_ENVIRONMENT", "Access to target environment is forbidden.");
  if (path === `/${product}/v1_0/account/balance`)
    return { status: 200, json: { availableBalance: balanceOf(book, product), currency: book.currency } };
  const [, root = "", id] = /^\/(.+?)(?:\/([^/]{36}))?$/.exec(path) ?? [];
  const op = paths[root];
  if (!op) return { status: 404, json: { statusCode: 404, message: "Resource not found" } };
  if (method === "POST" && id === undefined) return take(book, emulator, op, request);
  const found = book.operations.get(id ?? "");
  if (found?.op !== op) return refused(404, "RESOURCE_NOT_FOUND", "Requested resource was not found.");
  return { status: 200, json: shape(found, emulator) };
}

/** What was paid stays in collections; payouts and refunds leave disbursements, where the float is. */
function balanceOf(book: Book, product: ProductName): string {
  const isCollection = product === "collection";
  const moved = [...book.operations.values()]
    .filter(({ op, status }) => status === "SUCCESSFUL" && (op === "charge") === isCollection)
    .reduce((sum, { amount }) => sum + (isCollection ? 1 : -1) * Number(amount), 0);
  return String(1_000_000 + moved + (isCollection ? book.planted.balance : 0));
}

function giveToken(
  book: Book,
  product: ProductName,
  { headers }: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer {
  const { apiUser, apiKey } = book.keys[product];
  const expected = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`;
  if (headers.authorization !== expected) return { status: 401, json: { error: "login_failed" } };
  const access_token = randomUUID();
  book.tokens.set(access_token, { product, untilMs: emulator.now() + 3_600_000 });
  return { status: 200, json: { access_token, token_type: "access_token", expires_in: 3600 } };
}

function take(book: Book, emulator: Emulator, op: Op, request: EmulatorRequest): EmulatorAnswer {
  const id = request.headers["x-reference-id"] ?? "";
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)) return { status: 400 };
  if (book.operations.has(id))
    return refused(409, "RESOURCE_ALREADY_EXIST", "Duplicated reference id. Creation of resource failed.");
  const json = jsonOf(request);
  const problem =
    bodyProblem(op, json, book.currency) ?? (op === "refund" ? refundProblem(book, json) : null);
  if (problem) return problem;
  const operation = newOperation(op, id, json, request.headers["x-callback-url"] ?? "");
  operation.charge = book.operations.get(String(json.referenceIdToRefund)) ?? null;
  operation.party ||= operation.charge?.party ?? "";
  book.operations.set(id, operation);
  const afterMs = settlesAfter(op, operation.party);
  if (afterMs !== null) emulator.after(afterMs, () => finish(book, emulator, operation));
  return { status: 202 };
}

function newOperation(op: Op, id: string, json: Record<string, unknown>, callbackUrl: string): Operation {
  const { partyId = "" } = recordOf(json[op === "payout" ? "payee" : "payer"]);
  return {
    op,
    id,
    status: "PENDING",
    reason: null,
    amount: String(json.amount),
    currency: String(json.currency),
    externalId: String(json.externalId),
    party: String(partyId),
    charge: null,
    receipt: String(randomInt(1, 2 ** 40)),
    callbackUrl,
  };
}

function refundProblem(book: Book, json: Record<string, unknown>): EmulatorAnswer | null {
  const charge = book.operations.get(String(json.referenceIdToRefund));
  if (charge?.status !== "SUCCESSFUL") return refused(404, "RESOURCE_NOT_FOUND");
  const gone = [...book.operations.values()].filter(
    (one) => one.charge === charge && one.status !== "FAILED",
  );
  const left = gone.reduce((sum, { amount }) => sum - Number(amount), Number(charge.amount));
  return Number(json.amount) > left ? refused(400, "NOT_ALLOWED", "More than is left.") : null;
}

async function finish(book: Book, emulator: Emulator, operation: Operation): Promise<void> {
  operation.reason = reasonOf(operation.op, operation.party);
  operation.status = operation.reason ? "FAILED" : "SUCCESSFUL";
  await sendCallback(book, emulator, operation);
}

/** Reasons are a word for what came in and an object for what goes out: both are met in the wild. */
function shape(operation: Operation, { switches }: Pick<Emulator, "switches">): Record<string, unknown> {
  const { op, status, reason, amount, currency, externalId, party, receipt } = operation;
  return {
    amount: switches.wrongAmount ? String(Number(amount) - 1) : amount,
    currency,
    externalId,
    [op === "payout" ? "payee" : "payer"]: { partyIdType: "MSISDN", partyId: party },
    payerMessage: "Payment",
    payeeNote: "Payment",
    status: switches.unknownStatus ? "TELEPORTED" : status,
    ...(status === "SUCCESSFUL" ? { financialTransactionId: receipt } : {}),
    ...(reason
      ? { reason: op === "charge" ? reason : { code: reason, message: "So the number says." } }
      : {}),
  };
}

/** By PUT, unsigned, to the address that was sent along. */
async function sendCallback(book: Book, emulator: Emulator, operation: Operation): Promise<void> {
  if (book.callbackUrl.current === "" || operation.callbackUrl === "") return;
  const url = new URL(book.callbackUrl.current);
  url.search = new URL(operation.callbackUrl).search;
  const body = JSON.stringify(shape(operation, emulator));
  const headers = { "content-type": "application/json" };
  await emulator.send({ url: url.href, method: "PUT", body, headers });
}

/** How a number turns out. MTN's own test numbers, and below, for numbers of any country, its last three digits. */
const chargeReasons: Record<string, string> = {
  "46733123450": "INTERNAL_PROCESSING_ERROR",
  "46733123451": "APPROVAL_REJECTED",
  "46733123452": "EXPIRED",
  "46733123455": "PAYER_NOT_FOUND",
  "46733123457": "NOT_ALLOWED",
  "46733123460": "INVALID_CURRENCY",
  "46733123461": "INTERNAL_PROCESSING_ERROR",
  "46733123462": "SERVICE_UNAVAILABLE",
  "46733123463": "COULD_NOT_PERFORM_TRANSACTION",
  "019": "PAYER_LIMIT_REACHED",
  "029": "PAYER_NOT_FOUND",
  "039": "EXPIRED",
  "049": "NOT_ENOUGH_FUNDS",
  "069": "INTERNAL_PROCESSING_ERROR",
  "149": "APPROVAL_REJECTED",
};

const payoutReasons: Record<string, string> = {
  "46733123450": "INTERNAL_PROCESSING_ERROR",
  "46733123455": "NOT_ENOUGH_FUNDS",
  "46733123456": "PAYER_LIMIT_REACHED",
  "46733123457": "PAYEE_NOT_FOUND",
  "089": "PAYEE_NOT_FOUND",
  "099": "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "119": "INTERNAL_PROCESSING_ERROR",
  "219": "NOT_ENOUGH_FUNDS",
};

/** Null: it succeeds. */
function reasonOf(op: Op, party: string): string | null {
  if (op === "refund") return party.endsWith("279") ? "INTERNAL_PROCESSING_ERROR" : null;
  const reasons = op === "charge" ? chargeReasons : payoutReasons;
  return reasons[party] ?? reasons[party.slice(-3)] ?? null;
}

/** After how long it is decided; null: never. */
function settlesAfter(op: Op, party: string): number | null {
  if (op === "charge" && party === "46733123453") return null;
  return op === "charge" && /^46733123454$|199$/.test(party) ? 600_000 : 4_000;
}

function refused(status: number, code: string, message = code): EmulatorAnswer {
  return { status, json: { code, message } };
}

/** Why a body is not taken, or null. */
function bodyProblem(op: Op, json: Record<string, unknown>, currency: string): EmulatorAnswer | null {
  const party = json[op === "payout" ? "payee" : "payer"];
  if (!/^\d+(\.\d{1,2})?$/.test(String(json.amount))) return { status: 400 };
  for (const words of [json.payerMessage, json.payeeNote])
    if (!/^[A-Za-z0-9 ]{1,160}$/.test(String(words))) return { status: 400 };
  // MTN says this one as an error of its own.
  if (json.currency !== currency) return refused(500, "INVALID_CURRENCY", "Currency not supported.");
  if (op === "refund") return null;
  const { partyIdType, partyId } = { partyIdType: "", partyId: "", ...Object(party) };
  return partyIdType === "MSISDN" && /^\d{8,15}$/.test(String(partyId)) ? null : { status: 400 };
}
