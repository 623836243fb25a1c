import { undoChange } from "@/lib/services/billing/changes/schedule-change";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { previewChange } from "@/lib/services/money/checkout/preview-change";
import { newId, pressOnce, refusedInWords } from "./payers";
import type { Press, Town } from "./town";

/**
 * A subscriber, or the seller, chooses another plan: looked at, made or chosen for later, paid for once or twice at once
 * or in two tabs for two plans, undone again.
 */
export async function somebodyChangesPlan(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const subs = await world.db.subscription.findMany({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  const sub = luck.any(subs);
  const to = luck.any(town.plans);
  if (!sub || !to) return "nobody has a plan to change";
  const other = luck.any(town.plans) ?? to;
  const acts = actsOf(town, sub.id, to.id, other.id);
  const ended = await Promise.allSettled(acts.map((act) => act()));
  const said = ended.map((end) => (end.status === "fulfilled" ? end.value : refusedInWords(end.reason)));
  return `another plan for ${sub.id}: ${said.join(", ")}`;
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

/** On the page: what is shown is paid, or pressed where nothing is to pay. */
async function payFor(town: Town, subscriptionId: string, productId: number): Promise<string> {
  const { world, shop } = town;
  const { quote } = await previewChange(world, shop.live, subscriptionId, productId);
  if (quote.dueMinor === 0n)
    return (await changePlan(world, shop.live, subscriptionId, productId)).quote.kind;
  const press: Press = {
    id: newId(town),
    phone: "0772123789",
    card: false,
    email: null,
    renews: false,
    code: "",
    paymentFor: { kind: "subscription_change", subscriptionId, productId },
  };
  town.presses = [press, ...town.presses].slice(0, 8);
  return pressOnce(town, press);
}
