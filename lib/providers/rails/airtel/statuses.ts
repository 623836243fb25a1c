import { createHmac } from "node:crypto";
import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { parsedJson } from "@/lib/domain/mask";
import type { Money } from "@/lib/domain/money";
import { isUuidV4 } from "@/lib/domain/token";
import type { CallbackVerdict, Failure, RawCallback } from "../port";
import type { Answer, Client } from "../wire/client";
import {
  believed,
  digestOf,
  disbelieved,
  isSame,
  meaningOf,
  reasonBy,
  type State,
  type Words,
  wordsBy,
} from "../wire/results";
import { fromMajor } from "../wire/text";

export type Op = "charge" | "payout" | "refund";

const idShape = z.union([z.string(), z.number()]).transform(String).nullish().catch(undefined);
const textShape = z.string().nullish().catch(undefined);

/** A transaction in an answer. Its samples have `false` for an id, and masked ones. */
const transactionShape = z.object({
  id: idShape,
  status: textShape,
  airtel_money_id: idShape,
  message: textShape,
});
export type Transaction = z.infer<typeof transactionShape>;

/** Airtel's router says its code beside the rest, its products say it in `status`. */
const saidShape = z.object({
  data: z.object({ transaction: transactionShape }).nullish().catch(undefined),
  status: z
    .object({ response_code: idShape, result_code: idShape, message: textShape })
    .nullish()
    .catch(undefined),
  status_code: idShape,
  status_message: textShape,
});

/** What Airtel answered: its codes, the most exact first. */
export interface Said {
  http: number;
  codes: string[];
  message?: string;
  transaction?: Transaction;
}

/** Null: it is in no shape that Airtel documents. */
export function saidIn({ status: http, body }: Extract<Answer, { kind: "answer" }>): Said | null {
  const found = saidShape.safeParse(body).data;
  if (!found) return null;
  const { status, status_code, status_message, data } = found;
  const codes = [status?.response_code, status?.result_code, status_code].flatMap((code) => code || []);
  const message = status?.message ?? status_message ?? undefined;
  return { http, codes, message, transaction: data?.transaction };
}

/** What a code says of a request. `doubt`: it may have been carried out, and the enquiry tells. */
type Meaning = "taken" | "doubt" | "duplicate" | "not_found";
const meanings = wordsBy<Meaning>({
  taken: "DP00800001000 DP00800001001 DP00800001006 DP00900001000 DP00900001001 DP00900001006 ESB000010",
  doubt: "DP00800001024 DP008001023 DP00900001014 ESB000001 ESB000004 ESB000008 ESB000014 ROUTER117 0000900",
  duplicate: "ESB000041 DP00900001011 DP00900001017",
  not_found: "DP00800001025 DP00900001015 ESB000045",
});

/**
 * Doubt in any code is doubt, whatever the others say. DP00800001005 stands for five things in Airtel's samples: without a
 * transaction beside it only the message tells which.
 */
export function meaningIn({ codes, message, transaction }: Said): Meaning | null {
  const said = codes.map((code) => meaningOf(meanings, code));
  const order: Meaning[] = ["duplicate", "not_found", "doubt"];
  const first = order.find((meaning) => said.includes(meaning));
  if (first) return first;
  if (codes[0] === vague && !transaction && !isNobody(message))
    return /transaction ?not ?found/i.test(message ?? "") ? "not_found" : "doubt";
  // Success of the service bus is no success of the product.
  return said[0] ?? null;
}

const vague = "DP00800001005";

function isNobody(message = ""): boolean {
  return /msisdn ?not ?found/i.test(message);
}

/**
 * TA is ambiguous, and stays open as TIP does, for as long as Airtel says so. TE is a prompt that its payer let go by. TR
 * was paid and went back by a refund, which our books have.
 */
export const words = wordsBy<State>({ paid: "TS TR", failed: "TF TE", open: "TIP TA" });

const everywhere: Words<FailureReason> = { ESB000011: "unknown" };

/** DP008001… is a shorter family of the same, which is what accounts in use were told. */
const charges: Words<FailureReason> = {
  ...everywhere,
  ...wordsBy<FailureReason>({
    wrong_pin: "DP00800001002 DP008001023",
    limit_exceeded: "DP00800001003",
    amount_out_of_range: "DP00800001004",
    not_approved_in_time: "DP00800001005 DP00800001024 DP00800001029 DP008001013",
    insufficient_funds: "DP00800001007 DP008001021",
    cancelled_by_payer: "DP00800001008 DP00800001013",
    unknown: "DP00800001009",
    payer_not_found: "DP00800001010 DP008001016",
    invalid_phone: "ESB000033 ESB000036",
  }),
};

/** Here the payer is our own wallet. */
const payouts: Words<FailureReason> = {
  ...everywhere,
  ...wordsBy<FailureReason>({
    recipient_limit: "DP00900001003",
    amount_out_of_range: "DP00900001004",
    unknown: "DP00900001005 DP00900001011 DP00900001013 DP00900001017",
    insufficient_float: "DP00900001007",
    recipient_not_found: "DP00900001009 DP00900001012 ESB000033 ESB000036",
  }),
};

const refunds: Words<FailureReason> = {
  ...everywhere,
  ...wordsBy<FailureReason>({
    amount_out_of_range: "DP00800001004",
    insufficient_float: "DP00800001007",
    unknown: "DP00800001008 DP00800001009 DP00800001010 DP00100001005 ESB000045",
  }),
};

const reasons: Record<Op, Words<FailureReason>> = { charge: charges, payout: payouts, refund: refunds };

/** Settings, signatures, PINs and rights: for the owner of the application. */
const misconfigured = /^(ROUTER\d+|DP00800001026|DP0090000101[0689]|ESB0000(34|35|39))$/;
/** These say it better than the product's own code, which comes before them and stands for many things. */
const isExact = (code: string) => misconfigured.test(code) || /^ESB0000(33|36)$/.test(code);

/** Why it failed. A refusal because of a number that nobody has comes under the code of another failure. */
export function failureOf(
  client: Client,
  op: Op,
  { codes, message }: Pick<Said, "codes" | "message">,
): Failure {
  const told = codes.find(isExact) ?? codes.find((code) => meaningOf(meanings, code) !== "taken");
  const railCode = told ?? codes[0] ?? "NO_CODE";
  const isTaken = meaningOf(meanings, railCode) === "taken" || railCode === "NO_CODE";
  if (op === "charge" && isNobody(message))
    return { reason: "payer_not_found", railCode, railMessage: message };
  const reason = isTaken ? "unknown" : reasonBy(client, reasons[op], misconfigured, railCode, `${op} `);
  return { reason, railCode, railMessage: message };
}

/** Whether this code is a refusal that we know, and nothing is in doubt. */
export function isRefusal(op: Op, { codes }: Pick<Said, "codes">): boolean {
  return codes.some((code) => meaningOf(reasons[op], code) !== undefined || misconfigured.test(code));
}

/** Airtel takes letters and digits only, so that an id goes out without its hyphens; that of a payout begins with P. */
export function wireIdOf(op: Exclude<Op, "refund">, id: string): string {
  return `${op === "payout" ? "P" : ""}${id.replaceAll("-", "")}`;
}

/** Which of ours it could be; null where it cannot be ours. */
export function ourIdIn(wireId: string): { op: "charge" | "payout"; ourId: string } | null {
  const [, mark = "", ...parts] =
    /^(P?)(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(wireId.replaceAll("-", "")) ?? [];
  const ourId = parts.join("-").toLowerCase();
  return isUuidV4(ourId) ? { op: mark === "P" ? "payout" : "charge", ourId } : null;
}

/** "Paid UGX 5,000 to …": the enquiry has no other amount. Null where the message does not begin like that. */
export function amountIn(message: string | null | undefined): Money | null {
  const [, currency = "", amount = ""] = /^Paid ([A-Z]{3}) ?([\d,]+(?:\.\d+)?) to /.exec(message ?? "") ?? [];
  return fromMajor(amount.replaceAll(",", ""), currency);
}

const callbackShape = z.object({
  transaction: z.looseObject({
    id: z.union([z.string(), z.number()]).transform(String),
    status_code: textShape,
  }),
  hash: textShape,
});

/**
 * With callback authentication the hash beside the transaction proves it, and without it nothing does: then it is only a
 * hint to ask. In both cases we ask, because it names no amount of its own.
 */
export function parseCallback(callbackKey: string | undefined, raw: RawCallback): CallbackVerdict {
  const auth = callbackKey ? "signed" : "none";
  const body = parsedJson(raw.body.toString("utf8"));
  const found = callbackShape.safeParse(body).data;
  if (callbackKey && !(found && isProved(callbackKey, body, found.hash))) return disbelieved(auth, 401);
  if (!found) return believed(auth, null);
  const { id, status_code } = found.transaction;
  const ours = ourIdIn(id);
  const { op, ...names } = ours ?? { op: "charge" as const };
  const dedupeKey = callbackKey ? `${id}:${status_code ?? ""}` : `${id}:${digestOf(raw.body)}`;
  return believed(auth, [{ op, ...names, railRef: ours?.ourId ?? id, dedupeKey: `${op}:${dedupeKey}` }]);
}

/** Airtel's page says "the callback request", and its sample can be read in two ways. */
function isProved(callbackKey: string, body: unknown, hash: string | null | undefined): boolean {
  const parts = Object.entries(Object(body)).filter(([name]) => name !== "hash");
  const rest: Record<string, unknown> = Object.fromEntries(parts);
  return [rest, rest.transaction].some((said) => {
    const expected = createHmac("sha256", callbackKey).update(JSON.stringify(said)).digest("base64");
    return isSame(hash ?? undefined, expected);
  });
}
