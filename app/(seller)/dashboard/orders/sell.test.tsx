import { beforeAll, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { composeUuid } from "@/lib/domain/token";
import { undoPayment } from "@/lib/services/money/outside/record";
import { atPages, formWith, html, of, search, signIn } from "@/lib/testing/dashboard";
import { product } from "@/lib/testing/products";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import ReceiptPage from "./[id]/receipt/page";
import OrdersPage from "./page";
import SellPage from "./sell/page";

const world = atPages(testWorld());
let shop: TestStore;

beforeAll(async () => {
  shop = await testStore(world);
  await signIn(world, shop);
});

function press(fields: Record<string, string>) {
  const key = composeUuid(world.random.bytes(16));
  const all = { [openedForField]: String(shop.store.id), key, method: "cash", reference: "", ...fields };
  return SellPage.send(freshForm, formWith(all));
}

test("the price of a product is filled in; the sale leads to its receipt, to be read at the counter", async () => {
  const sold = await product(world, shop, { name: "Kettle" });
  expect(await html(OrdersPage(search()))).toContain('href="/dashboard/orders/sell"');
  const page = await html(SellPage(search({ product: String(sold.id) })));
  for (const part of ['value="Kettle"', 'value="5000"', 'name="method"', 'name="reference"'])
    expect(page).toContain(part);
  const gone = await press({ "description.2": "Kettle", "quantity.2": "2" }).catch((error) => error.digest);
  expect(gone).toMatch(/\/dashboard\/orders\/\d+\/receipt;/);
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(order).toMatchObject({ totalMinor: 10_000n, source: "manual", paymentStatus: "paid" });
  const receipt = await html(ReceiptPage(of(order.id)));
  for (const part of ["data:image/svg+xml", `/receipt/${order.receiptToken}`, "UGX 10,000", "https://wa.me/"])
    expect(receipt).toContain(part);
  await undoPayment(world, shop.live, { orderId: order.id, reason: "Typed twice" });
  expect(await html(ReceiptPage(of(order.id)))).toContain("there is no receipt to send");
});

test("what is wrong with a line stands in the row where it was typed", async () => {
  const { errors } = await press({ "description.1": "Rope", "quantity.1": "half", "unitPrice.1": "1,5,0" });
  expect(Object.keys(errors).sort()).toEqual(["quantity.1", "unitPrice.1"]);
  expect((await press({})).errors).toHaveProperty(["unitPrice.0"]);
});

test("without script a press for one more line keeps what was typed", async () => {
  expect((await press({ more: "3", "description.0": "Rope" })).result).toEqual({ rows: 3 });
});
