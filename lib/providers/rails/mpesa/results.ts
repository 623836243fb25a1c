import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { TransferResult } from "../port";
import { unsure } from "../wire/results";
import { feeFromMajor, fromMajor } from "../wire/text";
import type { Daraja } from "./daraja";
import type { Told } from "./memory";
import { fromDotted, fromStamp } from "./times";
import { failureBy } from "./words";

const pairShape = z.object({
  Key: z.string(),
  Value: z.union([z.string(), z.number()]).optional().catch(undefined),
});
const pairsShape = z.union([z.array(pairShape), pairShape.transform((one) => [one])]);

/** What Daraja posts to a ResultURL. Codes are numbers here and texts there. */
const resultShape = z.object({
  Result: z.object({
    ResultCode: z.coerce.string(),
    ResultDesc: z.string().optional().catch(undefined),
    ConversationID: z.string().max(100).catch(""),
    TransactionID: z.string().max(100).catch(""),
    ResultParameters: z.object({ ResultParameter: pairsShape }).optional().catch(undefined),
  }),
});

export interface Result {
  code: string;
  text?: string;
  conversationId: string;
  /** There is one in failures as well. */
  receipt: string;
  /** The last of those that stand twice. */
  values: ReadonlyMap<string, string>;
}

export function readResult(body: unknown): Result | null {
  const found = resultShape.safeParse(body).data?.Result;
  if (!found) return null;
  const pairs = found.ResultParameters?.ResultParameter ?? [];
  return {
    ...{ code: found.ResultCode, text: found.ResultDesc },
    ...{ conversationId: found.ConversationID, receipt: found.TransactionID },
    values: new Map(pairs.flatMap(({ Key, Value }) => (Value === undefined ? [] : [[Key, String(Value)]]))),
  };
}

/** Of an initiator that is wrong, may not ask, or is locked. */
const initiatorRefused = ["21", "2001", "8006"];

/**
 * The result of a question of ours. One that is refused for its initiator is not asked again soon: some wrong ones lock it.
 * `isFormer`: it was asked by a credential that is not ours any more.
 */
export function readAnswerTo(asked: { daraja: Daraja; body: unknown; isFormer: boolean }): Result | null {
  const { daraja, body, isFormer } = asked;
  const result = readResult(body);
  if (!result || isFormer || !initiatorRefused.includes(result.code)) return result;
  daraja.memory.refusedAtMs = daraja.now().getTime();
  const detail = say("rail_initiator_refused", { name: "M-PESA", said: result.code });
  daraja.anomaly("needs_operator", detail);
  return result;
}

/** The end of a payout or refund, as its own result says. */
export function transferBy(daraja: Daraja, op: "payout" | "reversal", result: Result): TransferResult {
  const { code, conversationId: railRef, receipt, values } = result;
  // It is reversed already: the answer to our first request was lost, and a second one came here.
  const isDone = code === "0" || (op === "reversal" && code === "R000001");
  if (isDone) {
    const at = timeIn(values, "TransactionCompletedDateTime", "TransCompletedTime") ?? daraja.now();
    return { kind: "succeeded", railRef, ...(code === "0" ? { receipt } : {}), at };
  }
  const failure = failureBy(daraja, "transfer", code, result.text);
  return failure ? { kind: "failed", railRef, failure } : unsure(railRef);
}

const open = ["Initiated", "Authorized", "Pending Authorized"];
const ended = ["Cancelled", "Declined", "Expired"];

/** The same as the answer to a question about it. A question that failed, or an unknown word, says nothing: null. */
export function answeredTransfer(
  daraja: Daraja,
  { code, conversationId, values }: Result,
): TransferResult | null {
  const word = code === "0" ? values.get("TransactionStatus") : undefined;
  if (word === undefined || open.includes(word)) return null;
  const railRef = values.get("ConversationID") ?? conversationId;
  if (ended.includes(word))
    return { kind: "failed", railRef, failure: { reason: "unknown", railCode: word } };
  if (word === "Completed") {
    const at = timeIn(values, "FinalisedTime") ?? daraja.now();
    return { kind: "succeeded", railRef, receipt: values.get("ReceiptNo"), fee: feeIn(values), at };
  }
  daraja.anomaly("unknown_word", `transaction status ${word}`);
  return null;
}

/** A payment, as the answer to a question about its receipt. */
export function answeredCharge({ code, values }: Result): Told | null {
  const amount = fromMajor(values.get("Amount") ?? "", "KES");
  const receipt = values.get("ReceiptNo");
  if (code !== "0" || values.get("TransactionStatus") !== "Completed" || !amount || !receipt) return null;
  return { minor: amount.minor, receipt, at: timeIn(values, "FinalisedTime") };
}

/** `Utility Account|KES|228037.00|…`, accounts by `&`: the available balance of one; null where it is not there. */
export function balanceIn({ code, values }: Result, names: readonly string[]): bigint | null {
  const accounts = (code === "0" ? (values.get("AccountBalance") ?? "") : "").split("&");
  for (const name of names)
    for (const [account, currency, , available = ""] of accounts.map((line) => line.split("|")))
      if (account === name && currency === "KES") return feeFromMajor(available, "KES")?.minor ?? null;
  return null;
}

/** `Fee For B2C Payment|KES|22.40`. */
function feeIn(values: Result["values"]) {
  const [, currency = "", amount = ""] = (values.get("DebitPartyCharges") ?? "").split("|");
  return feeFromMajor(amount, currency) ?? undefined;
}

function timeIn(values: Result["values"], ...keys: string[]): Date | undefined {
  const texts = keys.flatMap((key) => values.get(key) ?? []);
  return texts.map((text) => fromStamp(text) ?? fromDotted(text)).find(Boolean);
}
