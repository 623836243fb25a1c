import type { RailDispute } from "@/lib/providers/rails/port";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import { newCounts, newCourier, type World } from "@/lib/services/core/world";
import { sandboxRails } from "@/lib/services/money/rails";

/** The service at a time of our choice, which nothing leaves. */
export interface PastWorld extends World {
  clock: { now(): Date; set(at: Date): void };
  sandbox: Sandbox;
  /** What the bank says of a payment, by attempt: the sandbox has no banks. */
  disputes: Map<string, RailDispute>;
}

/**
 * Everything a verb may touch, with a clock that is moved by hand, so that the real services make the past: rows, books,
 * tallies and events come out as they would have, and no rule is written twice. Without providers a message is only
 * stored, and nobody is woken. Tokens stay random: what opens a receipt must not be known from the source.
 */
export function pastWorld(base: World, startsAt: Date): PastWorld {
  let current = startsAt;
  const clock = {
    now: () => new Date(current),
    set: (at: Date) => {
      current = at;
    },
  };
  const { pool, secrets, config } = base;
  // The shop's own checks find every payment; its callbacks count as sent, so that none comes later.
  const sendCallback = async () => {};
  const { siteUrl, serviceName: merchantName } = config;
  const { sandbox } = sandboxRails({ pool, clock, secrets, siteUrl, merchantName, sendCallback });
  if (!sandbox) throw new Error("There is no sandbox.");
  const disputes: PastWorld["disputes"] = new Map();
  const rail = {
    ...sandbox.rail,
    disputes: async ({ attemptId }: { attemptId: string }) => {
      const dispute = disputes.get(attemptId);
      return { kind: "known" as const, disputes: dispute ? [dispute] : [] };
    },
  };
  return {
    ...base,
    ...{ clock, sandbox, disputes, rails: { all: [rail], sandbox } },
    ...{ mailer: null, sms: null, wake: () => {}, courier: newCourier(), counts: newCounts() },
  };
}
