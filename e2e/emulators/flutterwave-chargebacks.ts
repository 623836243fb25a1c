import { randomInt } from "node:crypto";
import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import type { Chargeback, FlutterwaveBook } from "./flutterwave-book";
import { said } from "./flutterwave-rules";

const dueMs = 2 * 24 * 60 * 60 * 1000;

/** Null for what is none of its paths. Without a status, those that are lost are told. */
export function answerChargebacks(
  book: FlutterwaveBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (path !== "/chargebacks" || method !== "GET") return null;
  const status = query.get("status") ?? "lost";
  const found = book.chargebacks
    .filter((one) => one.status === status)
    .filter((one) => [null, `FLW-${one.transactionId}`].includes(query.get("flw_ref")));
  return said("Chargebacks fetched", Number(query.get("page") ?? 1) === 1 ? found.map(shape) : []);
}

/** What a test does to the payments of a provider. */
export interface ChargebackActs {
  /** The payer disputes this payment at the bank; nobody is told. Then the last dispute is decided. */
  dispute(txRef: string, amount?: number): void;
  decide(status: "won" | "lost" | "accepted"): void;
}

export function chargebackActs(book: FlutterwaveBook, now: () => number): ChargebackActs {
  return {
    dispute: (txRef, amount) => openChargeback(book, txRef, amount, now()),
    decide: (status) => decideChargeback(book, status),
  };
}

function openChargeback(
  book: FlutterwaveBook,
  txRef: string,
  amount: number | undefined,
  nowMs: number,
): void {
  const transaction = book.transactions.findLast((one) => one.txRef === txRef && one.status === "successful");
  if (!transaction) throw new Error("There is no such payment to dispute.");
  const { id: transactionId } = transaction;
  const id = randomInt(1, 2 ** 40);
  const status = "initiated" as const;
  book.chargebacks.push({
    ...{ id, txRef, transactionId, status },
    ...{ amount: amount ?? transaction.amount, createdMs: nowMs },
  });
}

function decideChargeback(book: FlutterwaveBook, status: "won" | "lost" | "accepted"): void {
  const last = book.chargebacks.at(-1);
  if (!last) throw new Error("There is no dispute to decide.");
  last.status = status;
}

function shape({ id, txRef, transactionId, amount, status, createdMs }: Chargeback) {
  return {
    ...{ id, amount, status, flw_ref: `FLW-${transactionId}`, stage: "new", settlement_id: "N/A" },
    ...{ comment: "Product/service not received", transaction_id: transactionId, tx_ref: txRef },
    due_date: new Date(createdMs + dueMs).toISOString(),
    created_at: new Date(createdMs).toISOString(),
  };
}
