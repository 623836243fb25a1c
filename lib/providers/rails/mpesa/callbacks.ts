import { parsedJson } from "@/lib/domain/mask";
import type { CallbackVerdict, RawCallback, TransferResult } from "../port";
import type { TillSeen } from "../till";
import { believed, digestOf, disbelieved } from "../wire/results";
import { type About, readAddress } from "./addresses";
import { answerTo, readArrived, remember, replies } from "./arrived";
import type { Daraja } from "./daraja";
import { readPromptCallback } from "./prompt";
import { answeredCharge, answeredTransfer, balanceIn, readAnswerTo, readResult, transferBy } from "./results";
import { readOrderNews } from "./standing-orders";

type Read = { events: CallbackVerdict["events"] } & Pick<CallbackVerdict, "till" | "asked" | "order">;
type Context = { daraja: Daraja; id: string; isFormer: boolean; body: unknown; digest: string };

/**
 * A callback at an address without our seal is refused. One with it makes us ask: for a prompt by the query, which answers
 * at once. Payouts, refunds and questions have no other answer than what comes to their sealed address, so that it is
 * kept for the status that is read next; a request that waited too long is doubt, whatever else it says.
 */
export function parseCallback(daraja: Daraja, raw: RawCallback): CallbackVerdict {
  const about = readAddress(daraja.config, raw);
  if (!about) return disbelieved("shared_secret", 401);
  const context = {
    daraja,
    ...{ id: about.id, isFormer: about.isFormer },
    body: parsedJson(raw.body.toString("utf8")),
    digest: digestOf(raw.body),
  };
  const read = about.isLate ? tooLate(about.about, context) : readers[about.about](context);
  const { events, ...more } = read ?? { events: null };
  const reply = replies[about.about];
  const verdict = believed("shared_secret", events);
  return { ...verdict, ...more, reply: { ...verdict.reply, ...(read && reply ? { body: reply } : {}) } };
}

const readers: Record<About, (of: Context) => Read | null> = {
  charge: readPrompt,
  charge_status: readChargeAnswer,
  payout: (of) => readEnd(of, "payout"),
  refund: (of) => readEnd(of, "refund"),
  reversal: (of) => readEnd(of, "reversal"),
  payout_status: (of) => readAnswer(of, "payout"),
  refund_status: (of) => readAnswer(of, "refund"),
  balance: readBalance,
  confirmation: readConfirmation,
  validation: ({ daraja, body }) => {
    const payment = arrivedAt(daraja, body);
    return payment && { events: [], asked: { payment, reply: answerTo } };
  },
  till_status: readTillAnswer,
  // What is posted there is not documented.
  list: () => ({ events: [] }),
  order: ({ id, body }) => {
    const news = readOrderNews(id, body);
    return news && { events: [], order: news };
  },
};

function readPrompt({ daraja, id, body, digest }: Context): Read | null {
  const found = readPromptCallback(body);
  if (!found) return null;
  const known = daraja.memory.charge(id);
  known.checkoutId ??= found.checkoutId;
  if (found.told && known.checkoutId === found.checkoutId) known.told ??= found.told;
  return {
    events: [{ op: "charge", ourId: id, railRef: found.checkoutId, dedupeKey: `charge:${id}:${digest}` }],
  };
}

function readChargeAnswer(of: Context): Read | null {
  const { daraja, id, digest } = of;
  const result = readAnswerTo(of);
  const told = result && answeredCharge(result);
  if (told) daraja.memory.charge(id).confirmed ??= told;
  return result && { events: told ? [{ op: "charge", ourId: id, dedupeKey: `status:${id}:${digest}` }] : [] };
}

function readEnd(of: Context, about: "payout" | "refund" | "reversal"): Read | null {
  const result = readResult(of.body);
  const end = result && transferBy(of.daraja, about === "reversal" ? about : "payout", result);
  return end && ended(of, about === "payout" ? about : "refund", end);
}

function readAnswer(of: Context, op: "payout" | "refund"): Read | null {
  const result = readAnswerTo(of);
  const answer = result && answeredTransfer(of.daraja, result);
  return answer ? ended(of, op, answer) : result && { events: [] };
}

/** The first definite word stays: what comes later about the same thing is a repetition, or an older doubt. */
function ended({ daraja, id, digest }: Context, op: "payout" | "refund", end: TransferResult): Read {
  if (end.kind !== "pending" && !daraja.memory.results.has(id)) daraja.memory.results.set(id, end);
  const railRef = "railRef" in end ? end.railRef : undefined;
  return { events: [{ op, ourId: id, railRef, dedupeKey: `${op}:${id}:${digest}` }] };
}

/** Nobody knows what became of it: the engine asks. */
function tooLate(about: string, { id, digest }: Context): Read {
  const op = about === "payout" ? "payout" : about === "refund" || about === "reversal" ? "refund" : null;
  return { events: op ? [{ op, ourId: id, dedupeKey: `${op}:${id}:late:${digest}` }] : [] };
}

/** Payouts leave from the utility account; a till has a merchant account instead. */
const paysFrom = ["Utility Account", "Merchant Account"];

function readBalance(of: Context): Read | null {
  const { daraja } = of;
  const result = readAnswerTo(of);
  const minor = result && balanceIn(result, paysFrom);
  if (minor !== null) daraja.memory.balance = { minor, atMs: daraja.now().getTime() };
  return result && { events: [] };
}

/** Prompts are confirmed here too, with the same receipt. It alone proves nothing: the receipt is asked about. */
function readConfirmation({ daraja, body, digest }: Context): Read | null {
  const seen = arrivedAt(daraja, body);
  if (!seen) return null;
  const id = daraja.memory.references.get(seen.typed?.toUpperCase() ?? "");
  if (id) remember(daraja, id, seen);
  const dedupeKey = `confirmed:${id}:${digest}`;
  return { events: id ? [{ op: "charge", ourId: id, dedupeKey }] : [], till: [seen] };
}

/** Of another short code: whoever connected it told the network two codes, and is told; the receipt is asked about all the same. */
function arrivedAt(daraja: Daraja, body: unknown): TillSeen | null {
  const found = readArrived(body);
  if (!found) return null;
  const { shortCode, ...seen } = found;
  const { config } = daraja;
  if (![config.shortCode, config.till].includes(shortCode))
    daraja.anomaly("unreadable", `a payment to ${shortCode.slice(0, 20)}, which is not this short code`);
  return seen;
}

/** The answer to our question about a receipt that a confirmation named. */
function readTillAnswer(of: Context): Read | null {
  const { daraja, id: receipt } = of;
  const result = readAnswerTo(of);
  const told = result && answeredCharge(result);
  if (told?.receipt !== receipt) return result && { events: [] };
  daraja.memory.receipts.set(receipt, told);
  const amount = { minor: told.minor, currency: "KES" };
  const seen = { receipt, amount, at: told.at ?? daraja.now(), typed: null, phone: null, name: null };
  return { events: [], till: [seen] };
}
