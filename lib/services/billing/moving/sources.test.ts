import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type PaystackEmulator, startPaystack } from "@/e2e/emulators/paystack";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { planMove, planPaystack } from "./plan";
import { moveMaxLines, readMoveFile } from "./read-file";

let world: TestWorld;
let shop: TestStore;
let paystack: PaystackEmulator;

beforeAll(async () => {
  world = testWorld();
  paystack = await startPaystack({ secretKey: "sk_test_of_the_seller" });
});
afterAll(() => paystack.close());
beforeEach(async () => {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  await world.db.product.update({ where: { id: shop.products[0].id }, data: { name: "Gold" } });
});

async function lines(id: number) {
  const rows = await world.db.moveLine.findMany({ where: { moveId: id }, orderBy: { line: "asc" } });
  return rows.map(({ line, outcome, data, problem }) => {
    const { email, end, isCancelled } = data as Record<string, unknown>;
    return { line, outcome, email, end, isCancelled, problem: (problem as { code: string } | null)?.code };
  });
}
const plan = async (csv: string, productId: number | null = null) =>
  lines(await planMove(world, shop.live, { csv, productId }));

test("Stripe's file: paid until the end of its period, and cancelled with it", async () => {
  const rows = await plan(
    `id,Customer Email,Customer Name,Plan,Product,Quantity,Interval,Amount,Currency,Status,Created (UTC),Start (UTC),Current Period Start (UTC),Current Period End (UTC),Cancel At Period End,seat (metadata)
sub_A,a@example.com,Amina,price_1,prod_1,1,month,"50,000",ugx,active,2025-12-31 10:00:00,2025-12-31 10:00:00,2026-02-28 10:00:00,2026-03-31 10:00:00,false,4
sub_B,b@example.com,Ben,price_1,prod_1,1,month,50000,ugx,active,2026-02-10 10:00,2026-02-10 10:00,2026-02-10 10:00,2026-03-10 10:00,true,
sub_C,c@example.com,Cleo,price_1,prod_1,1,month,50000,ugx,past_due,2026-02-10 10:00,2026-02-10 10:00,2026-02-10 10:00,2026-03-10 10:00,false,
`,
    shop.products[0].id,
  );
  expect(rows).toMatchObject([
    { outcome: "make", email: "a@example.com", end: "2026-03-31T10:00:00.000Z", isCancelled: false },
    { outcome: "make", email: "b@example.com", isCancelled: true },
    { outcome: "refused", problem: "move_unpaid" },
  ]);
  const [first] = await world.db.moveLine.findMany({ where: { outcome: "make" }, orderBy: { line: "asc" } });
  expect(first?.data).toMatchObject({ metadata: { seat: "4" }, amountMinor: "50000", externalId: "sub_A" });
});

test("Gumroad's file: charges of one buyer are one subscription, and its totals are none", async () => {
  const rows =
    await plan(`Purchase ID,Item Name,Buyer Name,Purchase Email,Buyer Email,Purchase Date,Recurrence,Cancellation Date,Subscription End Date,Recurring Charge?,Refunded?
p1,Gold,Amina,a@example.com,,2025-12-31,monthly,,,0,0
p2,Gold,Amina,a@example.com,,2026-01-31,monthly,,,1,0
p3,Gold,Amina,a@example.com,,2026-02-28,monthly,,,1,0
p4,Gold,Ben,b@example.com,,2026-02-20,monthly,2026-02-25,2026-03-20,0,0
p5,Gold,Cleo,c@example.com,,2026-02-20,monthly,,,0,1
p6,Gold,Dora,d@example.com,,2026-02-20,,,,0,0
Totals,,,,,,,,,,
`);
  expect(rows).toMatchObject([
    { outcome: "same", problem: "move_same_line" },
    { outcome: "same", problem: "move_same_line" },
    { line: 4, outcome: "make", email: "a@example.com", end: "2026-03-31T00:00:00.000Z" },
    { outcome: "make", email: "b@example.com", end: "2026-03-20T00:00:00.000Z", isCancelled: true },
    { outcome: "refused", problem: "move_refunded" },
    { outcome: "refused", problem: "move_no_interval" },
  ]);
});

test("Paystack's list is read page by page with the key, which is stored nowhere", async () => {
  paystack.subscriptions.splice(0);
  for (let at = 0; at < 120; at += 1)
    paystack.subscriptions.push({
      ...{ code: `SUB_${at}`, email: `p${at}@example.com`, plan: "Gold", amount: 5_000_000, currency: "UGX" },
      status: at === 0 ? "non-renewing" : at === 1 ? "cancelled" : "active",
      ...{ createdAt: "2026-01-10T07:00:00.000Z" },
      nextPaymentAt: at === 1 ? null : at === 2 ? "2026-03-02T20:00:00.000Z" : "2026-03-10T07:00:00.000Z",
    });
  const key = "sk_test_of_the_seller";
  const at = { baseUrl: paystack.url };
  const id = await planPaystack(world, shop.live, { key, productId: null }, at);
  const rows = await lines(id);
  expect(rows).toHaveLength(120);
  expect(rows.slice(0, 3)).toMatchObject([
    { outcome: "make", isCancelled: true },
    { outcome: "refused", problem: "move_date" },
    { outcome: "make", end: "2026-03-02T20:00:00.000Z" },
  ]);
  // One of them is charged there within a day.
  expect((await world.db.move.findUniqueOrThrow({ where: { id } })).soon).toBe(1);
  const stored = await world.pool.query(
    "SELECT m::text || l::text AS row FROM moves m JOIN move_lines l ON l.move_id = m.id UNION ALL SELECT a::text FROM audit_entries a",
  );
  expect(JSON.stringify(stored.rows)).not.toContain(key);
  const refused = planPaystack(world, shop.live, { key: "sk_test_another", productId: null }, at);
  await expect(refused).rejects.toMatchObject({ errors: { passwordKey: [{ code: "move_key" }] } });
  const none = planPaystack(world, shop.live, { key: "my password", productId: null }, at);
  await expect(none).rejects.toMatchObject({ errors: { passwordKey: [{ code: "move_key" }] } });
  const lost = planPaystack(world, shop.live, { key, productId: null }, { baseUrl: "http://127.0.0.1:1" });
  await expect(lost).rejects.toMatchObject({ errors: { passwordKey: [{ code: "move_unreachable" }] } });
});

test.each([
  ["a mark of UTF-8 and semicolons", "\uFEFFemail;current_period_end\r\na@example.com;2026-04-01\r\n"],
  ["tabs and other names", "Customer Email\tPaid until\na@example.com\t2026-04-01"],
  [
    "text that is guarded against formulas",
    "email,current_period_end\na@example.com,'2026-04-01".replace("'", ""),
  ],
])("a file with %s is read", (_, csv) => {
  expect(readMoveFile(csv).lines).toMatchObject([
    { line: 2, typed: { email: "a@example.com", end: "2026-04-01" } },
  ]);
});

test.each([
  ["nothing", ""],
  ["no known columns", "a,b\n1,2"],
  ["nobody", "email,current_period_end\n"],
  ["too many lines", `email,current_period_end\n${"a@example.com,2026-04-01\n".repeat(moveMaxLines + 1)}`],
  ["a line without an end", `email,current_period_end\n"${"x".repeat(7_000_001)}`],
  ["a quote that is never closed", 'email,current_period_end\n"a@example.com,2026-04-01'],
])("a file with %s is refused", (_, csv) => {
  expect(() => readMoveFile(csv)).toThrow(expect.objectContaining({ name: "Invalid" }));
});

test("a formula in a cell stays text, however long it is", async () => {
  const rows = await plan(
    `email,name,product,current_period_end\na@example.com,"=HYPERLINK(""http://x"")",Gold,2026-04-01\nb@example.com,${"y".repeat(300)},Gold,2026-04-01\n`,
  );
  expect(rows).toMatchObject([{ outcome: "make" }, { outcome: "refused", problem: "too_long" }]);
});
