import type { PaymentRail } from "@/lib/providers/rails/port";
import { type PayingWorld, withRail } from "../payments";
import type { Luck } from "./luck";

/** What calls on a bad line end with; every other error that is logged is a finding. */
export const deadLine = "The line is dead.";

/** What the run knows of the rail beside the rail itself. */
export interface RailTruth {
  /** Charges that it does not know: lost on the way there, or refused on the spot. */
  unknown: Set<string>;
}

/**
 * The sandbox behind a bad line: calls are lost on the way there or on the way back, and questions are not answered.
 * What the sandbox decides stays the truth.
 */
export function badRail(world: PayingWorld, luck: Luck, truth: RailTruth): PayingWorld {
  const { rail } = world.sandbox;
  const lost = () => new Error(deadLine);
  const changed: Partial<PaymentRail> = {
    async charge(request) {
      if (luck.once(25)) {
        truth.unknown.add(request.attemptId);
        throw lost();
      }
      const answer = await rail.charge(request);
      if (answer.kind === "failed") truth.unknown.add(request.attemptId);
      if (luck.once(15)) throw lost();
      return answer;
    },
    async chargeStatus(ref) {
      if (luck.once(8)) throw lost();
      return rail.chargeStatus(ref);
    },
  };
  for (const verb of ["refund", "payout"] as const) {
    const call = rail[verb];
    // Safe: the same function of the same rail with a line in between.
    if (call)
      Object.assign(changed, {
        async [verb](request: never) {
          if (luck.once(12)) throw lost();
          const answer = await call(request);
          if (luck.once(12)) throw lost();
          return answer;
        },
      });
  }
  return withRail(world, changed);
}
