import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { type NewTrial, startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { payFree } from "@/lib/services/money/checkout/pay-free";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { newId, saidBy, subscriptionsOf } from "./payers";
import type { Town } from "./town";

/** Something for nothing: an order of 0, pressed once or twice at once, or days that the seller gives. */
export async function somethingForNothing(town: Town): Promise<string> {
  const { luck } = town;
  const sub = luck.any(await subscriptionsOf(town));
  const acts = sub && luck.once(2) ? [() => giveDays(town, sub.id)] : freePresses(town, sub?.id);
  return `for nothing: ${await saidBy(acts)}`;
}

async function giveDays({ world, seller, luck }: Town, id: string): Promise<string> {
  const days = luck.pick([1, 2, 7, 30]);
  await extendSubscription(world, seller, id, { days, reason: "Simulated" });
  return `${days} days of ${id}`;
}

function freePresses(town: Town, subscriptionId: string | undefined): (() => Promise<string>)[] {
  const { world, shop, luck } = town;
  const start: PaymentFor = {
    kind: "subscription_start",
    productId: shop.products[0].id,
    ref: `user_${luck.roll(3)}`,
  };
  const others: PaymentFor[] = [
    { kind: "product", productId: luck.pick(town.products).id, quantity: 1 + luck.roll(2) },
    ...(subscriptionId ? [{ kind: "subscription_renewal" as const, subscriptionId }] : []),
  ];
  const payer = { name: null, email: `payer${luck.roll(3)}@example.com`, phone: null };
  const form = { id: newId(town), for: luck.pick([start, ...others]), payer };
  const press = async () => (await payFree(world, shop.live, form)).number;
  return luck.once(3) ? [press, press] : [press];
}

/** Somebody begins free days: with a phone or an e-mail, in one tab or in two at once, for the first time or again. */
export async function somebodyTries(town: Town): Promise<string> {
  const { luck } = town;
  const one = newTrial(town);
  const all = luck.once(3) ? [one, luck.once(2) ? one : { ...one, ref: `user_${luck.roll(3)}` }] : [one];
  const said = await saidBy(all.map((trial) => () => start(town, trial)));
  return `free days of ${one.ref ?? "nobody"} by ${one.phone ?? one.email}: ${said}`;
}

/** Most are people who also pay here, some are new. */
function newTrial({ luck, shop }: Town): NewTrial {
  const isKnown = !luck.once(3);
  const phone = `0772${isKnown ? 100 + luck.roll(4) : 200 + luck.roll(40)}789`;
  const email = `payer${luck.roll(isKnown ? 3 : 60)}@example.com`;
  return {
    productId: luck.pick(shop.products).id,
    ref: luck.once(3) ? null : `user_${luck.roll(6)}`,
    name: null,
    ...(luck.once(2) ? { phone, email: null } : { phone: null, email }),
  };
}

/** Nobody begins who began before, by whatever they are known. */
async function start({ world, shop, tried }: Town, trial: NewTrial): Promise<string> {
  const { id } = await startFreeDays(world, shop.live, trial);
  const known = [trial.ref, trial.phone, trial.email].filter((one) => one !== null);
  const again = known.find((one) => tried.has(one));
  if (again) throw new Error(`${again} had free days before.`);
  for (const one of known) tried.add(one);
  return id;
}
