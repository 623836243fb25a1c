import { randomUUID } from "node:crypto";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { RailDispute } from "@/lib/providers/rails/port";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import { newCounts, newCourier, type World } from "@/lib/services/core/world";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { sandboxRails } from "@/lib/services/money/rails";
import { checkAttempt } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";

/** Somebody made up, like all that they do. */
export interface Person {
  name: string;
  /** As a payer types it. */
  phone: string;
  email: string | null;
}

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
  const sendCallback = async () => undefined;
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
    ...{
      mailer: null,
      sms: null,
      whatsapp: null,
      wake: () => {},
      courier: newCourier(),
      counts: newCounts(),
    },
  };
}

/** What becomes of a payment; a `late` one comes after the rail has called it failed. */
export type Fate = "paid" | "late" | FailureReason;

export interface Paid {
  attemptId: string;
  orderId: number;
}

/** One payer at the shop's counter, from the press of Pay to what became of it. */
export async function payAt(
  world: PastWorld,
  seller: Seller,
  person: Person,
  paymentFor: PaymentFor,
  { fate = "paid", byCard = false }: { fate?: Fate; byCard?: boolean } = {},
): Promise<Paid> {
  const at = world.clock.now().getTime();
  const { id, token } = await startPayment(world, seller, {
    id: randomUUID(),
    browser: randomUUID(),
    for: paymentFor,
    ...(byCard ? { method: "card" as const } : { method: "mobile_money" as const, phone: person.phone }),
    name: person.name,
    email: person.email,
    language: "en",
  });
  const check = async (afterMs: number) => {
    world.clock.set(new Date(at + afterMs));
    await checkAttempt(world, token, { force: true });
  };
  if (byCard) await world.sandbox.cardPage.pay(id, testCard(at));
  if (fate !== "paid") await fail(world, id, fate === "late" ? "not_approved_in_time" : fate);
  await check(6_000);
  if (fate === "late") {
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await check(4 * 60_000);
  }
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attemptId: id, orderId };
}

function fail(world: PastWorld, id: string, reason: FailureReason): Promise<boolean> {
  return world.sandbox.controls.resolve(id, { word: "failed", reason });
}

function testCard(atMs: number) {
  const year = String(new Date(atMs).getUTCFullYear() + 3).slice(-2);
  return { number: "4242424242424242", expiry: `11/${year}`, cvc: "123" };
}
