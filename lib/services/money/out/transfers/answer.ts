import type { TransferEvidence } from "@/lib/domain/transfer";
import type { TransferResult } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";

/** A rail's answer about a payout or a refund, to the request or to a poll; `no_answer`: it was lost. */
export type TransferAnswer = TransferResult | { kind: "no_answer" };

/** Calls a rail. A lost answer is not a failure: the status is polled later. */
export async function asked(
  world: World,
  what: { id: string; rail: string },
  ask: () => Promise<TransferResult>,
): Promise<TransferAnswer> {
  try {
    return await ask();
  } catch (error) {
    world.log.error({ err: error, transfer: what.id, rail: what.rail }, "The answer of a rail was lost.");
    return { kind: "no_answer" };
  }
}

export function evidenceOf(answer: TransferAnswer): TransferEvidence {
  return answer.kind === "failed" ? { kind: "failed", reason: answer.failure.reason } : { kind: answer.kind };
}

export function railRefOf(answer: TransferAnswer): string | null {
  return ("railRef" in answer && answer.railRef) || null;
}
