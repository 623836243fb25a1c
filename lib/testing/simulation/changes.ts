import { undoChange } from "@/lib/services/billing/changes/change";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { previewChange } from "@/lib/services/money/checkout/pages/read-manage-page";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { newId, pressOnce, refusedInWords, saidBy, subscriptionsOf } from "./payers";
import type { Press, Town } from "./town";

/**
 * A subscriber, or the seller, chooses another plan: looked at, made or chosen for later, paid for once or twice at once
 * or in two tabs for two plans, undone again.
 */
export async function somebodyChangesPlan(town: Town): Promise<string> {
  const { luck } = town;
  if (luck.once(3)) return changesAgainAndAgain(town);
  const sub = luck.any(await subscriptionsOf(town));
  const to = luck.any(town.plans);
  if (!sub || !to) return "nobody has a plan to change";
  const other = luck.any(town.plans) ?? to;
  const acts = actsOf(town, sub.id, to.id, other.id);
  return `another plan for ${sub.id}: ${await saidBy(acts)}`;
}

function actsOf(town: Town, id: string, to: number, other: number): (() => Promise<string>)[] {
  const { world, shop, luck } = town;
  const change = (productId: number) => async () => {
    const { quote } = await changePlan(world, shop.live, id, productId);
    return `${quote.kind} to ${quote.to.product.name}, due ${quote.dueMinor}`;
  };
  const pay = (productId: number) => () => payFor(town, id, productId);
  switch (luck.roll(6)) {
    case 0:
      return [async () => `kept ${(await undoChange(world, shop.live, id)).id}`];
    case 1:
      return [change(to), change(other)];
    case 2:
      return [pay(to), pay(other)];
    case 3:
      return [change(to), pay(other)];
    case 4:
      return [pay(to)];
    default:
      return [change(to)];
  }
}

/**
 * One subscriber pays ahead, has a part given back, lets time pass, and goes up; and up again from there. All of it comes
 * at once, so that what is left of several payments is carried from plan to plan.
 */
async function changesAgainAndAgain(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const ref = `mover_${luck.roll(2)}`;
  const where = { storeId: shop.store.id, ref, status: "active" as const };
  const pays = async (paymentFor: Press["paymentFor"]) => {
    const said = await pressOnce(town, { ...byPhone(town), paymentFor });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    return said;
  };
  const cheapFirst = [...town.plans].sort((a, b) => Number(a.priceMinor - b.priceMinor));
  const [cheapest] = cheapFirst;
  if (!cheapest) return "no plan";
  let said = `${ref}:`;
  if ((await world.db.subscription.count({ where })) === 0)
    said += ` ${await pays({ kind: "subscription_start", productId: cheapest.id, ref })}`;
  const sub = await world.db.subscription.findFirst({ where, orderBy: { id: "asc" } });
  if (!sub) return `${said} none`;
  if (luck.once(2)) said += ` ahead ${await pays({ kind: "subscription_renewal", subscriptionId: sub.id })}`;
  for (const { id } of cheapFirst.slice(1)) {
    if (luck.once(2)) said += ` ${await givesBackSome(town, sub.id)}`;
    world.clock.advance(luck.pick([1, 30, 70]) * 3_600_000);
    if (!luck.once(3)) said += ` to ${id} ${await payFor(town, sub.id, id).catch(refusedInWords)}`;
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
  }
  return said;
}

/** A part of what paid for a subscription goes back, and has gone back before anything else happens. */
async function givesBackSome({ world, shop, seller, luck }: Town, subscriptionId: string): Promise<string> {
  const orders = await world.db.order.findMany({
    where: { storeId: shop.store.id, subscriptionId, paymentStatus: "paid" },
    orderBy: { id: "asc" },
  });
  const order = luck.any(orders);
  if (!order) return "nothing to give back";
  const wish = { orderId: order.id, amountMinor: order.totalMinor / 3n + 1n, reason: "Simulated" };
  const requestKey = String(luck.roll(1_000_000));
  try {
    await requestRefund(world, seller, { ...wish, requestKey });
  } catch (error) {
    return refusedInWords(error);
  }
  world.clock.advance(10 * 60_000);
  await workTransfers(world);
  return `a part of ${order.number} back`;
}

/** A phone that pays at once. */
function byPhone(town: Town): Omit<Press, "paymentFor"> {
  return { id: newId(town), phone: "0772123789", card: false, email: null, renews: false, code: "" };
}

/** On the page: what is shown is paid, or pressed where nothing is to pay. */
async function payFor(town: Town, subscriptionId: string, productId: number): Promise<string> {
  const { world, shop } = town;
  const { quote } = await previewChange(world, shop.live, subscriptionId, productId);
  if (quote.dueMinor === 0n)
    return (await changePlan(world, shop.live, subscriptionId, productId)).quote.kind;
  const press: Press = {
    ...byPhone(town),
    paymentFor: { kind: "subscription_change", subscriptionId, productId },
  };
  town.presses = [press, ...town.presses].slice(0, 8);
  return pressOnce(town, press);
}
