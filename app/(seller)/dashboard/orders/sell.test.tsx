import { expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { composeUuid } from "@/lib/domain/token";
import { undoPayment } from "@/lib/services/money/outside/record";
import { atPages, formWith, html, of, search, signedIn } from "@/lib/testing/dashboard";
import { product } from "@/lib/testing/products";
import { testWorld } from "@/lib/testing/world";
import OrderPage from "./[id]/page";
import ReceiptPage from "./[id]/receipt/page";
import OrdersPage from "./page";
import SellPage from "./sell/page";

const world = atPages(testWorld());
const shop = signedIn(world);

function press(fields: Record<string, string>) {
  const key = composeUuid(world.random.bytes(16));
  const all = { [openedForField]: String(shop.store.id), key, method: "cash", reference: "", ...fields };
  return SellPage.send(freshForm, formWith(all));
}

test("a product is tapped as often as wanted; the sale leads to its receipt, to be read at the counter", async () => {
  const sold = await product(world, shop, { name: "Kettle" });
  expect(await html(OrdersPage(search()))).toContain('href="/dashboard/orders/sell"');
  const page = await html(SellPage(search({ [`n.${sold.id}`]: "2" })));
  for (const part of ["Kettle", 'value="5000"', 'value="2"', 'value="cash"', 'name="reference"'])
    expect(page).toContain(part);
  const tapped = { [`n.${sold.id}`]: "2", [`p.${sold.id}`]: "5000" };
  const gone = await press(tapped).catch((error) => error.digest);
  expect(gone).toMatch(/\/dashboard\/orders\/\d+\/receipt;/);
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(order).toMatchObject({ totalMinor: 10_000n, source: "manual", paymentStatus: "paid" });
  const receipt = await html(ReceiptPage(of(order.id)));
  for (const part of ["data:image/svg+xml", `/receipt/${order.receiptToken}`, "UGX 10,000", "https://wa.me/"])
    expect(receipt).toContain(part);
  await undoPayment(world, shop.live, { orderId: order.id, reason: "Typed twice" });
  expect(await html(ReceiptPage(of(order.id)))).toContain("there is no receipt to send");
});

test("what is wrong with a line stands at its tile, or at the amount", async () => {
  const { id } = await product(world, shop, { name: "Rope" });
  const { errors } = await press({ [`n.${id}`]: "half", [`p.${id}`]: "100", amount: "1,5,0" });
  expect(Object.keys(errors).sort()).toEqual(["amount", `n.${id}`].sort());
  expect((await press({})).errors).toHaveProperty("amount");
});

test("a phone that is asked is followed on the page of the receipt, and asked again with the same goods", async () => {
  const { id } = await product(world, shop, { name: "Basin" });
  const pressed = { [`n.${id}`]: "3", [`p.${id}`]: "700", method: "mobile_money", buyer: "+256772000049" };
  await press(pressed).catch(() => null);
  const order = await world.db.order.findFirstOrThrow({
    where: { storeId: shop.store.id, paymentStatus: "pending" },
  });
  // With play money the phone is one press away, on both pages.
  for (const page of [ReceiptPage, OrderPage])
    expect(await html(page(of(order.id)))).toContain('href="/sandbox/phone/256772000049"');
  expect(await html(ReceiptPage(of(order.id)))).toContain("Waiting for 0772 •••049");
  await world.db.paymentAttempt.updateMany({ where: { orderId: order.id }, data: { status: "failed" } });
  const failed = await html(ReceiptPage(of(order.id)));
  expect(failed + (await html(OrderPage(of(order.id))))).not.toContain("/sandbox/phone/");
  for (const part of ["Not paid", `n.${id}=3`, `/orders/${order.id}/payment`]) expect(failed).toContain(part);
});
