import { randomInt } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorRequest,
  iso,
  leftOf,
  pageOf,
  withPlanted,
} from "./emulator";
import {
  type Chargeback,
  type FlutterwaveBook,
  perPage,
  type Refund,
  refused,
  said,
  settleMs,
  type Tell,
  type Transaction,
  type Transfer,
} from "./flutterwave-objects";

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
    return refused(400, "meta is required for M-PESA");
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
