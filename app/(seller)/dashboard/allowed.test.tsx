import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { type Role, roles } from "@/lib/domain/roles";
import { atPages, html, search, signedIn } from "@/lib/testing/dashboard";
import { paidSubscription } from "@/lib/testing/subscription";
import { testWorld } from "@/lib/testing/world";
import ImportPage from "./customers/import/page";
import NewCustomerPage from "./customers/new/page";
import CustomersPage from "./customers/page";
import NewEndpointPage from "./developers/endpoints/new/page";
import EndpointsPage from "./developers/endpoints/page";
import EventsPage from "./developers/events/page";
import NewKeyPage from "./developers/keys/new/page";
import KeysPage from "./developers/keys/page";
import RequestsPage from "./developers/requests/page";
import TestModePage from "./developers/test-mode/page";
import NewInvoicePage from "./invoices/new/page";
import InvoicesPage from "./invoices/page";
import NewLinkPage from "./links/new/page";
import LinksPage from "./links/page";
import OverviewPage from "./page";
import NewProductPage from "./products/new/page";
import ProductsPage from "./products/page";
import LookPage from "./settings/look/page";
import TeamPage from "./team/page";
import NewAccountPage from "./wallet/accounts/new/page";
import WalletPage from "./wallet/page";
import NewPayoutPage from "./wallet/payouts/new/page";
import PayoutsPage from "./wallet/payouts/page";
import { GET as statementFile } from "./wallet/statement/export/route";

const world = atPages(testWorld());
const shop = signedIn(world);

/** What a page offers, and to whom. */
const offers: [name: string, offer: RegExp, page: () => Promise<ReactNode>, to: Role[]][] = [
  ["links", /New payment link/, () => LinksPage(search()), ["owner", "admin", "support", "developer"]],
  ["new link", /Create payment link/, () => NewLinkPage(), ["owner", "admin", "support", "developer"]],
  ["invoices", /New invoice/, () => InvoicesPage(search()), ["owner", "admin", "support", "developer"]],
  ["new invoice", /<form/, () => NewInvoicePage(), ["owner", "admin", "support", "developer"]],
  ["products", /New product/, () => ProductsPage(), ["owner", "admin", "developer"]],
  ["new product", /Save and share/, () => NewProductPage(), ["owner", "admin", "developer"]],
  ["endpoints", /Add live webhook/, () => EndpointsPage(search()), ["owner", "admin", "developer"]],
  ["new endpoint", /Add webhook/, () => NewEndpointPage(search()), ["owner", "admin", "developer"]],
  ["customers", /Add a customer/, () => CustomersPage(search()), ["owner", "admin", "support", "developer"]],
  ["new customer", /<form/, () => NewCustomerPage(search()), ["owner", "admin", "support", "developer"]],
  ["import", /<textarea/, () => ImportPage(), ["owner", "admin", "support", "developer"]],
  ["look", /Upload/, () => LookPage(), ["owner", "admin"]],
  ["team", /Make the link/, () => TeamPage(), ["owner", "admin"]],
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

/** Pages that not every role reads. */
const closed: [name: string, page: () => Promise<ReactNode>][] = [
  ["wallet", () => WalletPage(search())],
  ["payouts", () => PayoutsPage(search())],
  ["new payout", () => NewPayoutPage()],
  ["new account", () => NewAccountPage()],
  ["keys", () => KeysPage()],
  ["new key", () => NewKeyPage(search())],
  ["endpoints", () => EndpointsPage(search())],
  ["new endpoint", () => NewEndpointPage(search())],
  ["events", () => EventsPage(search())],
  ["requests", () => RequestsPage(search())],
  ["test mode", () => TestModePage(search())],
];

test.each(closed)("support does not read the page of %s, everybody else does", async (_, page) => {
  const told: Role[] = [];
  for (const role of roles) {
    await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role } });
    if (!(await html(page())).includes("Your role does not show this")) told.push(role);
  }
  expect(told).toEqual(["owner", "admin", "developer", "viewer"]);
});

test("support sees neither the menu of developers nor the wallet, no totals of money and no statement", async () => {
  const statement = () => statementFile(new Request("http://localhost/dashboard/wallet/statement"));
  const asRole = (role: Role) =>
    world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role } });
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { name: "Gold" } });
  await paidSubscription(world, shop, { livemode: true, ref: "amina" });
  await asRole("owner");
  const whole = await html(OverviewPage(search()));
  expect(whole).toContain('href="/dashboard/wallet"');
  expect(whole).toContain('href="/dashboard/developers/keys"');
  expect(whole).toContain("Where your money is");
  expect((await statement()).status).toBe(200);
  await asRole("support");
  const narrow = await html(OverviewPage(search()));
  expect(narrow).toContain('href="/dashboard/orders"');
  expect(narrow).toContain("1 active");
  for (const hidden of ['href="/dashboard/wallet', 'href="/dashboard/developers', "Where your money is"])
    expect(narrow).not.toContain(hidden);
  expect((await statement()).status).toBe(403);
});
