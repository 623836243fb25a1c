import type { ReactNode } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Role, roles } from "@/lib/domain/roles";
import { html, search, signIn } from "@/lib/testing/dashboard";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import ImportPage from "./customers/import/page";
import NewCustomerPage from "./customers/new/page";
import CustomersPage from "./customers/page";
import NewEndpointPage from "./developers/endpoints/new/page";
import EndpointsPage from "./developers/endpoints/page";
import NewInvoicePage from "./invoices/new/page";
import InvoicesPage from "./invoices/page";
import NewLinkPage from "./links/new/page";
import LinksPage from "./links/page";
import NewProductPage from "./products/new/page";
import ProductsPage from "./products/page";
import SettingsPage from "./settings/page";
import TeamPage from "./team/page";

const jar = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock("next/headers", () => ({ cookies: async () => jar, headers: async () => new Headers() }));

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  await signIn(world, shop, jar);
});
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

/** What a page offers, and to whom. */
const offers: [name: string, offer: RegExp, page: () => Promise<ReactNode>, to: Role[]][] = [
  ["links", /New payment link/, () => LinksPage(search()), ["owner", "admin", "support", "developer"]],
  ["new link", /Create payment link/, () => NewLinkPage(), ["owner", "admin", "support", "developer"]],
  ["invoices", /New invoice/, () => InvoicesPage(search()), ["owner", "admin", "support", "developer"]],
  ["new invoice", /<form/, () => NewInvoicePage(), ["owner", "admin", "support", "developer"]],
  ["products", /New product/, () => ProductsPage(), ["owner", "admin", "developer"]],
  ["new product", /Add product/, () => NewProductPage(), ["owner", "admin", "developer"]],
  ["endpoints", /Add live endpoint/, () => EndpointsPage(search()), ["owner", "admin", "developer"]],
  ["new endpoint", /Add endpoint/, () => NewEndpointPage(search()), ["owner", "admin", "developer"]],
  ["customers", /Add a customer/, () => CustomersPage(search()), ["owner", "admin", "support", "developer"]],
  ["new customer", /<form/, () => NewCustomerPage(search()), ["owner", "admin", "support", "developer"]],
  ["import", /<textarea/, () => ImportPage(), ["owner", "admin", "support", "developer"]],
  ["store", /Upload/, () => SettingsPage(), ["owner", "admin"]],
  ["team", /Send invitation/, () => TeamPage(), ["owner", "admin"]],
];

test.each(offers)(
  "the page of %s offers an act to the roles that may do it, and to no other",
  async (_, offer, page, to) => {
    const seen: Role[] = [];
    for (const role of roles) {
      await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role } });
      const main = (await html(page())).split('id="content"')[1] ?? "";
      if (offer.test(main)) seen.push(role);
    }
    expect(seen).toEqual(to);
  },
);
