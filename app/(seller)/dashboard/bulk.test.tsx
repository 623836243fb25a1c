import { beforeEach, expect, test } from "vitest";
import { rowsMax } from "@/app/_lists/list";
import { readFlash, serverCookie } from "@/lib/auth/sealed-cookie";
import { openedForField } from "@/lib/domain/opened-for";
import { atPages, html, signIn } from "@/lib/testing/dashboard";
import { testDraft, testInvoice, testPaid } from "@/lib/testing/invoices";
import { paidOrder } from "@/lib/testing/order";
import { outbox, takers } from "@/lib/testing/outbox";
import { jar, requestHeaders } from "@/lib/testing/request";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET as customersFile } from "./customers/export/route";
import { GET as invoicesFile } from "./invoices/export/route";
import InvoicesPage from "./invoices/page";
import { bulkAction } from "./list-actions";
import { GET as ordersFile } from "./orders/export/route";
import { GET as subscriptionsFile } from "./subscriptions/export/route";

const world = atPages(testWorld(takers()));
let shop: TestStore;

beforeEach(async () => {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  await world.db.user.update({
    where: { id: shop.owner.id },
    data: { emailVerifiedAt: world.clock.now() },
  });
  await signIn(world, shop, jar);
});

type List = "invoices" | "orders" | "subscriptions" | "customers";

/** Presses a button with these rows chosen, and returns what the next page says. */
async function press(list: List, act: string, rows: (string | number)[]) {
  const form = new FormData();
  form.set(openedForField, String(shop.store.id));
  form.set("list", `/dashboard/${list}`);
  form.set("act", act);
  for (const row of rows) form.append("rows", String(row));
  jar.delete(serverCookie("flash").name);
  await expect(bulkAction(form)).rejects.toThrow("NEXT_REDIRECT");
  requestHeaders({ "x-pathname": `/dashboard/${list}` });
  const flash = await readFlash();
  return `${flash?.tone}: ${flash?.text}`;
}

const reachable = { customer_email: "amina@example.com" };
const invoice = (body = {}) => testInvoice(world, shop.live, { ...reachable, ...body });

test("invoices: those that can be reminded of are, the others are named with the reason", async () => {
  const [open, draft, paid] = [
    await invoice(),
    await testDraft(world, shop.live, reachable),
    await invoice(),
  ];
  await testPaid(world, paid, paid.totalMinor);
  const said = await press("invoices", "remind", [open.id, draft.id, paid.id, open.id, 0]);
  expect(said).toContain("ok: Send a reminder: 1 done.");
  expect(said).toContain(`Not done, ${draft.number}: It was not sent yet.`);
  expect(said).toContain(`Not done, ${paid.number}: `);
  expect(await outbox(world, shop.store.id)).toEqual(["invoice_reminder email queued"]);
});

test("pressed again, a reminder does not go out again that day", async () => {
  const { id, number } = await invoice();
  await press("invoices", "remind", [id]);
  expect(await press("invoices", "remind", [id])).toBe(
    `bad: Send a reminder: none done. Not done, ${number}: A reminder of it went out in the last 24 hours.`,
  );
  expect(await outbox(world, shop.store.id)).toHaveLength(1);
  world.clock.advance(25 * 60 * 60_000);
  expect(await press("invoices", "remind", [id])).toContain("1 done");
});

test("invoices are sent again by the channels they went by, once for two presses", async () => {
  const { id } = await invoice();
  for (let presses = 0; presses < 2; presses += 1)
    expect(await press("invoices", "send", [id])).toContain("ok: Send again: 1 done.");
  expect(await outbox(world, shop.store.id)).toEqual(["invoice_sent email sent"]);
});

test("invoices are cancelled after a question, which names how many", async () => {
  const both = [await invoice(), await invoice()];
  const ids = both.map(({ id }) => String(id));
  const page = await html(InvoicesPage({ searchParams: Promise.resolve({ act: "cancel", rows: ids }) }));
  expect(page).toContain("Cancel these 2 invoices?");
  for (const id of ids) expect(page).toContain(`<input type="hidden" name="rows" value="${id}"`);
  expect(await press("invoices", "cancel", ids)).toBe("ok: Cancel: 2 done.");
  expect(await press("invoices", "cancel", ids)).toBe("ok: Cancel: 2 done.");
  expect(await world.db.invoice.count({ where: { storeId: shop.store.id, cancelledAt: null } })).toBe(0);
});

test("receipts and manage links go out again, within their limits", async () => {
  const order = await paidOrder(world, shop, { name: "Amina" });
  await world.db.customer.updateMany({
    where: { accountId: shop.accountId },
    data: { email: "amina@example.com" },
  });
  expect(await press("orders", "receipt", [order.id])).toBe("ok: Send the receipt again: 1 done.");
  const subscription = await paidSubscription(world, shop, { livemode: true, email: "zainab@example.com" });
  const before = (await outbox(world, shop.store.id)).length;
  const many = 3;
  for (let sent = 0; sent < many; sent += 1) {
    expect(await press("subscriptions", "link", [subscription.id])).toContain("1 done");
    world.clock.advance(60_000);
  }
  expect(await press("subscriptions", "link", [subscription.id])).toContain("was sent several times lately");
  expect((await outbox(world, shop.store.id)).length).toBe(before + many);
});

test("subscriptions stop at the end of their period; one in grace is left as it is", async () => {
  const active = await paidSubscription(world, shop, { livemode: true });
  expect(await press("subscriptions", "stop", [active.id])).toContain("1 done");
  const at = new Date("2026-02-02T09:29:00Z");
  const late = await paidSubscription(world, shop, { livemode: true, at });
  expect(await press("subscriptions", "stop", [late.id])).toContain("none done");
  const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id } });
  expect(rows.map(({ id, cancelledAt }) => [id, cancelledAt !== null])).toEqual(
    expect.arrayContaining([
      [active.id, true],
      [late.id, false],
    ]),
  );
});

test("rows of another store are not there, and a role that may not is refused", async () => {
  const other = await testStore(world);
  const theirs = await testInvoice(world, other.live);
  expect(await press("invoices", "cancel", [theirs.id])).toContain("bad: Cancel: none done.");
  const own = await invoice();
  await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role: "viewer" } });
  expect(await press("invoices", "cancel", [own.id])).toMatch(/^bad: /);
  const left = await world.db.invoice.count({
    where: { id: { in: [own.id, theirs.id] }, cancelledAt: null },
  });
  expect(left).toBe(2);
  const page = await html(InvoicesPage({ searchParams: Promise.resolve({}) }));
  expect(page).not.toContain('value="cancel"');
});

test("nothing chosen, too much chosen, and what is not known do nothing", async () => {
  expect(await press("invoices", "cancel", [])).toBe("bad: Choose at least one row.");
  const many = Array.from({ length: rowsMax + 1 }, (_, index) => index + 1);
  expect(await press("invoices", "cancel", many)).toBe(`bad: At most ${rowsMax} rows at once.`);
  expect(await press("customers", "cancel", [1])).toMatch(/^bad: /);
});

test("a file of chosen rows holds them alone", async () => {
  const [first, second] = [await invoice(), await invoice()];
  await paidOrder(world, shop, { name: "Amina" });
  const order = await paidOrder(world, shop, { name: "Zainab" });
  const subscription = await paidSubscription(world, shop, { livemode: true });
  const lines = async (file: typeof invoicesFile, id: string | number) => {
    const answer = await file(new Request(`http://localhost/export?rows=${id}`));
    return (await answer.text()).trim().split("\r\n").slice(1);
  };
  const [line, ...more] = await lines(invoicesFile, second?.id ?? 0);
  expect(line).toContain(second?.number);
  expect(line).not.toContain(first?.number);
  expect(more).toEqual([]);
  expect(await lines(ordersFile, order.id)).toHaveLength(1);
  expect(await lines(subscriptionsFile, subscription.id)).toHaveLength(1);
  expect(await lines(customersFile, order.customerId)).toHaveLength(1);
  expect(await lines(customersFile, "nobody")).toHaveLength(0);
});
