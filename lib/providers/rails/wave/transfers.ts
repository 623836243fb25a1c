import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import { isUuidV4 } from "@/lib/domain/token";
import type {
  Failure,
  PayoutRequest,
  RefundRequest,
  Statement,
  StatementLine,
  TransferResult,
} from "../port";
import { readOrThrow } from "../wire/client";
import {
  failed,
  meaningOf,
  reasonBy,
  type State,
  timeOf,
  transferBy,
  unsure,
  type Words,
  walletProblem,
  wordsBy,
} from "../wire/results";
import { dayOf, feeFromMajor, fromMajor, shortMajor } from "../wire/text";
import { networkCodeOf } from "./checkout";
import { errorShape, refusalIn, type Wave } from "./client";

const payoutShape = z.object({
  id: z.string().min(1),
  status: z.string(),
  currency: z.string(),
  fee: z.string().nullish(),
  client_reference: z.string().nullish(),
  payout_error: errorShape,
});
type Payout = z.infer<typeof payoutShape>;

const words: Words<State> = { processing: "open", succeeded: "paid", failed: "failed", reversed: "reversed" };

const reasons = wordsBy<FailureReason>({
  recipient_not_found: "country-mismatch recipient-account-inactive request-validation-error",
  insufficient_float: "insufficient-funds",
  recipient_limit: "recipient-minor recipient-account-blocked recipient-limit-exceeded",
});
const misconfigured =
  /^(currency-mismatch|.*aggregated-merchant.*|.*wallet|.*auth.*|api-key-.*|no-matching-api-key|request-not-json|request-parsing-error)$/;

/** What nobody knows may be sent again: its key makes two of them one, without any limit of time, as Wave says. */
function inDoubt(railRef = ""): TransferResult {
  return unsure(railRef, true);
}

export async function payout(wave: Wave, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, country, narration, to } = request;
  const { config } = wave;
  if (to.type !== "mobile_money") return failed("rail_misconfigured", "NO_BANKS");
  const wallet = { amount, country, network: to.network, phone: to.phone };
  const isOurs = country === config.country && amount.currency === config.currency;
  const problem = walletProblem(wallet, "ANOTHER_WALLET", ({ code }) =>
    isOurs && code === networkCodeOf(config.country) ? 0 : null,
  );
  if (problem) return { kind: "failed", failure: problem };
  const answer = await wave.ask("/v1/payout", payoutId, {
    receive_amount: shortMajor(amount),
    currency: amount.currency,
    mobile: to.phone,
    name: to.name.slice(0, 255),
    client_reference: payoutId,
    payment_reason: narration.slice(0, 40),
  });
  if (answer.kind === "lost") return inDoubt();
  if (answer.status < 400) {
    const made = payoutShape.safeParse(answer.body).data;
    if (!made) wave.anomaly("unreadable", `POST /v1/payout: HTTP ${answer.status} in another shape`);
    return made ? started(transferOf(wave, made)) : inDoubt();
  }
  const said = refusalIn(answer.body);
  // An earlier request of ours has this key.
  if (said?.code === "idempotency-mismatch") return payoutStatus(wave, { payoutId });
  return { kind: "failed", failure: failureOf(wave, said, answer.status) };
}

/** Wave pays at once and says so at once; the end is read where every end is read. */
function started(result: TransferResult): TransferResult {
  return result.kind === "succeeded" ? { kind: "pending", railRef: result.railRef } : result;
}

export async function payoutStatus(
  wave: Wave,
  { payoutId, railRef }: { payoutId: string; railRef?: string },
): Promise<TransferResult> {
  if (!railRef) return byReference(wave, payoutId);
  const answer = await wave.get(`/v1/payout/${encodeURIComponent(railRef)}`);
  if (answer.kind === "lost") return unsure(railRef);
  if (answer.status === 404 && refusalIn(answer.body)) return { kind: "not_found" };
  const found = answer.status < 400 ? payoutShape.safeParse(answer.body).data : undefined;
  return found ? transferOf(wave, found) : unsure(railRef);
}

async function byReference(wave: Wave, payoutId: string): Promise<TransferResult> {
  const query = new URLSearchParams({ client_reference: payoutId });
  const answer = await wave.get(`/v1/payouts/search?${query}`);
  const body = answer.kind === "answer" && answer.status < 400 ? answer.body : null;
  const found = z.object({ result: z.array(payoutShape) }).safeParse(body).data?.result;
  if (!found) return unsure();
  const ours = found.find(({ client_reference }) => client_reference === payoutId);
  return ours ? transferOf(wave, ours) : { kind: "not_found" };
}

function transferOf(wave: Wave, found: Payout): TransferResult {
  return transferBy(wave, "payout", words, found.status, {
    railRef: found.id,
    fee: (found.fee && feeFromMajor(found.fee, found.currency)) || undefined,
    failure: () => failureOf(wave, found.payout_error ?? null),
  });
}

function failureOf(
  wave: Wave,
  said: { code: string | null; message?: string } | null,
  http?: number,
): Failure {
  const railCode = said?.code ?? (http ? `HTTP ${http}` : "NO_CODE");
  const isUnsaid = !said?.code && http !== undefined;
  if (isUnsaid) wave.anomaly("refused", `a payout refused with ${railCode}`);
  const reason = isUnsaid
    ? "rail_misconfigured"
    : reasonBy(wave, reasons, misconfigured, railCode, "payout ");
  return { reason, railCode, railMessage: said?.message };
}

/**
 * The whole payment, with its fee. Wave gives a session back once however often it is asked, so that a refund whose
 * answer was lost is asked for again.
 */
export async function refund(wave: Wave, request: RefundRequest): Promise<TransferResult> {
  const { refundId, railRef, amount, payment } = request;
  if (payment && payment.amount.minor !== amount.minor)
    return failed("amount_out_of_range", "WHOLE_PAYMENTS_ONLY");
  const path = `/v1/checkout/sessions/${encodeURIComponent(railRef)}/refund`;
  const answer = await wave.ask(path, refundId);
  if (answer.kind === "lost") return inDoubt(railRef);
  if (answer.status < 300) return { kind: "succeeded", railRef, at: wave.now() };
  const said = refusalIn(answer.body);
  const railCode = said?.code ?? `HTTP ${answer.status}`;
  const isRefused = railCode === "checkout-refund-failed" || railCode === "checkout-session-not-found";
  if (!isRefused) wave.anomaly("refused", `a refund refused with ${railCode}`);
  const isPoor = /balance|insufficient|funds/i.test(`${railCode} ${said?.message ?? ""}`);
  const reason = isPoor ? "insufficient_float" : isRefused ? "unknown" : "rail_misconfigured";
  return { kind: "failed", failure: { reason, railCode, railMessage: said?.message } };
}

const dayMs = 24 * 60 * 60_000;

/** The list of today and yesterday has a refund that was made; where it is not there it may be asked for again. */
export async function refundStatus(
  wave: Wave,
  { charge }: { charge?: { attemptId: string; railRef?: string } },
): Promise<TransferResult> {
  const nowMs = wave.now().getTime();
  try {
    const moved = await movements(wave, { from: new Date(nowMs - dayMs), to: new Date(nowMs) });
    const back = moved.find((one) => isBack(one) && charge && isOf(one, charge));
    const receipt = back?.transaction_id;
    if (back)
      return {
        kind: "succeeded",
        railRef: charge?.railRef ?? "",
        receipt,
        at: timeOf(back.timestamp) ?? wave.now(),
      };
  } catch {
    // The list cannot be read now; nothing is known.
  }
  return inDoubt(charge?.railRef);
}

function isBack({ transaction_type, is_reversal }: Movement): boolean {
  return (
    transaction_type === "api_checkout_refund" ||
    (transaction_type === "api_checkout" && is_reversal === true)
  );
}

function isOf(one: Movement, { attemptId, railRef }: { attemptId: string; railRef?: string }): boolean {
  return one.client_reference === attemptId || (!!railRef && one.checkout_api_session_id === railRef);
}

export async function balance(wave: Wave): Promise<Money[]> {
  const { amount, currency } = await readOrThrow(wave, "balance", "/v1/balance", balanceShape);
  const money = feeFromMajor(amount, currency);
  return money ? [money] : [];
}

const balanceShape = z.object({ amount: z.string(), currency: z.string() });

const movementShape = z.object({
  timestamp: z.string(),
  transaction_id: z.string(),
  transaction_type: z.string().nullish(),
  amount: z.string(),
  fee: z.string().nullish(),
  currency: z.string(),
  is_reversal: z.boolean().nullish(),
  client_reference: z.string().nullish(),
  checkout_api_session_id: z.string().nullish(),
});
type Movement = z.infer<typeof movementShape>;
const pageShape = z.object({
  page_info: z.object({ end_cursor: z.string().nullish(), has_next_page: z.boolean() }),
  items: z.array(movementShape),
});
const pagesMax = 500;

/** Wave's own list (GET /v1/transactions), day by day and page by page. Throws when a page cannot be read. */
async function movements(wave: Wave, { from, to }: { from: Date; to: Date }): Promise<Movement[]> {
  const all: Movement[] = [];
  let pages = 0;
  for (let day = dayOf(from); day <= dayOf(to); day = dayOf(Date.parse(day) + dayMs)) {
    let after: string | null | undefined;
    do {
      const query = new URLSearchParams({ date: day, ...(after ? { after } : {}) });
      const path = `/v1/transactions?${query}`;
      const page = await readOrThrow(wave, "list", path, pageShape);
      all.push(...page.items);
      after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
      pages += 1;
      if (pages > pagesMax) throw new Error("The list of Wave is too long to be read whole.");
    } while (after);
  }
  return all;
}

/** Refunds are not in it as refunds: Wave's list names the payment that went back and no id of our refund. */
export async function statement(wave: Wave, range: { from: Date; to: Date }): Promise<Statement> {
  const lines = (await movements(wave, range)).flatMap((one) => lineOf(one) ?? []);
  return {
    holds: ["charge", "payout"],
    lines: lines.filter(({ at }) => at >= range.from && at < range.to),
  };
}

const ops = wordsBy<StatementLine["op"]>({
  charge: "api_checkout",
  payout: "api_payout api_payout_reversal",
});

/** An amount is the change of the balance, so that the fee stands beside it: 990 and 10 of a payment of 1,000. */
function lineOf(one: Movement): StatementLine | null {
  const { currency, client_reference, transaction_id, checkout_api_session_id } = one;
  const op = meaningOf(ops, one.transaction_type ?? "");
  const [change, fee] = [wholeOf(one.amount, currency), wholeOf(one.fee ?? "0", currency)];
  const at = timeOf(one.timestamp);
  if (!op || !at || change === null || fee === null || isBack(one)) return null;
  const ourId = client_reference && isUuidV4(client_reference) ? client_reference : null;
  const railRef = checkout_api_session_id ?? transaction_id;
  return { ...{ op, ourId, railRef, currency, at }, receipt: transaction_id, minor: change + fee };
}

/** With its sign; null where it is no amount. */
function wholeOf(text: string, currency: string): bigint | null {
  const size = text.replace(/^-/, "");
  const minor = /^0+(\.0+)?$/.test(size) ? 0n : fromMajor(size, currency)?.minor;
  if (minor === undefined) return null;
  return text.startsWith("-") ? -minor : minor;
}
