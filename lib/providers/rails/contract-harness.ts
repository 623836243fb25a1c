import { randomUUID } from "node:crypto";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type { ChargeRequest, PaymentRail, PayoutRequest, RawCallback } from "./port";

/**
 * One rail together with the provider it talks to: an emulator, or the sandbox itself. Numbers that bring an outcome
 * about differ from rail to rail, so the harness names them; what a rail cannot show is left out and is not tested.
 */
export interface RailHarness {
  rail: PaymentRail;
  /** Lets time pass and delivers what is due by then. */
  advance(ms: number): Promise<void>;
  /** How many charges or payouts the provider holds under this id. */
  held(id: string): Promise<number>;
  /** The callbacks our side has received so far, oldest first. */
  received: RawCallback[];
  /** The provider answers status reads of this charge with a word that nobody knows. */
  unknownStatus(attemptId: string): Promise<void>;
  /** What an ordinary charge looks like on this rail. */
  country: string;
  amount: Money;
  network: string;
  /** A phone for each outcome, E.164. */
  charge: { ok: string; answerLost?: string; failures: Partial<Record<FailureReason, string>> };
  payout?: { ok: string; reversed?: string; failures: Partial<Record<FailureReason, string>> };
  /** An amount with more decimals than the network takes. */
  tooFine?: { amount: Money; country: string; network: string; phone: string };
  refundFails?: string;
  /** By when the slowest ordinary outcome is there. */
  settledMs: number;
}

/** A charge that is paid, and the callback that told so. */
export async function paidOnce(create: () => Promise<RailHarness>) {
  const harness = await create();
  const request = chargeOf(harness, harness.charge.ok);
  await harness.rail.charge(request);
  await harness.advance(harness.settledMs);
  const callback = harness.received.at(-1);
  if (!callback) throw new Error("The provider sent no callback for a paid charge.");
  return { harness, rail: harness.rail, request, callback };
}

export async function railRefOf(rail: PaymentRail, attemptId: string): Promise<string> {
  const status = await rail.chargeStatus({ attemptId });
  return status.kind === "succeeded" ? status.settlement.railRef : "";
}

export function chargeOf({ amount, country, network }: RailHarness, phone: string): ChargeRequest {
  const urls = { returnUrl: pageOf("return"), cancelUrl: pageOf("cancel"), callbackUrl: pageOf("callback") };
  const payer = { name: "Ann Payer", email: "ann@example.com", phone, network };
  const rest = { ...urls, description: "Order 1042", locale: "en", metadata: {} };
  return { attemptId: randomUUID(), method: "mobile_money", amount, country, payer, ...rest };
}

export function payoutOf({ amount, country, network }: RailHarness, phone: string): PayoutRequest {
  const to = { type: "mobile_money" as const, phone, network, name: "Ann Seller" };
  return {
    payoutId: randomUUID(),
    amount,
    country,
    narration: "Payout",
    callbackUrl: pageOf("callback"),
    to,
  };
}

function pageOf(name: string): string {
  return `https://pay.example.com/${name}`;
}
