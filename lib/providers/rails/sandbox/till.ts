import { createHash } from "node:crypto";
import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type { Till, TillQuestion, TillSeen, TillVerdict } from "../till";
import { readJson } from "../wire/results";
import { newRecord, succeeded, withSteps } from "./state";
import type { SandboxContext, SandboxRecord } from "./store";

/** A payment that a person begins at the simulated phone. */
export interface TillPress {
  /** Where the account's callbacks go. */
  callbackUrl: string;
  /** E.164. */
  phone: string;
  /** The account number as typed; empty for none. */
  typed: string;
  amount: Money;
  /** Unpredictable, so that no two payments share a receipt. */
  random: string;
}

/** The till of an account: six digits that follow from its key. */
export function sandboxTill(id: string): Till {
  const digits = createHash("sha256").update(id).digest().readUInt32BE() % 900_000;
  return { kind: "paybill", number: String(100_000 + digits) };
}

/** The record of such a payment; its id is its receipt. */
export function tillRecord(context: SandboxContext, press: TillPress): SandboxRecord {
  const nowMs = context.now().getTime();
  const record = {
    ...newRecord("charge", `SBT${press.random.toUpperCase()}`, nowMs),
    amountMinor: String(press.amount.minor),
    currency: press.amount.currency,
    phone: press.phone,
    callbackPath: new URL(press.callbackUrl).pathname,
    till: { typed: press.typed },
  };
  return withSteps(record, [succeeded(nowMs)]);
}

const shape = z.object({
  op: z.enum(["till", "till_question"]),
  id: z.string().min(1),
  typed: z.string(),
  phone: z.string(),
  name: z.string(),
  atMs: z.number().int(),
  amountMinor: z.string().regex(/^\d{1,18}$/),
  currency: z.string().length(3),
});

/** What the callback says. The phone is masked, as networks do. */
export function tillReport(record: SandboxRecord, op: "till" | "till_question") {
  const phone = record.phone ?? "";
  const masked = phone.slice(0, 7) + "*".repeat(Math.max(0, phone.length - 10)) + phone.slice(-3);
  const { id, currency, amountMinor, till } = record;
  return {
    ...{ op, id, amountMinor, currency, typed: till?.typed ?? "", phone: masked },
    ...{ name: "SANDBOX PAYER", atMs: record.createdAtMs },
  };
}

/** A payment at the till in a callback's body, or a question about one; null where it says something else. */
export function readTill(body: Buffer): { till: TillSeen[] } | { asked: TillQuestion } | null {
  const report = readJson(shape, body);
  if (!report) return null;
  const { id: receipt, typed, phone, name, atMs, amountMinor, currency } = report;
  const amount = { minor: BigInt(amountMinor), currency };
  const seen = { receipt, amount, typed: typed || null, at: new Date(atMs), phone, name };
  if (report.op === "till") return { till: [seen] };
  const reply = (verdict: TillVerdict) => ({ status: 200, body: JSON.stringify({ verdict }) });
  return { asked: { payment: seen, reply } };
}
