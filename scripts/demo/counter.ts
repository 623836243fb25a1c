import { randomUUID } from "node:crypto";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { checkAttempt } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";
import type { PastWorld } from "./past-world";
import type { Person } from "./people";

/** What becomes of a payment; a `late` one comes after the rail has called it failed. */
export type Fate = "paid" | "late" | FailureReason;

export interface Paid {
  attemptId: string;
  orderId: number;
}

const second = 1_000;
const minute = 60 * second;

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
  await check(6 * second);
  if (fate === "late") {
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await check(4 * minute);
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
