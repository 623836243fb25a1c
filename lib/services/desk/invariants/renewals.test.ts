import { beforeAll, expect, test } from "vitest";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { foundAfter } from "@/lib/testing/found-after";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";

const world = await openStage();
let shop: TestStore;

/** A store with one subscription that renewed by itself once. */
beforeAll(async () => {
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  shop = await testStore(world);
  await press(world, shop, { renews: { text: () => "Ask my phone by itself.", language: "en" } });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  await renewDue(world);
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
});

const after = (change: string, quiet = false) => foundAfter(world, shop, change, quiet);

test("a renewal that went right breaks nothing", async () => {
  expect(await after("SELECT 1")).toEqual([]);
});

const scheduled = "initiator = 'schedule'";
const copied = (column: string, value: string) => `
  INSERT INTO payment_attempts (id, store_id, order_id, token, rail, method, currency, amount_minor, status, initiator,
    consent_id, renewal_of, renewal_end, renewal_try, created_at)
  SELECT gen_random_uuid(), store_id, order_id, token || n, rail, method, currency, amount_minor, 'failed', initiator,
    consent_id, renewal_of, renewal_end, renewal_try + n, created_at + n * interval '1 day'
  FROM payment_attempts, generate_series(1, 3) n WHERE ${scheduled};
  UPDATE payment_attempts SET ${column} = ${value} WHERE ${scheduled}`;

/** What its payer was told for the end that was renewed, and from when on it may be taken. */
const told = (minor: number, takenFrom: string) => `
  INSERT INTO renewal_notices (store_id, livemode, subscription_id, consent_id, renewal_end, amount_minor, currency, due_at,
    taken_from, created_at)
  SELECT t.store_id, true, t.renewal_of, t.consent_id, t.renewal_end, ${minor}, t.currency, t.created_at, ${takenFrom},
    t.created_at - interval '2 days' FROM payment_attempts t WHERE ${scheduled}`;

const disputedAt = (at: string) => `
  INSERT INTO disputes (id, store_id, order_id, attempt_id, rail, rail_ref, currency, amount_minor, opened_at, created_at)
  SELECT gen_random_uuid(), t.store_id, t.order_id, t.id, t.rail, 'dp_1', t.currency, 1, ${at}, ${at}
  FROM payment_attempts t JOIN renewal_consents c ON c.attempt_id = t.id`;

/** Whose orders they are now had paid for nothing. */
const cousins = `
  INSERT INTO customers (account_id, livemode, name, source, customer_since, created_at, updated_at)
  SELECT account_id, livemode, 'A cousin', source, now(), now(), now() FROM customers LIMIT 1;
  UPDATE orders SET customer_id = (SELECT max(id) FROM customers)`;

/** The consent as if it had been given on the manage page, its holder proven so. */
const onManagePage = (provenBy: string) =>
  `UPDATE renewal_consents SET attempt_id = NULL, proven_by = '${provenBy}'`;

test("a consent of the manage page to the phone that had paid breaks nothing", async () => {
  expect(await after(onManagePage("paid"))).toEqual([]);
});

test.each<[number, string, string, boolean?]>([
  [45, "is not what its payer agreed to", `UPDATE payment_attempts SET consent_id = NULL WHERE ${scheduled}`],
  [45, "is not what its payer agreed to", "UPDATE renewal_consents SET cap_minor = 49999"],
  [
    45,
    "is not what its payer agreed to",
    "UPDATE renewal_consents SET given_at = given_at + interval '1 year'",
  ],
  [46, "was asked too often", copied("renewal_try", "renewal_try")],
  [
    46,
    "was asked too often",
    copied(
      "created_at",
      `(SELECT min(created_at) FROM payment_attempts WHERE ${scheduled}) + interval '1 hour' * renewal_try`,
    ),
  ],
  [
    47,
    "began beside one that was open",
    `UPDATE orders SET subscription_id = (SELECT id FROM subscriptions LIMIT 1);
     UPDATE payment_attempts SET status = 'pending'`,
  ],
  [48, "had been stopped", "UPDATE renewal_consents SET ended_at = given_at"],
  [48, "had been stopped", `UPDATE payment_attempts SET called_at = NULL WHERE ${scheduled}`],
  [
    49,
    "kept for nobody",
    `INSERT INTO payment_instruments (store_id, customer_id, rail, kind, token_sealed, brand, last4, created_at)
     SELECT store_id, customer_id, 'sandbox', 'card', 'x', 'visa', '4242', now() FROM subscriptions LIMIT 1`,
  ],
  [
    49,
    "used by somebody else",
    `INSERT INTO payment_instruments (store_id, customer_id, rail, kind, brand, last4, created_at)
     SELECT store_id, customer_id, 'sandbox', 'card', 'visa', '4242', now() FROM subscriptions LIMIT 1;
     UPDATE subscriptions SET instrument_id = (SELECT max(id) FROM payment_instruments)`,
  ],
  [50, "is not what its payer agrees to", "UPDATE subscriptions SET renewal_mode = 'manual'"],
  [50, "is not what its payer agrees to", "UPDATE subscriptions SET renewal_consent_id = NULL"],
  [60, "Nothing explains what a subscription costs", "UPDATE subscriptions SET amount_minor = 10000"],
  [60, "Nothing explains what a subscription costs", "UPDATE subscriptions SET interval = 'week'"],
  [
    60,
    "Nothing explains what a subscription costs",
    "UPDATE subscriptions SET amount_minor = 10000; UPDATE subscription_prices SET amount_minor = 10000",
  ],
  [60, "Nothing explains what a subscription costs", "UPDATE products SET price_minor = 10000"],
  [61, "than was announced", told(49_999, "t.created_at - interval '2 days'")],
  [61, "than was announced", told(50_000, "t.created_at + interval '1 day'")],
  [62, "more often than its payer agreed to", "UPDATE renewal_consents SET interval = 'year'"],
  [63, "was disputed or taken back", disputedAt("c.given_at + interval '1 hour'")],
  [
    63,
    "was disputed or taken back",
    `${disputedAt("c.given_at + interval '1 hour'")};
     UPDATE renewal_consents SET ended_at = given_at + interval '1 year', ended_by = 'payer'`,
  ],
  [
    63,
    "was disputed or taken back",
    `UPDATE payment_attempts SET taken_back_minor = 1 WHERE NOT ${scheduled};
     INSERT INTO ledger_transactions (kind, source_id, occurred_at)
     SELECT 'payment_reversed', t.id, c.given_at + interval '1 hour'
     FROM payment_attempts t, renewal_consents c WHERE c.attempt_id = t.id`,
  ],
  [64, "who did not agree", cousins],
  [64, "who did not agree", `UPDATE payment_attempts SET instrument_hash = 'x' WHERE ${scheduled}`],
  [64, "of the manage page", `${onManagePage("paid")}; ${cousins}`],
  [64, "of the manage page", `${onManagePage("dialled")}; UPDATE renewal_consents SET instrument_hash = 'x'`],
  [
    64,
    "of the manage page",
    `${onManagePage("ticked")}; UPDATE payment_attempts SET paid_at = paid_at + interval '1 day'`,
  ],
  [64, "of the manage page", onManagePage("before")],
  [
    65,
    "Nothing explains why a period cost less",
    "UPDATE orders SET discount_minor = 1, subtotal_minor = subtotal_minor + 1",
  ],
  [26, "nobody makes it", "UPDATE subscriptions SET next_renewal_try_at = now() - interval '9 years'", true],
])("%i: %s", async (number, what, change, quiet = false) => {
  expect(await after(change, quiet)).toContainEqual(
    expect.stringMatching(new RegExp(`^${number} .*${what}`)),
  );
});
