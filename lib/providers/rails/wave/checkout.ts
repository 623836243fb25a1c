import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { networkOf, termsOf } from "@/lib/domain/network";
import type { ChargeRequest, ChargeResult, Failure, Settlement, StatusResult } from "../port";
import type { Answer } from "../wire/client";
import { failed, promptFor, reasonBy, type State, statusBy, timeOf, wordsBy } from "../wire/results";
import { fitsDecimals, fromMajor, shortMajor } from "../wire/text";
import { errorShape, refusalIn, type Wave } from "./client";

/** As long as Wave keeps a page open. */
const pageMs = 30 * 60_000;
const { waiting, asCharge } = promptFor({ ttlMs: pageMs, pollAfterMs: 3_000 });

const sessionsPath = "/v1/checkout/sessions";

/** A payment at Wave's page: on a phone it opens the app, elsewhere it shows a code for the app to scan. */
const sessionShape = z.object({
  id: z.string().min(1),
  amount: z.string(),
  currency: z.string(),
  checkout_status: z.string(),
  payment_status: z.string(),
  client_reference: z.string().nullish(),
  transaction_id: z.string().nullish(),
  wave_launch_url: z.url().nullish().catch(null),
  when_completed: z.string().nullish(),
  when_expires: z.string().nullish(),
  last_payment_error: errorShape,
});
type Session = z.infer<typeof sessionShape>;

/**
 * The page first, then the payment. A payment that failed leaves its page open, so that the payer can try again there;
 * a page that ran out takes none. "failed" is in one of Wave's samples, and in no list of its words.
 */
const words = wordsBy<State>({
  open: "open/processing open/cancelled open/failed complete/processing",
  paid: "open/succeeded complete/succeeded expired/succeeded",
  failed: "complete/cancelled complete/failed expired/processing expired/cancelled expired/failed",
});

const reasons = wordsBy<FailureReason>({
  payer_blocked: "blocked-account cross-border-payment-not-allowed customer-age-restricted",
  insufficient_funds: "insufficient-funds",
  payer_not_found: "payer-mobile-mismatch",
  unknown: "payment-failure",
});
/** The business is over its limit, or must prove more about itself. */
const misconfigured = /^kyb-/;

/** Any phone may pay: in a shop the payer is often not the customer. */
export async function charge(wave: Wave, request: ChargeRequest): Promise<ChargeResult> {
  const { attemptId, amount, returnUrl, cancelUrl } = request;
  const refused = problemOf(wave, request);
  if (refused) return refused;
  const answer = await wave.ask(sessionsPath, attemptId, {
    amount: shortMajor(amount),
    currency: amount.currency,
    client_reference: attemptId,
    success_url: returnUrl,
    error_url: cancelUrl,
  });
  if (answer.kind === "lost") return waiting(wave, "", { uncertain: true });
  const refusal = answer.status >= 400 ? refusalOf(wave, answer) : null;
  if (refusal === "duplicate") return asPage(wave, attemptId, await chargeStatus(wave, { attemptId }));
  if (refusal) return { kind: "failed", failure: refusal };
  const session = readSession(wave, answer);
  if (!session) return waiting(wave, "", { uncertain: true });
  return asPage(wave, session.id, statusOf(wave, session), timeOf(session.when_expires));
}

/** By Wave's own id where the answer brought it, else by ours. */
export async function chargeStatus(
  wave: Wave,
  { attemptId, railRef }: { attemptId: string; railRef?: string },
): Promise<StatusResult> {
  if (!railRef || railRef === attemptId) return byReference(wave, attemptId);
  const answer = await wave.get(`${sessionsPath}/${encodeURIComponent(railRef)}`);
  if (answer.kind === "lost") return { kind: "pending" };
  if (answer.status === 404 && refusalIn(answer.body)) return { kind: "not_found" };
  if (answer.status >= 400) return { kind: "pending" };
  const session = readSession(wave, answer);
  return session ? statusOf(wave, session) : { kind: "pending" };
}

/** Several pages are possible only where Wave did not know our key again: then the one that was paid counts. */
async function byReference(wave: Wave, attemptId: string): Promise<StatusResult> {
  const query = new URLSearchParams({ client_reference: attemptId });
  const answer = await wave.get(`${sessionsPath}/search?${query}`);
  if (answer.kind === "lost" || answer.status >= 400) return { kind: "pending" };
  const found = z.object({ result: z.array(sessionShape) }).safeParse(answer.body).data?.result;
  if (!found) {
    wave.anomaly("unreadable", `GET ${sessionsPath}/search: another shape`);
    return { kind: "pending" };
  }
  const ours = found.filter(({ client_reference }) => client_reference === attemptId);
  const states = ours.map((session) => statusOf(wave, session));
  const open = states.find(({ kind }) => kind === "pending");
  return states.find(({ kind }) => kind === "succeeded") ?? open ?? states[0] ?? { kind: "not_found" };
}

function statusOf(wave: Wave, session: Session): StatusResult {
  const word = `${session.checkout_status}/${session.payment_status}`;
  const status = statusBy(wave, "payment", words, word, {
    settlement: () => settlementOf(wave, session),
    failure: () => failureOf(wave, session.last_payment_error),
  });
  const redirectUrl = session.checkout_status === "open" ? session.wave_launch_url : null;
  return status.kind === "pending" && redirectUrl ? { ...status, redirectUrl } : status;
}

/** Without a reason of its own nobody paid while the page was open. */
function failureOf(wave: Wave, error: Session["last_payment_error"]): Failure {
  if (!error?.code) return { reason: "not_approved_in_time", railCode: "NO_PAYMENT" };
  const reason = reasonBy(wave, reasons, misconfigured, error.code);
  return { reason, railCode: error.code, railMessage: error.message };
}

function settlementOf({ config, now }: Wave, session: Session): Settlement | null {
  const amount = fromMajor(session.amount, session.currency);
  const paidAt = timeOf(session.when_completed);
  return (
    amount && {
      ...{ railRef: session.id, amount, receipt: session.transaction_id ?? undefined },
      ...(paidAt ? { paidAt } : { paidAt: now(), isHeard: true }),
      ...{ method: "mobile_money", network: networkCodeOf(config.country) },
    }
  );
}

function asPage(wave: Wave, railRef: string, status: StatusResult, expiresAt?: Date): ChargeResult {
  const result = asCharge(wave, status.kind === "not_found" ? "" : railRef, status);
  // Whoever has no page to go to waits, and is not asked at the phone.
  if (result.kind === "pending") return waiting(wave, result.railRef, { uncertain: true });
  return result.kind === "requires_redirect" ? { ...result, expiresAt } : result;
}

function readSession(wave: Wave, { body, status }: Extract<Answer, { kind: "answer" }>): Session | null {
  const found = sessionShape.safeParse(body).data;
  if (!found) wave.anomaly("unreadable", `a session: HTTP ${status} in another shape`);
  return found ?? null;
}

/** Wave took nothing. A key that it knows with another body is an earlier request of ours, whose page may be in use. */
function refusalOf(wave: Wave, { status, body }: Extract<Answer, { kind: "answer" }>): Failure | "duplicate" {
  const said = refusalIn(body);
  if (said?.code === "idempotency-mismatch") return "duplicate";
  const railCode = said?.code ?? `HTTP ${status}`;
  const isAmount = said?.code === "request-validation-error" && /amount/i.test(JSON.stringify(body));
  if (isAmount) return { reason: "amount_out_of_range", railCode, railMessage: said.message };
  if (status !== 401 && status !== 403) wave.anomaly("refused", `a session refused with ${railCode}`);
  return { reason: "rail_misconfigured", railCode, railMessage: said?.message };
}

export function networkCodeOf(country: string): string {
  return `wave_${country.toLowerCase()}`;
}

/** Problems that are known before anything is sent. */
function problemOf({ config }: Wave, { method, amount, country, payer }: ChargeRequest) {
  const network = networkOf(networkCodeOf(config.country));
  const terms = network && amount.currency === config.currency ? termsOf(network, amount.currency) : null;
  const isOurs = method === "mobile_money" && payer.network === network?.code && country === config.country;
  if (!terms || !isOurs) return failed("rail_misconfigured", "ANOTHER_WALLET");
  return fitsDecimals(amount, terms.decimals) ? null : failed("amount_out_of_range", "TOO_MANY_DECIMALS");
}
