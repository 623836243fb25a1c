import { remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { forgetCards } from "@/lib/services/money/renewal/follow-cards";
import { agreeOnManagePage } from "@/lib/services/money/renewal/on-manage-page";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { renewingPhoneBecomes } from "../subscription";
import { newId, pressOnce, saidBy, ticked } from "./payers";
import { triesSlowly } from "./slow-try";
import type { Press, Town } from "./town";

const minuteMs = 60_000;

/** Around a subscription that renews by itself: the tries, and whatever its payer or seller does at the same moment. */
export async function renewalActs(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const subs = await world.db.subscription.findMany({
    where: { storeId: shop.store.id, livemode: true },
    orderBy: { id: "asc" },
    select: { id: true, renewalMode: true, nextRenewalTryAt: true },
  });
  const on = subs.filter(({ renewalMode }) => renewalMode !== "manual");
  const sub = luck.any(on) ?? luck.any(subs);
  if (!sub) return "nobody renews by itself";
  if (on.length === 0) await begin(town);
  if (luck.once(4)) return `tries of ${sub.id}: ${await everyTry(town, sub.id)}`;
  if (sub.nextRenewalTryAt && !luck.once(4)) await goTo(town, sub.nextRenewalTryAt);
  const besides = [
    () => turnOff(town, sub.id),
    () => cancel(town, sub.id),
    () => payByHand(town, sub.id),
    () => agreeAgain(town, sub.id),
    () => suspendForNow(town),
    () => remind(town),
  ] as const;
  if (luck.once(3))
    return `slow renewal of ${sub.id}: ${await triesSlowly(town, luck.any(besides.slice(0, 4)))}`;
  const beside = luck.once(2) ? luck.any(besides) : undefined;
  const workers = Array.from({ length: 1 + luck.roll(3) }, () => () => tries(town));
  const acts = beside ? (luck.once(2) ? [beside, ...workers] : [...workers, beside]) : workers;
  const said = await saidBy(acts);
  if (luck.once(2)) await answer(town);
  return `renewal of ${sub.id}: ${said}`;
}

/** Somebody pays who lets it renew by itself, from a number that answers in its own way later. */
async function begin(town: Town): Promise<void> {
  const { world, shop, luck } = town;
  const paymentFor = {
    kind: "subscription_start" as const,
    productId: shop.products[0].id,
    ref: `by_${luck.roll(2)}`,
  };
  await pressOnce(town, { ...byPhone(town), paymentFor, renews: true });
  await answer(town);
  const phone = luck.pick(["+256772101789", "+256772101049", "+256772101149", "+256772101129"]);
  const theirs = await world.db.subscription.findMany({
    where: { storeId: shop.store.id, renewalMode: "prompt", ref: paymentFor.ref },
  });
  for (const { id } of theirs) await renewingPhoneBecomes(world, id, phone);
}

/** Each try of one end when it is due, with the answers to it, whatever they are. */
async function everyTry(town: Town, id: string): Promise<string> {
  const said: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const row = await town.world.db.subscription.findUniqueOrThrow({ where: { id } });
    if (!row.nextRenewalTryAt) break;
    await goTo(town, row.nextRenewalTryAt);
    said.push(await tries(town));
    await answer(town);
  }
  return said.join(", ");
}

/** The phones are answered, and the rail is asked. */
async function answer({ world }: Town): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** All that the executor does for renewals. */
export async function renewAll({ world }: Pick<Town, "world">): Promise<void> {
  await renewDue(world);
  await forgetCards(world);
}

async function tries(town: Town): Promise<string> {
  const { tried, failed } = await renewDue(town.world);
  return `${tried} tried, ${failed} failed`;
}

async function goTo({ world }: Town, at: Date): Promise<void> {
  const now = world.clock.now().getTime();
  world.clock.advance(Math.max(0, at.getTime() - now) + minuteMs);
}

async function turnOff({ world, shop, luck }: Town, id: string): Promise<string> {
  const { storeId, accountId } = shop.live;
  const payer = { storeId, accountId, livemode: true, actor: "payer" };
  const caller = luck.once(3) ? shop.live : payer;
  const { underWay } = await turnOffRenewal(world, caller, id);
  return underWay ? "off, one is under way" : "off";
}

async function cancel({ world, seller }: Town, id: string): Promise<string> {
  await cancelSubscription(world, seller, id);
  return "cancelled";
}

async function payByHand(town: Town, id: string): Promise<string> {
  const paymentFor = { kind: "subscription_renewal" as const, subscriptionId: id };
  const renews = town.luck.once(2);
  return `by hand ${await pressOnce(town, { ...byPhone(town), paymentFor, renews })}`;
}

/** The phone that is asked by itself later. */
function byPhone(town: Town): Omit<Press, "paymentFor" | "renews"> {
  return { id: newId(town), phone: "0772101789", card: false, email: null, code: "" };
}

async function agreeAgain({ world, shop, luck }: Town, id: string): Promise<string> {
  const to = luck.once(2) ? ("same" as const) : ("phone" as const);
  await agreeOnManagePage(world, shop.live, id, {
    ...ticked,
    to,
    text: ticked.text(),
  });
  return "agreed";
}

async function suspendForNow({ world, shop }: Town): Promise<string> {
  const { id } = shop.store;
  const { status } = await world.db.store.findUniqueOrThrow({ where: { id } });
  await world.db.store.update({ where: { id }, data: { letsRenew: false } });
  const { tried } = await renewDue(world);
  await world.db.store.update({ where: { id }, data: { letsRenew: true } });
  return `${status}, not let for now: ${tried} tried`;
}

async function remind({ world }: Town): Promise<string> {
  const { reminded } = await remindDueSubscriptions(world);
  return `${reminded} reminded`;
}
