import { ask, Passing, Stop } from "./ask.mjs";
import { forward } from "./forward.mjs";

/** What a test subscription goes through after its first payment, until this event is told. */
const moves = {
  "subscription.activated": [],
  "access.changed": [],
  "subscription.renewed": ["renew"],
  "subscription.past_due": ["end_period"],
  "subscription.expired": ["end_period", "end_grace"],
  "subscription.cancelled": ["cancel"],
};

/**
 * Makes the event happen: a real test subscription for those of subscriptions, a made-up object for all others, which
 * test mode does not have. Who listens gets it, and the store's test endpoints.
 */
export async function trigger(settings, say) {
  const type = settings.about;
  const product = Object.hasOwn(moves, type) ? await subscriptionProduct(settings) : null;
  if (product === null) {
    const { data } = await orStop(ask(settings, "POST", "/test/events", { body: { type } }));
    say(`Sent ${type} ${data.id}, about a made-up object.`);
    return;
  }
  const ref = settings.ref ?? `trigger_${crypto.randomUUID().slice(0, 8)}`;
  const body = { product_id: product, ref };
  const { data } = await orStop(ask(settings, "POST", "/test/subscriptions", { body }));
  say(`${data.id} of ${data.product.name} for ref ${ref}: ${data.status}`);
  for (const to of moves[type]) {
    const moved = await orStop(
      ask(settings, "POST", `/test/subscriptions/${data.id}/advance`, { body: { to } }),
    );
    say(`${to}: ${moved.data.status}`);
  }
}

/** Posts one test event again: the same id and bytes, signed anew. */
export async function resend(settings, say) {
  const { data } = await orStop(ask(settings, "GET", `/test/events/${encodeURIComponent(settings.about)}`));
  say(await forward(data, settings.forwardTo));
}

async function subscriptionProduct(settings) {
  if (settings.product !== null) return Number(settings.product);
  const { data } = await orStop(ask(settings, "GET", "/products?kind=subscription&status=active&per_page=1"));
  return data[0]?.id ?? null;
}

/** Who typed a command once wants to hear at once that it did not work. */
async function orStop(asking) {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof Passing ? new Stop(`The service cannot be reached: ${error.message}`) : error;
  }
}
