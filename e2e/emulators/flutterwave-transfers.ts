import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import { refused, said } from "./flutterwave-rules";

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

/** Money on its way out. */
export interface Transfers {
  transfers: Transfer[];
  refunds: Refund[];
}

/** What transfers need of the rest of the emulator. */
interface Host {
  now(): number;
  after(ms: number, what: () => Promise<void>): void;
  notify(event: string, data: unknown): Promise<void>;
  /** A callback in a shape of its own. */
  tell(body: unknown): Promise<void>;
  /** A transaction that is paid, or null. */
  paid(id: string): { amount: number; card: string; phone: string } | null;
}

export function newTransfers(): Transfers {
  return { transfers: [], refunds: [] };
}

const settleMs = 3_000;
const perPage = 2;

/** Null for what is none of its paths. */
export function answerTransfers(
  book: Transfers,
  { method, path, query }: EmulatorRequest,
  json: Record<string, unknown>,
  host: Host,
): EmulatorAnswer | null {
  if (path === "/transfers")
    return method === "POST" ? transfer(book, json, host) : list(book, query.get("reference") ?? "");
  if (path === "/balances") return said("Wallet balances fetched", balances);
  if (path.startsWith("/banks/"))
    return said("Banks fetched successfully", [{ id: 132, code: "560", name: "Page Bank" }]);
  const create = /^\/transactions\/(\d+)\/refund$/.exec(path);
  if (create && method === "POST") return refund(book, create[1] ?? "", json, host);
  if (path === "/refunds") {
    const page = Number(query.get("page") ?? 1);
    const newest = [...book.refunds].reverse();
    return said("Refunds fetched", newest.slice((page - 1) * perPage, page * perPage).map(refundShape));
  }
  const one = /^\/refunds\/(\d+)$/.exec(path);
  const found = one && book.refunds.find(({ id }) => String(id) === one[1]);
  if (one) return found ? said("Refund fetched", refundShape(found)) : refused(404, "Refund not found");
  return null;
}

const balances = [
  { currency: "KES", available_balance: 90_000.5, ledger_balance: 91_000 },
  { currency: "UGX", available_balance: 0, ledger_balance: 0 },
];

function list(book: Transfers, reference: string): EmulatorAnswer {
  const found = book.transfers.filter((one) => one.reference === reference);
  return said("Transfers fetched", found.map(shapeOf), {
    page_info: { total: found.length, current_page: 1 },
  });
}

const failures: Record<string, string> = {
  "089": "DISBURSE FAILED: beneficiary account is not registered",
  "099": "DISBURSE FAILED: wallet limit reached",
  "119": "DISBURSE FAILED",
};

function transfer(book: Transfers, json: Record<string, unknown>, host: Host): EmulatorAnswer {
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
    createdMs: host.now(),
  };
  book.transfers.push(found);
  if (found.needsApproval) return said("Transfer Queued Successfully", shapeOf(found));
  host.after(settleMs, async () => {
    found.status = failures[digits] ? "FAILED" : "SUCCESSFUL";
    found.message = failures[digits] ?? "Successful";
    await host.notify("transfer.completed", shapeOf(found));
  });
  return said("Transfer Queued Successfully", shapeOf(found));
}

function shapeOf(found: Transfer) {
  const { id, reference, account, bank, amount, currency, status, message, needsApproval } = found;
  return {
    id,
    reference,
    account_number: account,
    bank_code: bank,
    full_name: "Ann Seller",
    currency,
    amount,
    fee: 26.88,
    status,
    complete_message: message,
    requires_approval: needsApproval ? 1 : 0,
    is_approved: needsApproval ? 0 : 1,
  };
}

function refund(
  book: Transfers,
  transactionId: string,
  json: Record<string, unknown>,
  host: Host,
): EmulatorAnswer {
  const paid = host.paid(transactionId);
  if (!paid) return refused(400, "No transaction was found for this id");
  const before = book.refunds.filter((one) => one.transactionId === transactionId && one.status !== "failed");
  const left = before.reduce((sum, one) => sum - one.amount, paid.amount);
  const amount = typeof json.amount === "number" ? json.amount : left;
  if (left <= 0 || amount > left)
    return refused(400, "Refund amount exceeds what is left of the transaction");
  const id = 75_923 + book.refunds.length;
  const found: Refund = {
    id,
    transactionId,
    amount,
    comments: String(json.comments ?? ""),
    status: "processing",
    createdMs: host.now(),
  };
  book.refunds.push(found);
  const fails = paid.card === "4084080000671803" || paid.phone.endsWith("279");
  host.after(settleMs, async () => {
    found.status = fails ? "failed" : "completed-mpgs";
    await host.tell({
      id,
      AmountRefunded: amount,
      status: found.status,
      FlwRef: `FLW-${id}`,
      TransactionId: transactionId,
    });
  });
  return said("Transaction refund initiated", refundShape(found));
}

function refundShape({ id, transactionId, amount, comments, status, createdMs }: Refund) {
  const numbers = { id, tx_id: Number(transactionId), amount_refunded: amount };
  const created_at = new Date(createdMs).toISOString();
  return { ...numbers, flw_ref: `FLW-${id}`, status, comments, destination: "payment_source", created_at };
}
