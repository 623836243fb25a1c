import { beforeAll, expect, test } from "vitest";
import { publishOverdueInvoices, remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { find } from "@/lib/services/desk/search/find";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { deliverMessages } from "@/lib/testing/outbox";
import { type TestWorld, testClock, testWorld } from "@/lib/testing/world";
import { seedDemo } from "../seed";
import type { DemoFile } from "../start/demo";

const now = new Date("2026-11-23T12:00:00Z");
/** What left the server, by mail, text or webhook. */
const gone: string[] = [];
let world: TestWorld;
let demo: DemoFile;
let seller: Seller;

// A server that could send anything, had it a reason to.
beforeAll(async () => {
  const provider = { send: async ({ to }: { to: string }) => ({ ref: String(gone.push(to)) }) };
  world = testWorld({ clock: testClock(now), mailer: provider, sms: provider });
  world.post = async (request) => {
    gone.push(request.url);
    throw new Error("No webhook is expected.");
  };
  demo = await seedDemo(world, true);
  const { accountId, id: storeId } = await world.db.store.findUniqueOrThrow({ where: { id: demo.store.id } });
  const { userId } = await world.db.member.findFirstOrThrow({ where: { accountId } });
  seller = { storeId, accountId, userId, role: "owner", livemode: true, actor: `user:${userId}` };
}, 600_000);

/** Each row as one line. */
async function lines(sql: string): Promise<string[]> {
  const { rows } = await world.pool.query<Record<string, unknown>>(sql);
  return rows.map((row) => Object.values(row).join(" "));
}

test("ninety days are behind the demo store, with everything that happens in a shop, and the same each time", async () => {
  expect({
    orders: await lines("SELECT source, payment_status, count(*) FROM orders GROUP BY 1, 2 ORDER BY 1, 2"),
    subscriptions: await lines("SELECT status, count(*) FROM subscriptions GROUP BY 1 ORDER BY 1"),
    waiting: await lines("SELECT kind FROM tasks WHERE resolved_at IS NULL ORDER BY 1"),
    payouts: await lines("SELECT status, count(*) FROM payouts GROUP BY 1 ORDER BY 1"),
    disputes: await lines("SELECT state FROM disputes"),
    attempts: await lines(
      "SELECT method, status, count(*) FROM payment_attempts GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    invoices: await lines(
      `SELECT CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN paid_minor = total_minor THEN 'paid'
         WHEN paid_minor > 0 THEN 'part paid' WHEN due_on < '2026-11-23' THEN 'overdue' ELSE 'open' END AS state, count(*)
       FROM invoices GROUP BY 1 ORDER BY 1`,
    ),
    newest: await lines(
      `SELECT c.name, o.total_minor FROM orders o JOIN customers c ON c.id = o.customer_id
       WHERE o.paid_at IS NOT NULL ORDER BY o.id DESC LIMIT 3`,
    ),
  }).toEqual({
    orders: [
      ...["storefront pending 1", "storefront paid 47", "storefront failed 4", "storefront refunded 1"],
      ...["payment_link paid 79", "payment_link failed 6", "payment_link refunded 1"],
      ...["invoice paid 12", "subscription paid 110"],
    ],
    subscriptions: ["active 22", "past_due 2", "cancelled 2", "expired 2"],
    waiting: ["late_payment", "payment_disputed", "suspense"],
    payouts: ["paid 6", "returned 1"],
    disputes: ["open"],
    attempts: ["mobile_money succeeded 236", "mobile_money failed 19", "card succeeded 15"],
    invoices: ["cancelled 1", "open 3", "overdue 2", "paid 8", "part paid 2"],
    newest: ["Otieno Ouma 25000", "Wanjiru Kamau 25000", "Tabitha Nduta 40000"],
  });
});

test("its stall in the market is paid by a phone, whose messages fit", async () => {
  expect(await lines("SELECT kind, state, moved_minor FROM phone_messages ORDER BY id")).toEqual([
    ...["received fits 25000", "received fits 25000", "sent fits -12000"],
  ]);
});

test("each of its products has a picture of its own", async () => {
  expect(await lines("SELECT count(DISTINCT image_url) FROM products")).toEqual(["5"]);
});

test("its days are the ninety before today", async () => {
  const day = 86_400_000;
  const { rows } = await world.pool.query<{ first: Date; last: Date }>(
    "SELECT min(created_at) AS first, max(created_at) AS last FROM orders",
  );
  const [days] = rows.map(({ first, last }) =>
    [first, last].map((at) => (now.getTime() - at.getTime()) / day),
  );
  expect(days?.[0]).toBeGreaterThan(80);
  expect(days?.[0]).toBeLessThan(91);
  expect(days?.[1]).toBeGreaterThan(0);
  expect(days?.[1]).toBeLessThan(2);
});

test("the books and everything else that must always be true are right", async () => {
  expect(await checkInvariants(world, { quiet: true })).toEqual([]);
});

test("all of it is play money, in an account that is marked as a demo", async () => {
  expect(await lines("SELECT DISTINCT split_part(rail, ':', 1) FROM payment_attempts ORDER BY 1")).toEqual([
    "phone",
    "sandbox",
  ]);
  expect(await lines("SELECT livemode FROM rail_accounts")).toEqual(["false"]);
  expect(await lines("SELECT is_demo FROM accounts")).toEqual(["true"]);
});

test("yesterday's payment is found by the M-PESA code that start prints", async () => {
  const { orders } = await find(world, seller, demo.mpesa_code ?? "", "en");
  expect(orders).toHaveLength(1);
  expect(orders[0]?.paidAt?.toISOString().slice(0, 10)).toBe("2026-11-22");
});

test("nothing of the past goes out: no message, no alert, no event, no callback of the sandbox", async () => {
  expect(await lines("SELECT DISTINCT status FROM messages")).toEqual(["kept"]);
  expect(await lines("SELECT id FROM alerts WHERE due_at IS NOT NULL")).toEqual([]);
  expect(await lines("SELECT count(*) FROM webhook_endpoints")).toEqual(["2"]);
  expect(await lines("SELECT id FROM webhook_deliveries")).toEqual([]);
  expect(await lines("SELECT id FROM sandbox_records WHERE next_callback_at_ms IS NOT NULL")).toEqual([]);
  await aDayOfWork();
  expect(gone).toEqual([]);
});

/** What the running service does, until the next day: subscriptions end and invoices come due in the demo store too. */
async function aDayOfWork(): Promise<void> {
  for (let hours = 0; hours < 24; hours += 6) {
    world.clock.advance(6 * 3_600_000);
    await pollOpenAttempts(world);
    await advanceDueSubscriptions(world);
    await publishOverdueInvoices(world);
    await remindDueSubscriptions(world);
    await remindDueInvoices(world);
    await tellDueAlerts(world);
    await deliverMessages(world);
  }
  expect(await checkInvariants(world)).toEqual([]);
}
