import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import type { Person } from "@/lib/services/desk/demo/past-world";
import { buy, day, hour, type Life, minute } from "./life";

/** How a subscriber ends, if at all: most of them renew as long as the demo store lives. */
type End = "renews" | "lapses" | "cancels" | "is late";

const ends: readonly End[] = [
  "renews",
  "renews",
  "renews",
  "lapses",
  "renews",
  "renews",
  "cancels",
  "renews",
];

export function planSubscribers(life: Life): void {
  const { goods, begin, luck } = life;
  const start = (n: number) => begin + luck.roll(n) * day + 8 * hour + luck.roll(360) * minute;
  const some = (count: number, first: number) =>
    Array.from(
      { length: count },
      (_, index) => life.crowd[(first + index) % life.crowd.length] ?? life.crowd[0],
    );
  for (const [index, person] of some(16, 0).entries()) {
    const of = { productId: goods.monthly.id, at: start(60), end: ends[index % 8] ?? "renews", times: 1 };
    planSubscriber(life, person, of);
  }
  for (const [index, person] of some(7, 16).entries()) {
    const of = { productId: goods.weekly.id, at: start(50), end: ends[index + 1] ?? "renews", times: 4 };
    planSubscriber(life, person, of);
  }
  for (const person of some(3, 23))
    planSubscriber(life, person, { productId: goods.yearly.id, at: start(80), end: "renews", times: 1 });
  // These two did not renew yesterday and the day before, so they are in their days of grace now.
  for (const [index, person] of some(2, 26).entries())
    planSubscriber(life, person, {
      productId: goods.weekly.id,
      at: life.daysAgo(29 + index, 10),
      end: "is late",
      times: 3,
    });
}

function planSubscriber(
  life: Life,
  person: Person,
  of: { productId: number; at: number; end: End; times: number },
): void {
  const { world, seller, luck, plan } = life;
  const ref = luck.once(2) ? null : `home_${1000 + luck.roll(9000)}`;
  const isSlow = luck.once(6);
  plan(of.at, async () => {
    const { orderId } = await buy(life, person, { kind: "subscription_start", productId: of.productId, ref });
    const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    if (subscriptionId !== null) await planNext(subscriptionId, 1);
  });

  /** A day before the end of the paid time, or, who is slow, some hours after it. */
  async function planNext(id: string, paid: number): Promise<void> {
    const { currentPeriodEnd } = await world.db.subscription.findUniqueOrThrow({ where: { id } });
    const at = currentPeriodEnd.getTime() + (isSlow ? 9 * hour : -20 * hour);
    const isLast = of.end !== "renews" && paid > of.times;
    if (isLast && of.end === "cancels")
      plan(at - 2 * day, async () => void (await cancelSubscription(world, seller, id)));
    if (isLast) return;
    plan(at, async () => {
      await buy(life, person, { kind: "subscription_renewal", subscriptionId: id });
      await planNext(id, paid + 1);
    });
  }
}
