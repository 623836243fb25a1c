import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { resendReceipt } from "@/lib/services/billing/orders/fulfil";
import { readOrderHistory } from "@/lib/services/billing/orders/history";
import { readOrder } from "@/lib/services/billing/orders/read";
import { recordPayment, undoPayment } from "@/lib/services/money/outside/record";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { sentInvoice } from "@/lib/testing/products";
import InvoicePage from "../invoices/[id]/page";
import OrderPage from "./[id]/page";
import UndoPage from "./[id]/payment/undo/page";
import { GET as ordersFile } from "./export/route";
import OrdersPage from "./page";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
});

async function recorded(): Promise<{ orderId: number; invoiceId: number }> {
  const invoice = await sentInvoice(world, shop, {
    customerEmail: "amina@example.com",
    allowPartPayment: true,
  });
  const { orderId } = await recordPayment(world, shop.seller, {
    ...{ id: randomUUID(), for: { kind: "invoice", invoiceId: invoice.id }, method: "cash", amount: "40000" },
    ...{ day: world.clock.now().toISOString().slice(0, 10), reference: "", agrees: false },
  });
  return { orderId, invoiceId: invoice.id };
}

test("why a recorded payment was taken back is shown on its order, its invoice and in the history", async () => {
  const { orderId, invoiceId } = await recorded();
  expect(await html(OrderPage(of(orderId)))).toContain("Send the receipt again");
  expect(await html(UndoPage(of(orderId)))).toContain('name="reason"');
  await undoPayment(world, shop.seller, { orderId, reason: "It was for Musa" });

  const order = await html(OrderPage(of(orderId)));
  expect(order).toContain("Taken back: this payment was recorded by mistake");
  expect(order).toContain("Recorded payment taken back: It was for Musa");
  expect(order.split("It was for Musa")).toHaveLength(3);
  for (const wrong of ["Refunded", "Given back", "Send the receipt again", "Receipt link"])
    expect(order).not.toContain(wrong);
  const invoice = await html(InvoicePage(of(invoiceId)));
  expect(invoice).toContain("It was for Musa");
  expect(invoice).toContain("Taken back");
  expect(invoice).not.toContain("Refunded");
  const history = await readOrderHistory(world, shop.live, await readOrder(world, shop.live, orderId));
  expect(history.map(({ what }) => what)).toContainEqual({
    ...{ did: "order_payment_undone", values: { why: "It was for Musa" } },
  });
});

test("no receipt of it goes out, and the page that took it back leads to its order", async () => {
  const { orderId } = await recorded();
  await undoPayment(world, shop.seller, { orderId, reason: "Wrong order" });
  await expect(resendReceipt(world, shop.seller, orderId)).rejects.toThrow(/receipt_taken_back/);
  await expect(html(UndoPage(of(orderId)))).rejects.toMatchObject({
    digest: expect.stringContaining(`/dashboard/orders/${orderId};`),
  });
});

test("in the list and its file it has a word of its own, and is not among what was refunded", async () => {
  const { orderId } = await recorded();
  await undoPayment(world, shop.seller, { orderId, reason: "Wrong order" });
  const { number } = await readOrder(world, shop.live, orderId);
  const shown = async (payment_status: string) => {
    const page = await html(OrdersPage(search({ payment_status })));
    const file = await ordersFile(new Request(`http://localhost/export?payment_status=${payment_status}`));
    expect((await file.text()).includes(`${number},`)).toBe(page.includes(`>${number}<`));
    return page.includes(`>${number}<`);
  };
  expect(await shown("taken_back")).toBe(true);
  expect(await shown("refunded")).toBe(false);
  const file = await ordersFile(new Request("http://localhost/export"));
  expect(await file.text()).toMatch(new RegExp(`${number},.*,taken_back,`));
});

test("the newest payment of an invoice is the first in the list", async () => {
  const { orderId, invoiceId } = await recorded();
  world.clock.set(new Date(world.clock.now().getTime() + 60_000));
  const second = await recordPayment(world, shop.seller, {
    ...{ id: randomUUID(), for: { kind: "invoice", invoiceId }, method: "cash", amount: "" },
    ...{ day: world.clock.now().toISOString().slice(0, 10), reference: "", agrees: false },
  });
  const page = await html(InvoicePage(of(invoiceId)));
  const at = (id: number) => page.indexOf(`/dashboard/orders/${id}"`);
  expect(at(second.orderId)).toBeGreaterThan(0);
  expect(at(second.orderId)).toBeLessThan(at(orderId));
});
