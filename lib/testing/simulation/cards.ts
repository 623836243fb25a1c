import { newId, pressOnce, refusedInWords, subscriptionsOf } from "./payers";
import type { Press, Town } from "./town";

/**
 * Ends of cards, each of which the sandbox plays in its own way: on its page, and later when it is charged by itself. Good
 * ones, two that are refused on the page, one whose bank asks for its payer each time, one that is declined and one that no
 * bank takes again once nobody is there.
 */
const numbers: [string, ...string[]] = [
  "4242424242424242",
  "5555555555554444",
  "4000000000000002",
  "4000000000009995",
  "4000002500003155",
  "4000002500003155",
  "4000000000000341",
  "4000000000000341",
  "4000000000009979",
];

/** Somebody pays for a subscription by card, most of them with the box ticked, and does something on the bank's page. */
export async function somebodyPaysByCard(town: Town): Promise<string> {
  const press = await newPress(town);
  const started = await pressOnce(town, press);
  town.presses = [press, ...town.presses].slice(0, 8);
  return `${press.paymentFor.kind} by a card (${started}): ${await atTheBank(town, press.id)}`;
}

async function newPress(town: Town): Promise<Press> {
  const { luck, shop } = town;
  const known = luck.once(3) ? luck.any(await subscriptionsOf(town)) : undefined;
  return {
    id: newId(town),
    phone: "",
    card: true,
    email: `payer${luck.roll(3)}@example.com`,
    code: "",
    paymentFor: known
      ? { kind: "subscription_renewal", subscriptionId: known.id }
      : { kind: "subscription_start", productId: shop.products[0].id, ref: `card_${luck.roll(4)}` },
    renews: !luck.once(4),
  };
}

/** Most type their card, once or twice; some go back, and some leave the page as it is. */
async function atTheBank({ world, luck }: Town, id: string): Promise<string> {
  const { cardPage } = world.sandbox;
  const number = luck.pick(numbers);
  const card = { number, expiry: expiryIn(world.clock.now(), luck.pick([0, 2, 40, 40])), cvc: "123" };
  if (luck.once(8)) return "left";
  if (luck.once(8)) return `cancelled: ${(await cardPage.cancel(id)).kind}`;
  const typed = await cardPage.pay(id, card);
  if (luck.once(4)) await cardPage.pay(id, card);
  const confirmed = typed.kind === "three_d_secure" ? await cardPage.confirm(id, !luck.once(4)) : typed;
  return `${number.slice(-4)}: ${typed.kind}, ${confirmed.kind}`;
}

/** The payer whom a bank asked for finishes the charge of a kept card at its page, or refuses there. */
export async function somebodyIsAskedFor({ world, shop, luck }: Town): Promise<string> {
  const asked = await world.db.paymentAttempt.findMany({
    where: {
      storeId: shop.store.id,
      initiator: "schedule",
      method: "card",
      status: { in: ["created", "pending"] },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const one = luck.any(asked);
  if (!one) return "nobody is asked for";
  try {
    const step = await world.sandbox.cardPage.confirm(one.id, !luck.once(3));
    return `the bank of ${one.id}: ${step.kind}`;
  } catch (error) {
    return refusedInWords(error);
  }
}

/** The month of a card that ends in so many months. */
function expiryIn(now: Date, months: number): string {
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return `${end.getUTCMonth() + 1}/${end.getUTCFullYear()}`;
}
