import { randomUUID } from "node:crypto";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import type {
  ChargeRequest,
  ChargeResult,
  Method,
  PaymentRail,
  PayoutRequest,
  RawCallback,
} from "@/lib/providers/rails/port";
import type { Anomaly } from "@/lib/providers/rails/wire/client";
import { callbackOf, listen } from "@/lib/testing/listen";

/** What can be broken at an emulator. */
export interface Breaks {
  hang: boolean;
  http500AfterCommit: boolean;
  down: boolean;
  hugeAnswer: boolean;
  brokenJson: boolean;
  revoked: boolean;
  tooMany: boolean;
  wrongAmount: boolean;
  tamperBody: boolean;
  dupCallback: boolean;
}

/**
 * One rail together with the provider it talks to: an emulator over real HTTP, or the sandbox itself. What brings an
 * outcome about differs from rail to rail (a phone, a card number typed at the provider's page), so the harness names
 * it; what a rail cannot show is left out, and the case does not apply to it.
 */
export interface RailHarness {
  rail: PaymentRail;
  /** Lets time pass and delivers what is due by then. */
  advance(ms: number): Promise<void>;
  /** How many charges, refunds or payouts the provider holds under this id. */
  held(id: string): number | Promise<number>;
  /** The callbacks our side has received so far, oldest first. */
  received: RawCallback[];
  /** What the adapter told a person to look at. */
  anomaly?: Anomaly[];
  /** The provider answers status reads of this charge with a word that nobody knows. */
  unknownStatus(attemptId: string): void | Promise<void>;
  breaks?: Breaks;
  /** Sends a callback, as good as any, about a payment that was never ours. */
  sendForeign?(): Promise<void>;
  /** What the payer does at the provider's page, where the charge leads to one. */
  pay?(attemptId: string, token: string): Promise<void>;
  /** What an ordinary charge looks like on this rail. */
  method: Method;
  country: string;
  amount: Money;
  network?: string;
  /** A phone (E.164) or a card number for each outcome. */
  charge: {
    ok: string;
    answerLost?: string;
    /** Succeeds when its prompt is long over. */
    late?: string;
    failures: Partial<Record<FailureReason, string>>;
  };
  /**
   * Cards to keep, by what they do while their payer is away; valid to 12/2030. `once`: paid with once and not kept.
   * Absent: no card is kept this way.
   */
  kept?: { ok: string; soft: string; hard: string; asks: string; expired?: string; once?: string };
  /** The payer says yes where the bank asked for them. Absent: such a charge is over, and another one is needed. */
  confirm?(attemptId: string): Promise<void>;
  payout?: { ok: string; reversed?: string; failures: Partial<Record<FailureReason, string>> };
  /** An amount with more decimals than the network takes. */
  tooFine?: { amount: Money; country: string; network: string; phone: string };
  refundFails?: string;
  /**
   * The provider never says that it has no payout or refund of an id: what was not sent is open, and stays so. "refunds":
   * of refunds only, and what became of them its own books tell.
   */
  cannotDeny?: true | "refunds";
  /** Nothing tells what became of a refund whose answer was lost: a person does. */
  losesRefunds?: true;
  /** The status of a payment names no amount. */
  tellsNoAmount?: true;
  /** By when the slowest ordinary outcome is there. */
  settledMs: number;
  /** By when a failure is there, where that takes longer: a declined card leaves the page open for another. */
  failedMs?: number;
}

/** Asks for a charge and does what its payer does. */
export async function chargeThrough(
  harness: RailHarness,
  token: string,
): Promise<{ request: ChargeRequest; first: ChargeResult }> {
  const request = chargeOf(harness, token);
  const first = await harness.rail.charge(request);
  if (first.kind === "requires_redirect") await harness.pay?.(request.attemptId, token);
  return { request, first };
}

/** A charge that is paid, and the callback that told so. */
export async function paidOnce(harness: RailHarness) {
  const { request, first } = await chargeThrough(harness, harness.charge.ok);
  await harness.advance(harness.settledMs);
  const callback = harness.received.at(-1);
  if (!callback) throw new Error("The provider sent no callback for a paid charge.");
  const status = await harness.rail.chargeStatus(refOf(request.attemptId, first));
  const railRef = status.kind === "succeeded" ? status.settlement.railRef : "";
  return { request, callback, charge: { attemptId: request.attemptId, railRef } };
}

/** What the engine asks the status with: our id, and the rail's where the answer brought one. */
export function refOf(attemptId: string, first: ChargeResult): { attemptId: string; railRef?: string } {
  const railRef = "railRef" in first && first.railRef ? first.railRef : undefined;
  return { attemptId, railRef };
}

/** What an ordinary request of a rail is made of. */
type Ordinary = Pick<RailHarness, "amount" | "country" | "network" | "method">;

export function chargeOf(harness: Ordinary, token: string): ChargeRequest {
  const { amount, country, network, method } = harness;
  const urls = { returnUrl: pageOf("return"), cancelUrl: pageOf("cancel"), callbackUrl: pageOf("callback") };
  const phone = method === "mobile_money" ? token : undefined;
  const payer = { name: "Ann Payer", email: "ann@example.com", phone, network };
  const rest = { ...urls, description: "Order 1042 – café", locale: "en", metadata: { order: "1042" } };
  return { attemptId: randomUUID(), method, amount, country, payer, ...rest };
}

export function payoutOf(
  { amount, country, network = "" }: Omit<Ordinary, "method">,
  phone: string,
): PayoutRequest {
  const to = { type: "mobile_money" as const, phone, network, name: "Ann Seller" };
  const narration = "Payout";
  return { payoutId: randomUUID(), amount, country, narration, callbackUrl: pageOf("callback"), to };
}

/** Our callback route, as far as a rail can see it: keeps what comes, has it read, answers 200. */
export async function openReceiver(read: (raw: RawCallback) => Promise<unknown>) {
  const received: RawCallback[] = [];
  const { url, close } = await listen(async (request, response) => {
    const raw = await callbackOf(request);
    received.push(raw);
    await read(raw);
    response.end();
  });
  return { url: `${url}/api/rails/emulated`, received, close };
}

function pageOf(name: string): string {
  return `https://pay.example.com/${name}`;
}

/** One law of lib/providers/rails/port.ts. It gives "n/a" where a rail has nothing to show for it. */
export interface ContractCase {
  name: string;
  run(harness: RailHarness): Promise<unknown>;
}
