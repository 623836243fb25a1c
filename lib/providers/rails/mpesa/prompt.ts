import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import type { ChargeRequest, ChargeResult, Failure, Settlement, StatusResult } from "../port";
import { promptFor, walletProblem } from "../wire/results";
import { digitsOf, fromMajor, plainText } from "../wire/text";
import { addressOf } from "./addresses";
import { type Daraja, isTaken, type MpesaConfig, type Said } from "./daraja";
import { findListed } from "./list";
import type { ChargeRef, KnownCharge, Told } from "./memory";
import { askStatus } from "./questions";
import { fromStamp, referenceOf, stampOf } from "./times";
import { failureBy, isWrongPassword, promptOpen, refusalOf } from "./words";

export const networkCode = "mpesa_ke";
/** The network waits a minute, and its answer takes its time. */
const promptTtlSeconds = 120;
const { waiting } = promptFor({ ttlMs: promptTtlSeconds * 1000, pollAfterMs: 3_000 });

const pushPath = "/mpesa/stkpush/v1/processrequest";
const queryPath = "/mpesa/stkpushquery/v1/query";

/**
 * Sends a prompt, once for each attempt: nothing at Daraja makes two the same, so a lost answer is never followed by
 * another prompt. The callback, a confirmation or the list of payments resolves it.
 */
export async function charge(daraja: Daraja, request: ChargeRequest): Promise<ChargeResult> {
  const { attemptId, amount } = request;
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const known = daraja.memory.charge(attemptId);
  if (known.askedMinor !== undefined)
    return waiting(daraja, known.checkoutId ?? "", { uncertain: !known.checkoutId });
  Object.assign(known, { askedMinor: amount.minor, phone: request.payer.phone });
  daraja.memory.references.set(referenceOf(attemptId), attemptId);
  const said = await daraja.post(pushPath, bodyOf(daraja, request), { initiate: true });
  const failure = said.kind === "refused" ? refusalOf(daraja, "prompt", said) : null;
  if (failure) return { kind: "failed", failure };
  if (said.kind !== "ok") return waiting(daraja, "", { uncertain: true });
  known.checkoutId = takenShape.safeParse(said.body).data?.CheckoutRequestID;
  const uncertain = !known.checkoutId || !isTaken(said.body);
  if (uncertain) daraja.anomaly("unreadable", `POST ${pushPath}: neither taken nor refused`);
  return waiting(daraja, known.checkoutId ?? "", { uncertain });
}

const takenShape = z.object({ CheckoutRequestID: z.string().min(1) });

/**
 * By the query where the prompt's own id is known. The query names neither amount nor receipt: these are what a sealed
 * callback told, what the list says, or what was asked for, because a payer cannot change a prompt.
 */
export async function chargeStatus(daraja: Daraja, ref: ChargeRef): Promise<StatusResult> {
  const known = daraja.memory.charge(ref.attemptId);
  const reference = referenceOf(ref.attemptId);
  const railRef = ref.railRef || reference;
  if (known.confirmed) return paid(daraja, railRef, known.confirmed);
  const checkoutId = railRef === reference ? known.checkoutId : railRef;
  if (!checkoutId) return withoutPrompt(daraja, ref, railRef);
  const said = await queryPrompt(daraja, checkoutId);
  if (said !== "paid") return said;
  const told = known.told ?? (await findListed(daraja, ref)).found ?? askedFor(known, ref);
  if (told) return paid(daraja, ref.railRef || checkoutId, told);
  daraja.anomaly("unreadable", "a paid prompt without an amount");
  return { kind: "pending" };
}

/**
 * The answer to the prompt was lost. What the list does not hold was never paid, and the engine waits a while before it
 * believes that; what a confirmation named is asked about.
 */
async function withoutPrompt(daraja: Daraja, ref: ChargeRef, railRef: string): Promise<StatusResult> {
  const { isWhole, found } = await findListed(daraja, ref);
  if (found) return paid(daraja, railRef, found);
  const { seen } = daraja.memory.charge(ref.attemptId);
  if (!seen) return { kind: isWhole ? "not_found" : "pending" };
  if (daraja.memory.mayAsk(ref.attemptId))
    await askStatus(daraja, "charge_status", ref.attemptId, { TransactionID: seen });
  return { kind: "pending" };
}

function askPrompt(daraja: Daraja, checkoutId: string): Promise<Said> {
  return daraja.post(queryPath, {
    BusinessShortCode: daraja.config.shortCode,
    ...passwordOf(daraja.config, daraja.now()),
    CheckoutRequestID: checkoutId,
  });
}

/** Whether passkey and short code do not belong together. What is said of an unknown prompt is not documented. */
export async function isPasskeyRefused(daraja: Daraja): Promise<boolean> {
  const said = await askPrompt(daraja, `ws_CO_${stampOf(daraja.now())}000000`);
  const isRefused = said.kind === "refused" && isWrongPassword(said);
  if (isRefused) daraja.anomaly("refused", say("rail_check_mpesa_passkey"));
  return isRefused;
}

async function queryPrompt(daraja: Daraja, checkoutId: string): Promise<"paid" | StatusResult> {
  const said = await askPrompt(daraja, checkoutId);
  if (said.kind === "refused" && said.http < 500)
    daraja.anomaly("refused", `a query refused with ${said.code}`);
  const found = said.kind === "ok" ? queryShape.safeParse(said.body).data : undefined;
  if (said.kind === "ok" && !found) daraja.anomaly("unreadable", `POST ${queryPath}: another shape`);
  if (!found || (found.CheckoutRequestID ?? checkoutId) !== checkoutId) return { kind: "pending" };
  if (found.ResultCode === "0") return "paid";
  const failure =
    found.ResultCode === promptOpen ? null : failureBy(daraja, "prompt", found.ResultCode, found.ResultDesc);
  return failure ? { kind: "failed", failure } : { kind: "pending" };
}

const queryShape = z.object({
  ResultCode: z.coerce.string(),
  ResultDesc: z.string().optional().catch(undefined),
  CheckoutRequestID: z.string().optional(),
});

function askedFor({ askedMinor }: KnownCharge, { asked }: ChargeRef): Partial<Told> | null {
  const minor = asked?.amount.minor ?? askedMinor;
  return minor === undefined ? null : { minor };
}

function paid({ now }: Daraja, railRef: string, { minor, receipt, at }: Partial<Told>): StatusResult {
  const settlement: Settlement = {
    ...{ railRef, receipt, method: "mobile_money", network: networkCode },
    amount: { minor: minor ?? 0n, currency: "KES" },
    ...(at ? { paidAt: at } : { paidAt: now(), isHeard: true }),
  };
  return { kind: "succeeded", settlement };
}

/** Problems that are known before anybody is asked. */
function problemOf({ method, amount, country, payer }: ChargeRequest): Failure | null {
  const network = method === "mobile_money" ? payer.network : undefined;
  const wallet = { amount, country, network, phone: payer.phone };
  const problem = walletProblem(wallet, "NOT_M_PESA", ({ code }) => wholeShillings(code, amount));
  if (problem) return problem;
  if (!isSafaricomShape(payer.phone)) return { reason: "invalid_phone", railCode: "NOT_A_KENYAN_MOBILE" };
  const isWithin = amount.minor >= 100n && amount.minor <= 25_000_000n;
  return isWithin ? null : { reason: "amount_out_of_range", railCode: "1_TO_250000" };
}

/** For `walletProblem`: no decimals, of the one currency of these wallets. */
export function wholeShillings(network: string, { currency }: Money): 0 | null {
  return network === networkCode && currency === "KES" ? 0 : null;
}

export function isSafaricomShape(phone = ""): boolean {
  return /^254[17]\d{8}$/.test(digitsOf(phone));
}

/** Never rounded: amounts with cents were refused before. */
export function wholeOf({ minor }: Money): string {
  return String(minor / 100n);
}

function bodyOf(
  { config, now }: Daraja,
  { attemptId, amount, payer, description, callbackUrl }: ChargeRequest,
) {
  const phone = digitsOf(payer.phone ?? "");
  return {
    BusinessShortCode: config.shortCode,
    ...passwordOf(config, now()),
    TransactionType: config.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
    Amount: wholeOf(amount),
    PartyA: phone,
    PartyB: config.till ?? config.shortCode,
    PhoneNumber: phone,
    CallBackURL: addressOf(config, "charge", attemptId, { to: callbackUrl }),
    AccountReference: referenceOf(attemptId),
    TransactionDesc: plainText(description, { min: 1, max: 13, instead: "Payment" }),
  };
}

function passwordOf({ shortCode, passkey }: MpesaConfig, now: Date) {
  const Timestamp = stampOf(now);
  return { Password: Buffer.from(`${shortCode}${passkey}${Timestamp}`).toString("base64"), Timestamp };
}

/** What the callback of a prompt says. Its code decides nothing: the query does. */
export function readPromptCallback(body: unknown): { checkoutId: string; told?: Told } | null {
  const found = callbackShape.safeParse(body).data?.Body.stkCallback;
  if (!found) return null;
  const items = new Map(found.CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
  const amount = fromMajor(items.get("Amount") ?? "", "KES");
  const receipt = String(items.get("MpesaReceiptNumber") ?? "");
  const isPaid = found.ResultCode === "0" && amount !== null && receipt !== "";
  const told = isPaid
    ? { minor: amount.minor, receipt, at: fromStamp(items.get("TransactionDate")) }
    : undefined;
  return { checkoutId: found.CheckoutRequestID, ...(told ? { told } : {}) };
}

const callbackShape = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().min(1).max(100),
      ResultCode: z.coerce.string(),
      CallbackMetadata: z
        .object({
          Item: z.array(
            z.object({
              Name: z.string(),
              Value: z.union([z.string(), z.number()]).optional().catch(undefined),
            }),
          ),
        })
        .optional()
        .catch(undefined),
    }),
  }),
});
