import { randomInt } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorRequest,
  iso,
  leftOf,
  type Planted,
  pageOf,
  withPlanted,
} from "./emulator";

interface Chargeback {
  id: number;
  txRef: string;
  transactionId: number;
  amount: number;
  status: "initiated" | "won" | "lost" | "accepted";
  createdMs: number;
}

export interface Transaction {
  id: number;
  txRef: string;
  amount: number;
  currency: string;
  status: string;
  response: string;
  type: string;
  phone: string;
  card: string;
  createdMs: number;
}

/** A page where a payer may pay; a transaction is made of it only then. */
export interface Page {
  txRef: string;
  json: Record<string, unknown>;
  wallet: Transaction | null;
}

interface Transfer {
  id: number;
  reference: string;
  account: string;
  bank: string;
  amount: number;
  currency: string;
  status: string;
  message: string;
  needsApproval: boolean;
  createdMs: number;
}

interface Refund {
  id: number;
  transactionId: string;
  amount: number;
  comments: string;
  status: string;
  createdMs: number;
}

export interface FlutterwaveBook {
  chargebacks: Chargeback[];
  /** Several may have one reference: Flutterwave does not mind. */
  transactions: Transaction[];
  pages: Map<string, Page>;
  transfers: Transfer[];
  refunds: Refund[];
  secretKey: string;
  webhookHash: string;
  callbackUrl: { current: string };
  planted: Planted;
}

/** What went well. */
export function said(message: string, data: unknown, meta?: unknown): EmulatorAnswer {
  return { status: 200, json: { status: "success", message, data, meta } };
}

/** What did not, in Flutterwave's own shape. */
export function refused(status: number, message: string): EmulatorAnswer {
  return { status, json: { status: "error", message, data: null } };
}

/** What each type of mobile money takes. */
export const types: Record<string, { currency: RegExp; phone: RegExp; network: RegExp }> = {
  mobile_money_uganda: { currency: /UGX/, phone: /^256\d{9}$/, network: /^(MTN|AIRTEL)$/ },
  mobile_money_rwanda: { currency: /RWF/, phone: /^250\d{9}$/, network: /^(MTN|AIRTEL)$/ },
  mobile_money_zambia: { currency: /ZMW/, phone: /^260\d{9}$/, network: /^(MTN|AIRTEL|ZAMTEL)$/ },
  mobile_money_ghana: { currency: /GHS/, phone: /^233\d{9}$/, network: /^(MTN|AIRTELTIGO|VODAFONE)$/ },
  mobile_money_tanzania: {
    currency: /TZS/,
    phone: /^255\d{9}$/,
    network: /^(HALOPESA|AIRTEL|TIGO|VODACOM)$/,
  },
  mobile_money_franco: { currency: /X[OA]F/, phone: /^2\d{10,12}$/, network: /^(WAVE|MTN|ORANGEMONEY)$/ },
  mpesa: { currency: /KES/, phone: /^254\d{9}$/, network: /^(SAFARICOM|AIRTEL)$/ },
};

/** What the last three digits of the number bring about. */
export const responses: Record<string, string> = {
  "019": "Transaction limit exceeded",
  "029": "The number is not registered",
  "039": "Request timed out, transaction not completed",
  "049": "Insufficient balance",
  "069": "DECLINE",
  "139": "Incorrect PIN entered",
  "149": "Transaction was cancelled by the user",
  "159": "Another transaction is in progress",
};

/** Calls back in a shape of its own. */
type Tell = (body: unknown) => Promise<void>;

const settleMs = 3_000;
const perPage = 2;

/** Money on its way out, and Flutterwave's lists, newest first. Null for what is none of its paths. */
export function answerBook(
  book: FlutterwaveBook,
  { method, path, query }: EmulatorRequest,
  json: Record<string, unknown>,
  emulator: Emulator,
  tell: Tell,
): EmulatorAnswer | null {
  const newest = (rows: readonly unknown[]) => said("Fetched", pageOf([...rows].reverse(), query, perPage));
  if (method === "POST") {
    if (path === "/transfers") return transfer(book, json, emulator, tell);
    const create = /^\/transactions\/(\d+)\/refund$/.exec(path);
    return create ? refund(book, create[1] ?? "", json, emulator, tell) : null;
  }
  if (path === "/transactions") return newest(transactions(book));
  if (path === "/transfers" && query.has("from")) return newest(transfers(book));
  if (path === "/transfers") return list(book, query.get("reference") ?? "");
  if (path === "/refunds") return newest(book.refunds.map(refundShape));
  if (path === "/balances") return said("Wallet balances fetched", balances);
  if (path === "/chargebacks") return chargebacks(book, query);
  if (path.startsWith("/banks/"))
    return said("Banks fetched successfully", [{ id: 132, code: "560", name: "Page Bank" }]);
  const one = /^\/refunds\/(\d+)$/.exec(path);
  const found = one && book.refunds.find(({ id }) => String(id) === one[1]);
  if (one) return found ? said("Refund fetched", refundShape(found)) : refused(404, "Refund not found");
  return null;
}

const balances = [
  { currency: "KES", available_balance: 90_000.5, ledger_balance: 91_000 },
  { currency: "UGX", available_balance: 0, ledger_balance: 0 },
];

function list(book: FlutterwaveBook, reference: string): EmulatorAnswer {
  const found = book.transfers.filter((one) => one.reference === reference);
  const page_info = { total: found.length, current_page: 1 };
  return said("Transfers fetched", found.map(transferShape), { page_info });
}

function transactions({ planted, ...book }: FlutterwaveBook) {
  const own = book.transactions.map((one) => ({
    ...{ id: one.id, tx_ref: one.txRef, status: one.status, amount: one.amount, currency: one.currency },
    created_at: iso(one.createdMs),
  }));
  const at = own.at(-1)?.created_at ?? iso(0);
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) => ({
    ...{ id: 7_000 + place, tx_ref: ourId, status: "successful", amount, currency, created_at: at },
  }));
  return [...withPlanted(own, planted, ({ tx_ref }) => tx_ref), ...foreign];
}

function transfers({ planted, ...book }: FlutterwaveBook) {
  const own = book.transfers.map(({ id, reference, status, amount, currency, createdMs }) => ({
    ...{ id, reference, status, amount, currency, created_at: iso(createdMs) },
  }));
  return withPlanted(own, planted, ({ reference }) => reference);
}

const failures: Record<string, string> = {
  "089": "DISBURSE FAILED: beneficiary account is not registered",
  "099": "DISBURSE FAILED: wallet limit reached",
  "119": "DISBURSE FAILED",
};

function transfer(
  book: FlutterwaveBook,
  json: Record<string, unknown>,
  emulator: Emulator,
  tell: Tell,
): EmulatorAnswer {
  const { reference, account_bank, account_number, amount, currency, beneficiary_name } = json;
  if (!reference || !account_bank || !account_number || !currency || !beneficiary_name)
    return refused(400, "account_bank, account_number, currency and reference are required");
  if (typeof amount !== "number" || amount <= 0) return refused(400, "amount must be above zero");
  if (account_bank === "MPS" && currency === "KES" && !json.meta)
    return refused(400, "meta is required for M-Pesa");
  const account = String(account_number);
  const digits = account.slice(-3);
  if (digits === "219") return refused(400, "Transfer creation failed. You can only spend up to KES 0.00");
  const found: Transfer = {
    id: 9_000 + book.transfers.length,
    reference: String(reference),
    account,
    bank: String(account_bank),
    amount,
    currency: String(currency),
    status: "NEW",
    message: "",
    needsApproval: digits === "229",
    createdMs: emulator.now(),
  };
  book.transfers.push(found);
  if (!found.needsApproval)
    emulator.after(settleMs, async () => {
      found.status = failures[digits] ? "FAILED" : "SUCCESSFUL";
      found.message = failures[digits] ?? "Successful";
      await tell({ event: "transfer.completed", "event.type": "Transfer", data: transferShape(found) });
    });
  return said("Transfer Queued Successfully", transferShape(found));
}

function transferShape(found: Transfer) {
  const { id, reference, account, bank, amount, currency, status, message, needsApproval } = found;
  return {
    ...{ id, reference, account_number: account, bank_code: bank, full_name: "Ann Seller" },
    ...{ currency, amount, fee: 26.88, status, complete_message: message },
    ...{ requires_approval: needsApproval ? 1 : 0, is_approved: needsApproval ? 0 : 1 },
  };
}

function refund(
  book: FlutterwaveBook,
  transactionId: string,
  json: Record<string, unknown>,
  emulator: Emulator,
  tell: Tell,
): EmulatorAnswer {
  const isIt = ({ id, status }: Transaction) => String(id) === transactionId && status === "successful";
  const paid = book.transactions.find(isIt);
  if (!paid) return refused(400, "No transaction was found for this id");
  const left = leftOf(
    paid.amount,
    book.refunds.filter((one) => one.transactionId === transactionId),
  );
  const amount = typeof json.amount === "number" ? json.amount : left;
  if (left <= 0 || amount > left)
    return refused(400, "Refund amount exceeds what is left of the transaction");
  const id = 75_923 + book.refunds.length;
  const found: Refund = {
    ...{ id, transactionId, amount, status: "processing", createdMs: emulator.now() },
    comments: String(json.comments ?? ""),
  };
  book.refunds.push(found);
  const fails = paid.card === "4084080000671803" || paid.phone.endsWith("279");
  emulator.after(settleMs, async () => {
    found.status = fails ? "failed" : "completed-mpgs";
    const { status } = found;
    await tell({ id, AmountRefunded: amount, status, FlwRef: `FLW-${id}`, TransactionId: transactionId });
  });
  return said("Transaction refund initiated", refundShape(found));
}

function refundShape({ id, transactionId, amount, comments, status, createdMs }: Refund) {
  return {
    ...{ id, tx_id: Number(transactionId), amount_refunded: amount, flw_ref: `FLW-${id}`, status, comments },
    ...{ destination: "payment_source", created_at: iso(createdMs) },
  };
}

const dueMs = 2 * 24 * 60 * 60 * 1000;

/** Without a status, those that are lost are told. */
function chargebacks(book: FlutterwaveBook, query: URLSearchParams): EmulatorAnswer {
  const status = query.get("status") ?? "lost";
  const found = book.chargebacks
    .filter((one) => one.status === status)
    .filter((one) => [null, `FLW-${one.transactionId}`].includes(query.get("flw_ref")));
  return said("Chargebacks fetched", Number(query.get("page") ?? 1) === 1 ? found.map(chargebackShape) : []);
}

function chargebackShape({ id, txRef, transactionId, amount, status, createdMs }: Chargeback) {
  return {
    ...{ id, amount, status, flw_ref: `FLW-${transactionId}`, stage: "new", settlement_id: "N/A" },
    ...{ comment: "Product/service not received", transaction_id: transactionId, tx_ref: txRef },
    ...{ due_date: iso(createdMs + dueMs), created_at: iso(createdMs) },
  };
}

/** What a test does to the payments of a provider. */
export interface ChargebackActs {
  /** The payer disputes this payment at the bank; nobody is told. Then the last dispute is decided. */
  dispute(txRef: string, amount?: number): void;
  decide(status: "won" | "lost" | "accepted"): void;
}

export function chargebackActs(book: FlutterwaveBook, now: () => number): ChargebackActs {
  return {
    dispute(txRef, amount) {
      const paid = book.transactions.findLast((one) => one.txRef === txRef && one.status === "successful");
      if (!paid) throw new Error("There is no such payment to dispute.");
      book.chargebacks.push({
        ...{ id: randomInt(1, 2 ** 40), txRef, transactionId: paid.id, status: "initiated" },
        ...{ amount: amount ?? paid.amount, createdMs: now() },
      });
    },
    decide(status) {
      const last = book.chargebacks.at(-1);
      if (!last) throw new Error("There is no dispute to decide.");
      last.status = status;
    },
  };
}
