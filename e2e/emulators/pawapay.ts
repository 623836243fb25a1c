import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  jsonOf,
  nothingPlanted,
  type Planted,
  pagePath,
  payerPage,
  recordOf,
  startEmulator,
} from "./emulator";
import {
  balancesOf,
  depositCodes,
  moneyProblem,
  newSigner,
  type Op,
  pawapayConfiguration,
  payoutCodes,
  type Signer,
  type Signing,
  signed,
} from "./pawapay-book";

export interface PawapayEmulator extends Emulator {
  token: string;
  callbackUrl: { current: string };
  signing: { current: Signing };
  /** Errors in what it says it holds. */
  planted: Planted;
  /** How many deposits, payouts and refunds have this id. */
  held(id: string): number;
  /** A new key takes the place of the one that signs. */
  rollKey(): void;
  /** Sends a callback about a deposit that this account never made. */
  sendForeign(): Promise<void>;
}

interface Operation {
  op: Op;
  id: string;
  status: string;
  amount: string;
  currency: string;
  party: Record<string, unknown>;
  failureCode: string | null;
  depositId: string | null;
  page: string | null;
  createdMs: number;
}

interface Book {
  operations: Map<string, Operation>;
  signer: Signer;
  settings: {
    token: string;
    callbackUrl: { current: string };
    signing: { current: Signing };
    planted: Planted;
  };
}

const settleMs = 4_000;
/** The digits of a number that succeeds after its prompt is long over. */
const late = "199";

export async function startPawapay(
  options: EmulatorOptions & { token?: string } = {},
): Promise<PawapayEmulator> {
  const book: Book = {
    operations: new Map(),
    signer: newSigner(1),
    settings: {
      token: options.token ?? "pawapay-test-token",
      callbackUrl: { current: "" },
      signing: { current: "der" },
      planted: nothingPlanted(),
    },
  };
  let keys = 1;
  const emulator = await startEmulator((request, server) => answer(book, request, server), options);
  return {
    ...emulator,
    ...book.settings,
    held: (id) => (book.operations.has(id) ? 1 : 0),
    rollKey: () => {
      keys += 1;
      book.signer = newSigner(keys);
    },
    sendForeign: () => {
      const operation = newOperation(
        "deposit",
        crypto.randomUUID(),
        { amount: "900", currency: "UGX" },
        emulator.now(),
      );
      return sendCallback(book, emulator, { ...operation, status: "COMPLETED" });
    },
  };
}

function answer(
  book: Book,
  request: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer | Promise<EmulatorAnswer> {
  const { method, path } = request;
  if (path.startsWith(pagePath)) return page(book, request, emulator);
  if (path === "/v2/public-key/http")
    return { status: 200, json: [{ id: book.signer.id, key: book.signer.publicPem }] };
  const isKnown = request.headers.authorization === `Bearer ${book.settings.token}`;
  if (!isKnown || emulator.switches.revoked)
    return failure(401, "AUTHENTICATION_ERROR", "The token is not valid.");
  const create = /^\/v2\/(deposit|payout|refund)s$/.exec(path);
  if (create && method === "POST") return take(book, emulator, opOf(create[1]), jsonOf(request));
  const read = /^\/v2\/(deposit|payout|refund)s\/([^/]+)$/.exec(path);
  if (read && method === "GET") return show(book, emulator, opOf(read[1]), read[2] ?? "");
  if (path === "/v2/wallet-balances")
    return { status: 200, json: { balances: balancesOf(book.operations.values(), book.settings.planted) } };
  if (path === "/v2/active-conf")
    return { status: 200, json: pawapayConfiguration(book.settings.callbackUrl.current) };
  return failure(404, "NOT_FOUND", "No such resource.");
}

function take(book: Book, emulator: Emulator, op: Op, json: Record<string, unknown>): EmulatorAnswer {
  const id = String(json[`${op}Id`] ?? "");
  if (!/^[0-9a-f-]{36}$/.test(id)) return failure(400, "INVALID_PARAMETER", `${op}Id`);
  const created = new Date(emulator.now()).toISOString();
  if (book.operations.has(id))
    return { status: 200, json: { [`${op}Id`]: id, status: "DUPLICATE_IGNORED", created } };
  const problem = op === "refund" ? refundProblem(book, json) : moneyProblem(op, json);
  if (problem) {
    const failureReason = { failureCode: problem, failureMessage: "Refused by the emulator." };
    const status = problem.endsWith("_PARAMETER") ? 400 : 200;
    return { status, json: { [`${op}Id`]: id, status: "REJECTED", failureReason } };
  }
  const source = book.operations.get(String(json.depositId ?? ""));
  const operation = newOperation(op, id, { ...restOf(book, source), ...json }, emulator.now());
  book.operations.set(id, operation);
  if (source) operation.depositId = source.id;
  const isPage = /^WAVE_/.test(providerOf(operation));
  if (isPage) {
    operation.status = "PROCESSING";
    operation.page = `${emulator.url}${pagePath}${id}`;
  } else plan(book, emulator, operation);
  const nextStep = isPage ? "GET_AUTH_URL" : "FINAL_STATUS";
  return { status: 200, json: { [`${op}Id`]: id, status: "ACCEPTED", nextStep, created } };
}

function newOperation(op: Op, id: string, json: Record<string, unknown>, nowMs: number): Operation {
  const party = recordOf(op === "payout" ? json.recipient : json.payer);
  return {
    op,
    id,
    status: "SUBMITTED",
    amount: String(json.amount),
    currency: String(json.currency),
    party,
    failureCode: null,
    depositId: null,
    page: null,
    createdMs: nowMs,
  };
}

function detailsOf(operation: Operation): Record<string, unknown> {
  return recordOf(operation.party.accountDetails);
}

function providerOf(operation: Operation): string {
  return String(detailsOf(operation).provider ?? "");
}

/** What the last three digits of the number bring about; refunds follow the deposit's number. */
function plan(book: Book, emulator: Emulator, operation: Operation): void {
  const digits = String(detailsOf(operation).phoneNumber ?? "").slice(-3);
  if (digits === "129") return;
  const code = operation.op === "payout" ? payoutCodes[digits] : depositCodes[digits];
  const failureCode =
    operation.op === "refund" ? (digits === "279" ? "UNSPECIFIED_FAILURE" : null) : (code ?? null);
  const afterMs = operation.op === "deposit" && digits === late ? 600_000 : settleMs;
  emulator.after(afterMs, () => finish(book, emulator, operation, failureCode));
}

async function finish(
  book: Book,
  emulator: Emulator,
  operation: Operation,
  code: string | null,
): Promise<void> {
  operation.status = code ? "FAILED" : "COMPLETED";
  operation.failureCode = code;
  await sendCallback(book, emulator, operation);
}

function refundProblem(book: Book, json: Record<string, unknown>): string | null {
  const deposit = book.operations.get(String(json.depositId ?? ""));
  if (!deposit) return "NOT_FOUND";
  if (deposit.status !== "COMPLETED") return "INVALID_STATE";
  const refunds = refundsOf(book, deposit);
  if (refunds.some(({ status }) => status === "SUBMITTED")) return "REFUND_IN_PROGRESS";
  const left = leftOf(book, deposit);
  if (left <= 0) return "DEPOSIT_ALREADY_REFUNDED";
  if (json.amount === undefined) return null;
  if (json.currency !== deposit.currency) return "INVALID_CURRENCY";
  return Number(json.amount) > left ? "AMOUNT_TOO_LARGE" : null;
}

function refundsOf(book: Book, deposit: Operation): Operation[] {
  return [...book.operations.values()].filter(({ depositId }) => depositId === deposit.id);
}

function leftOf(book: Book, deposit: Operation): number {
  const gone = refundsOf(book, deposit).filter(({ status }) => status !== "FAILED");
  return gone.reduce((sum, { amount }) => sum - Number(amount), Number(deposit.amount));
}

function restOf(book: Book, deposit: Operation | undefined): Record<string, unknown> {
  if (!deposit) return {};
  return { amount: String(leftOf(book, deposit)), currency: deposit.currency, payer: deposit.party };
}

function show(book: Book, emulator: Emulator, op: Op, id: string): EmulatorAnswer {
  const operation = book.operations.get(id);
  if (operation?.op !== op) return { status: 200, json: { status: "NOT_FOUND" } };
  return { status: 200, json: { status: "FOUND", data: shape(operation, emulator, true) } };
}

function shape(operation: Operation, emulator: Emulator, withReference: boolean): Record<string, unknown> {
  const { op, id, status, amount, currency, party, failureCode, page: authorizationUrl } = operation;
  const { switches } = emulator;
  const paid = switches.wrongAmount ? Number(amount) - 1 : Number(amount);
  const isFinal = status === "COMPLETED" || status === "FAILED";
  return {
    [`${op}Id`]: id,
    status: switches.unknownStatus ? "PARTIALLY_TELEPORTED" : status,
    amount: paid.toFixed(2),
    currency,
    country: providerOf(operation).slice(-3),
    [op === "payout" ? "recipient" : "payer"]: party,
    customerMessage: "Order 1042",
    ...(withReference ? { clientReferenceId: id } : {}),
    created: new Date(operation.createdMs).toISOString(),
    ...(isFinal && !failureCode ? { providerTransactionId: `PT${id.slice(0, 8)}` } : {}),
    ...(authorizationUrl && !isFinal ? { nextStep: "REDIRECT_TO_AUTH_URL", authorizationUrl } : {}),
    failureReason: failureCode ? { failureCode, failureMessage: "So the number says." } : null,
    metadata: {},
  };
}

function page(
  book: Book,
  request: EmulatorRequest,
  emulator: Emulator,
): EmulatorAnswer | Promise<EmulatorAnswer> {
  const operation = book.operations.get(request.path.slice(pagePath.length));
  if (!operation) return { status: 404, html: "Unknown" };
  if (request.method !== "POST") return payerPage("Wave", { ok: "Pay", fail: "Decline" });
  const code = new URLSearchParams(request.text).get("outcome") === "ok" ? null : "PAYMENT_NOT_APPROVED";
  return finish(book, emulator, operation, code).then(() => ({ status: 200, html: "Done" }));
}

async function sendCallback(book: Book, emulator: Emulator, operation: Operation): Promise<void> {
  const url = book.settings.callbackUrl.current;
  if (url === "") return;
  const body = JSON.stringify(shape(operation, emulator, false));
  await emulator.send({
    url,
    body,
    headers: signed(book.signer, book.settings.signing.current, url, body, emulator.now()),
  });
}

function failure(status: number, failureCode: string, failureMessage: string): EmulatorAnswer {
  return { status, json: { failureReason: { failureCode, failureMessage } } };
}

function opOf(word: string | undefined): Op {
  return word === "payout" || word === "refund" ? word : "deposit";
}
