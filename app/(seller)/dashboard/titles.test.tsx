import { expect, test } from "vitest";
import { atPages, of, signedIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { sentInvoice } from "@/lib/testing/products";
import { testWorld } from "@/lib/testing/world";
import * as store from "../../(operator)/ops/stores/[id]/page";
import * as customer from "./customers/[id]/page";
import * as invoice from "./invoices/[id]/page";
import * as order from "./orders/[id]/page";
import * as product from "./products/[id]/page";

const world = atPages(testWorld());
const shop = signedIn(world);

test("a tab is named by what its page is about", async () => {
  const paid = await paidOrder(world, shop);
  const sent = await sentInvoice(world, shop, { totalMinor: 50_000n });
  const [plan] = shop.products;
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  const titles = await Promise.all([
    product.generateMetadata(of(plan.id)),
    order.generateMetadata(of(paid.id)),
    customer.generateMetadata(of(paid.customerId)),
    invoice.generateMetadata(of(sent.id)),
    store.generateMetadata(of(shop.store.id)),
  ]);
  const names = [plan.name, paid.number, paid.customer.name, sent.number, shop.store.name];
  expect(titles).toEqual(names.map((title) => ({ title })));
});

test("a page of what is not there has no name", async () => {
  await expect(product.generateMetadata(of(999_999_999))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
