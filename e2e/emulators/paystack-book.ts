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
  type Dispute,
  type Notify,
  type PaystackBook,
  type PlantedSubscription,
  type Refund,
  refused,
  said,
  settleMs,
  type Transfer,
} from "./paystack-objects";

/** Money on its way out, and Paystack's lists. Null for what is none of its paths. */
export function answerBook(
  book: PaystackBook,
  { method, path, query }: EmulatorRequest,
  json: Record<string, unknown>,
  emulator: Emulator,
  notify: Notify,
): EmulatorAnswer | null {
  // As Paystack's file of its API has it, which its pages contradict.
  const size = /^\/(transaction|transfer)$/.test(path) ? "per_page" : "perPage";
  const listed = (rows: readonly unknown[]) =>
    said("Retrieved", pageOf(rows, query, Number(query.get(size) ?? 50)));
  if (method === "POST") {
    if (path === "/transferrecipient") return newRecipient(book, json);
    if (path === "/transfer") return transfer(book, json, emulator, notify);
    return path === "/refund" ? refund(book, json, emulator, notify) : null;
  }
  if (path === "/dispute") return disputesOf(book, query.get("transaction"));
  if (path === "/subscription") return listed(book.subscriptions.map(subscriptionShape));
  if (path === "/transaction") return listed(transactions(book));
  if (path === "/transfer") return listed(transfers(book));
  if (path === "/refund" && query.has("from")) return listed(refunds(book));
  // The filter takes Paystack's own number of the transaction, and finds nothing under our reference.
  if (path === "/refund" && query.has("transaction")) return said("Done", []);
  if (path === "/refund") return listed([...book.refunds.values()].reverse().map(refundShape));
  if (path === "/balance") return said("Done", balances);
  if (path === "/bank")
    return said("Done", [{ name: "Absa Bank Ghana", code: "030100", currency: query.get("currency") }]);
  if (path === "/bank/resolve") return holderOf(query);
  const [, what, id = ""] = /^\/(transfer\/verify|refund)\/(.+)$/.exec(path) ?? [];
  if (what === "refund") {
    const found = book.refunds.get(id);
    return found ? said("Done", refundShape(found)) : refused(404, "Refund not found");
  }
  const found = book.transfers.get(decodeURIComponent(id));
  if (what) return found ? said("Done", transferShape(found)) : refused(404, "Transfer not found");
  return null;
}

const balances = [
  { currency: "GHS", balance: 1_700_000 },
  { currency: "XOF", balance: 50_000 },
];

function holderOf(query: URLSearchParams): EmulatorAnswer {
  const account_number = query.get("account_number") ?? "";
  if (!/^\d{10,16}$/.test(account_number) || account_number.endsWith("089"))
    return refused(422, "Could not resolve account name. Check parameters or try again.");
  return said("Account number resolved", { account_number, account_name: "ANN SELLER", bank_id: 9 });
}

function transactions({ planted, ...book }: PaystackBook) {
  const own = [...book.transactions.values()].map(
    ({ id, reference, status, amount, currency, paidMs, createdMs }) => ({
      ...{ id, reference, status, amount, currency, created_at: iso(createdMs) },
      paid_at: paidMs === null ? null : iso(paidMs),
    }),
  );
  const at = own.findLast(({ paid_at }) => paid_at !== null)?.paid_at ?? iso(0);
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) => ({
    ...{ id: 7_000 + place, reference: ourId, status: "success", amount, currency },
    ...{ paid_at: at, created_at: at },
  }));
  return [...withPlanted(own, planted, ({ reference }) => reference), ...foreign];
}

function refunds({ planted, ...book }: PaystackBook) {
  const own = [...book.refunds.values()].map(({ id, status, amount, note, transaction, createdMs }) => ({
    ...{ id, status, amount, merchant_note: note, createdAt: iso(createdMs) },
    currency: book.transactions.get(transaction)?.currency ?? "",
  }));
  return withPlanted(own, planted, ({ merchant_note }) => merchant_note.replace("Refund ", ""));
}

function transfers({ planted, ...book }: PaystackBook) {
  const own = [...book.transfers.values()].map(
    ({ code, reference, status, amount, currency, createdMs }) => ({
      ...{ id: code, reference, status, amount, currency, createdAt: iso(createdMs) },
    }),
  );
  return withPlanted(own, planted, ({ reference }) => reference);
}

function subscriptionShape(one: PlantedSubscription, at: number) {
  return {
    ...{ id: at + 1, domain: "test", status: one.status, subscription_code: one.code },
    ...{ email_token: "d7gofp6yppn3qz7", amount: one.amount, cron_expression: "0 0 28 * *" },
    ...{ next_payment_date: one.nextPaymentAt, open_invoice: null, createdAt: one.createdAt },
    plan: {
      ...{ id: 28, name: one.plan, plan_code: "PLN_gx2wn530m0i3w3m" },
      ...{ interval: "monthly", currency: one.currency },
    },
    customer: { first_name: null, last_name: null, email: one.email, phone: null, customer_code: "CUS_4vx1" },
    authorization: { authorization_code: "AUTH_8dfhjjdt", last4: "4081", reusable: true },
  };
}

function newRecipient(book: PaystackBook, json: Record<string, unknown>): EmulatorAnswer {
  if (!json.name || !json.account_number || !json.bank_code)
    return refused(400, "Name, account number and bank code are required");
  const account = String(json.account_number);
  if (json.type === "mobile_money" && !/^0\d{9}$/.test(account))
    return refused(400, "Invalid account number");
  if (account.endsWith("089")) return refused(400, "Could not resolve account name. Account not found");
  const code = `RCP_${String(book.recipients.size + 1).padStart(6, "0")}`;
  book.recipients.set(code, account);
  return said("Done", { recipient_code: code, type: json.type, details: { account_number: account } });
}

const failures: Record<string, string> = {
  "099": "Recipient wallet limit reached",
  "109": "Recipient limit reached",
  "119": "Transfer failed",
};

function transfer(
  book: PaystackBook,
  json: Record<string, unknown>,
  emulator: Emulator,
  notify: Notify,
): EmulatorAnswer {
  const reference = String(json.reference);
  if (!/^[a-z0-9_-]{16,50}$/.test(reference)) return refused(400, "Invalid transfer reference");
  if (book.transfers.has(reference))
    return refused(400, "Please provide a unique reference. Reference already exists on a transfer");
  const account = book.recipients.get(String(json.recipient));
  if (account === undefined) return refused(400, "Recipient specified is invalid");
  if (typeof json.amount !== "number" || !Number.isInteger(json.amount))
    return refused(400, "Invalid amount");
  const digits = account.slice(-3);
  if (digits === "219") return refused(400, "Your balance is not enough to fulfil this request");
  const found: Transfer = {
    ...{ reference, status: "pending", reason: "", amount: json.amount, currency: String(json.currency) },
    ...{ code: `TRF_${reference.slice(0, 8)}`, createdMs: emulator.now() },
  };
  book.transfers.set(reference, found);
  const move = (afterMs: number, status: string, reason: string) =>
    emulator.after(afterMs, () => {
      found.status = status;
      found.reason = reason;
      return notify(`transfer.${status}`, transferShape(found));
    });
  if (digits === "229") found.status = "otp";
  else move(settleMs, failures[digits] ? "failed" : "success", failures[digits] ?? "");
  if (digits === "209") move(8_000, "reversed", "Returned");
  return said("Done", transferShape(found));
}

function transferShape({ reference, status, reason, amount, code }: Transfer) {
  return { id: 1, reference, status, amount, transfer_code: code, gateway_response: reason || null };
}

function refund(
  book: PaystackBook,
  json: Record<string, unknown>,
  emulator: Emulator,
  notify: Notify,
): EmulatorAnswer {
  const reference = String(json.transaction);
  const paid = book.transactions.get(reference);
  if (paid?.status !== "success") return refused(400, "Transaction has not been paid");
  const left = leftOf(paid.amount, refundsOf(book, reference));
  if (left <= 0) return refused(400, "Transaction has been fully reversed");
  const amount = typeof json.amount === "number" ? json.amount : left;
  if (amount > left) return refused(400, "Refund amount cannot be more than the remaining amount");
  const found = newRefund(book, {
    ...{ transaction: reference, amount, status: "pending", createdMs: emulator.now() },
    note: String(json.merchant_note ?? ""),
  });
  const fails = paid.card === "4084080000671803" || paid.phone.endsWith("279");
  emulator.after(settleMs, async () => {
    found.status = fails ? "failed" : "processed";
    const data = { ...refundShape(found), amount: String(amount), transaction_reference: reference };
    await notify(`refund.${found.status}`, data);
  });
  return said("Done", refundShape(found));
}

function refundsOf({ refunds }: PaystackBook, reference: string): Refund[] {
  return [...refunds.values()].filter(({ transaction }) => transaction === reference);
}

function newRefund({ refunds }: PaystackBook, refund: Omit<Refund, "id">): Refund {
  const made = { ...refund, id: 3_018_284 + refunds.size };
  refunds.set(String(made.id), made);
  return made;
}

function refundShape({ id, status, amount, note, transaction }: Refund) {
  return { id, status, amount, merchant_note: note, transaction: { reference: transaction } };
}

const dueMs = 4 * 24 * 60 * 60 * 1000;

function disputesOf(book: PaystackBook, transaction: string | null): EmulatorAnswer {
  const of = book.disputes.filter(
    ({ reference }) => String(book.transactions.get(reference)?.id) === transaction,
  );
  return said(
    "Disputes retrieved",
    of.map((one) => disputeShape(book, one)),
  );
}

/** What a test does to the payments of a provider. */
export interface DisputeActs {
  /** The payer disputes this payment, in full unless told otherwise; then the last dispute is resolved. */
  dispute(reference: string, amount?: number): Promise<void>;
  resolve(resolution: "declined" | "merchant-accepted"): Promise<void>;
  /** What the provider calls this transaction from now on. */
  call(reference: string, status: string): void;
}

export function disputeActs(book: PaystackBook, now: () => number, notify: Notify): DisputeActs {
  return {
    async dispute(reference, amount) {
      const transaction = book.transactions.get(reference);
      if (!transaction) throw new Error("There is no such payment to dispute.");
      const dispute: Dispute = {
        ...{ id: randomInt(1, 2 ** 40), reference, currency: transaction.currency, createdMs: now() },
        ...{ status: "awaiting-merchant-feedback", resolution: null },
        refundAmount: amount ?? transaction.amount,
      };
      book.disputes.push(dispute);
      await notify("charge.dispute.create", disputeShape(book, dispute));
    },
    resolve: (resolution) => resolveDispute(book, resolution, notify),
    call(reference, status) {
      const transaction = book.transactions.get(reference);
      if (transaction) transaction.status = status;
    },
  };
}

/** Given in to, what was not refunded before goes back; a transaction of which nothing is left is called "reversed". */
async function resolveDispute(
  book: PaystackBook,
  resolution: "declined" | "merchant-accepted",
  notify: Notify,
): Promise<void> {
  const dispute = book.disputes.at(-1);
  const transaction = dispute && book.transactions.get(dispute.reference);
  if (!dispute || !transaction) throw new Error("There is no dispute to resolve.");
  dispute.status = "resolved";
  dispute.resolution = resolution;
  if (resolution === "merchant-accepted") {
    const { reference, createdMs } = dispute;
    const processed = refundsOf(book, reference).filter(({ status }) => status === "processed");
    const left = leftOf(transaction.amount, processed);
    const amount = Math.min(left, dispute.refundAmount);
    if (amount > 0)
      newRefund(book, { transaction: reference, amount, note: "", status: "processed", createdMs });
    if (amount === left) transaction.status = "reversed";
  }
  await notify("charge.dispute.resolve", disputeShape(book, dispute));
}

function disputeShape(book: PaystackBook, dispute: Dispute) {
  const { id, reference, refundAmount, currency, status, resolution, createdMs } = dispute;
  return {
    ...{ id, refund_amount: refundAmount, currency, status, resolution, category: "chargeback" },
    ...{ dueAt: iso(createdMs + dueMs), createdAt: iso(createdMs) },
    transaction: { id: book.transactions.get(reference)?.id, reference },
  };
}
