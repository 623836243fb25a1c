import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import { refused, said } from "./paystack-rules";

interface Recipient {
  code: string;
  account: string;
}

interface Transfer {
  reference: string;
  status: string;
  reason: string;
  amount: number;
  currency: string;
  code: string;
  createdMs: number;
}

interface Refund {
  id: number;
  transaction: string;
  note: string;
  amount: number;
  status: string;
  createdMs: number;
}

/** Money on its way out. */
export interface Transfers {
  recipients: Map<string, Recipient>;
  transfers: Map<string, Transfer>;
  refunds: Map<string, Refund>;
}

/** What transfers need of the rest of the emulator. */
interface Host {
  now(): number;
  after(ms: number, what: () => Promise<void>): void;
  notify(event: string, data: unknown): Promise<void>;
  /** A transaction that is paid, or null. */
  paid(reference: string): { amount: number; card: string; phone: string } | null;
}

export function newTransfers(): Transfers {
  return { recipients: new Map(), transfers: new Map(), refunds: new Map() };
}

const settleMs = 3_000;

/** Null for what is none of its paths. */
export function answerTransfers(
  book: Transfers,
  { method, path, query }: EmulatorRequest,
  json: Record<string, unknown>,
  host: Host,
): EmulatorAnswer | null {
  if (method === "POST" && path === "/transferrecipient") return newRecipient(book, json);
  if (method === "POST" && path === "/transfer") return transfer(book, json, host);
  if (method === "POST" && path === "/refund") return refund(book, json, host);
  if (path === "/balance")
    return said("Done", [
      { currency: "GHS", balance: 1_700_000 },
      { currency: "XOF", balance: 50_000 },
    ]);
  if (path === "/bank")
    return said("Done", [{ name: "Absa Bank Ghana", code: "030100", currency: query.get("currency") }]);
  if (path === "/bank/resolve") return holderOf(query);
  const verify = /^\/transfer\/verify\/(.+)$/.exec(path);
  if (verify) {
    const found = book.transfers.get(decodeURIComponent(verify[1] ?? ""));
    return found ? said("Done", shapeOf(found)) : refused(404, "Transfer not found");
  }
  if (path === "/refund") {
    // The filter takes Paystack's own number of the transaction, and finds nothing under our reference.
    if (query.has("transaction")) return said("Done", []);
    const [perPage, page] = [Number(query.get("perPage") ?? 50), Number(query.get("page") ?? 1)];
    const newest = [...book.refunds.values()].reverse();
    return said("Done", newest.slice((page - 1) * perPage, page * perPage).map(refundShape));
  }
  const one = /^\/refund\/(.+)$/.exec(path);
  const found = one && book.refunds.get(one[1] ?? "");
  if (one) return found ? said("Done", refundShape(found)) : refused(404, "Refund not found");
  return null;
}

function holderOf(query: URLSearchParams): EmulatorAnswer {
  const account_number = query.get("account_number") ?? "";
  if (!/^\d{10,16}$/.test(account_number) || account_number.endsWith("089"))
    return refused(422, "Could not resolve account name. Check parameters or try again.");
  return said("Account number resolved", { account_number, account_name: "ANN SELLER", bank_id: 9 });
}

function newRecipient(book: Transfers, json: Record<string, unknown>): EmulatorAnswer {
  if (!json.name || !json.account_number || !json.bank_code)
    return refused(400, "Name, account number and bank code are required");
  const account = String(json.account_number);
  if (json.type === "mobile_money" && !/^0\d{9}$/.test(account))
    return refused(400, "Invalid account number");
  if (account.endsWith("089")) return refused(400, "Could not resolve account name. Account not found");
  const code = `RCP_${String(book.recipients.size + 1).padStart(6, "0")}`;
  book.recipients.set(code, { code, account });
  return said("Done", { recipient_code: code, type: json.type, details: { account_number: account } });
}

const failures: Record<string, string> = {
  "099": "Recipient wallet limit reached",
  "109": "Recipient limit reached",
  "119": "Transfer failed",
};

function transfer(book: Transfers, json: Record<string, unknown>, host: Host): EmulatorAnswer {
  const reference = String(json.reference);
  if (!/^[a-z0-9_-]{16,50}$/.test(reference)) return refused(400, "Invalid transfer reference");
  if (book.transfers.has(reference))
    return refused(400, "Please provide a unique reference. Reference already exists on a transfer");
  const recipient = book.recipients.get(String(json.recipient));
  if (!recipient) return refused(400, "Recipient specified is invalid");
  if (typeof json.amount !== "number" || !Number.isInteger(json.amount))
    return refused(400, "Invalid amount");
  const digits = recipient.account.slice(-3);
  if (digits === "219") return refused(400, "Your balance is not enough to fulfil this request");
  const found: Transfer = {
    reference,
    status: "pending",
    reason: "",
    amount: json.amount,
    currency: String(json.currency),
    code: `TRF_${reference.slice(0, 8)}`,
    createdMs: host.now(),
  };
  book.transfers.set(reference, found);
  if (digits === "229") found.status = "otp";
  else
    host.after(settleMs, () =>
      move(found, failures[digits] ? "failed" : "success", failures[digits] ?? "", host),
    );
  if (digits === "209") host.after(8_000, () => move(found, "reversed", "Returned", host));
  return said("Done", shapeOf(found));
}

async function move(found: Transfer, status: string, reason: string, host: Host): Promise<void> {
  found.status = status;
  found.reason = reason;
  await host.notify(`transfer.${status}`, shapeOf(found));
}

function shapeOf({ reference, status, reason, amount, code }: Transfer) {
  return { id: 1, reference, status, amount, transfer_code: code, gateway_response: reason || null };
}

function refund(book: Transfers, json: Record<string, unknown>, host: Host): EmulatorAnswer {
  const reference = String(json.transaction);
  const paid = host.paid(reference);
  if (!paid) return refused(400, "Transaction has not been paid");
  const before = [...book.refunds.values()].filter(
    (one) => one.transaction === reference && one.status !== "failed",
  );
  const left = before.reduce((sum, one) => sum - one.amount, paid.amount);
  if (left <= 0) return refused(400, "Transaction has been fully reversed");
  const amount = typeof json.amount === "number" ? json.amount : left;
  if (amount > left) return refused(400, "Refund amount cannot be more than the remaining amount");
  const id = 3_018_284 + book.refunds.size;
  const found: Refund = {
    id,
    transaction: reference,
    note: String(json.merchant_note ?? ""),
    amount,
    status: "pending",
    createdMs: host.now(),
  };
  book.refunds.set(String(id), found);
  const fails = paid.card === "4084080000671803" || paid.phone.endsWith("279");
  host.after(settleMs, async () => {
    found.status = fails ? "failed" : "processed";
    const data = { ...refundShape(found), amount: String(amount), transaction_reference: reference };
    await host.notify(`refund.${found.status}`, data);
  });
  return said("Done", refundShape(found));
}

function refundShape({ id, status, amount, note, transaction }: Refund) {
  return { id, status, amount, merchant_note: note, transaction: { reference: transaction } };
}

/** Somebody refunds a part of a transaction in Paystack's dashboard, or it does so because a dispute was given in to. */
export function refundByHand(book: Transfers, transaction: string, amount: number, createdMs: number): void {
  const id = 3_018_284 + book.refunds.size;
  book.refunds.set(String(id), { id, transaction, note: "", amount, status: "processed", createdMs });
}
