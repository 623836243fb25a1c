import { beforeEach, expect, test } from "vitest";
import OpsPage from "@/app/(operator)/ops/page";
import OpsPayoutsPage from "@/app/(operator)/ops/payouts/page";
import OpsRailsPage from "@/app/(operator)/ops/rails/page";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { html, search, signIn } from "@/lib/testing/dashboard";
import { openPages } from "@/lib/testing/in-paying-world";
import { paidPayment, testPassword as password, sellingStore } from "@/lib/testing/money";
import OverviewPage from "./page";
import OwnAccountsPage from "./wallet/own/page";
import WalletPage from "./wallet/page";
import NewPayoutPage from "./wallet/payouts/new/page";
import { GET as statementFile } from "./wallet/statement/export/route";

const world = await openPages();
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  Object.assign(world.config, { wallets: false });
  shop = await sellingStore(world);
  await signIn(world, shop);
});

const connect = () =>
  saveAccount(world, shop.seller, {
    ...{ rail: "sandbox", livemode: true, label: "Till in Ntinda", credentials: {}, password },
  });
/** What a page says of wallets, holds and payouts. */
const ofWallets = /wallet(?!\/own)|payout|on hold/i;

test("without wallets no page of a seller speaks of one", async () => {
  await connect();
  await paidPayment(world, shop);
  const pages = [await html(OverviewPage(search())), await html(OwnAccountsPage(search()))];
  for (const page of pages) {
    expect(page).toContain("With you");
    expect(page.match(ofWallets)?.[0] ?? "nothing").toBe("nothing");
  }
});

test("pages and files of the wallet are not there", async () => {
  await expect(html(WalletPage(search()))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  await expect(html(NewPayoutPage(search()))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  expect((await statementFile(new Request("http://localhost:3000/x"))).status).toBe(404);
});

test("the first step of a new store is to connect an account, since nobody can pay it before", async () => {
  const page = await html(OverviewPage(search()));
  expect(page).toContain("/dashboard/wallet/own/new");
  expect(page).not.toContain("/dashboard/wallet/accounts/new");
});

test("with wallets, own accounts are in the menu once there is one, and the wallet page shows both", async () => {
  Object.assign(world.config, { wallets: true });
  const menu = async () =>
    /<nav aria-label="Main">.*?<\/nav>/s.exec(await html(WalletPage(search())))?.[0] ?? "";
  const open = (nav: string) => nav.split("<details")[0];
  expect(open(await menu())).not.toContain("/dashboard/wallet/own");
  await connect();
  expect(open(await menu())).toContain("/dashboard/wallet/own");
  await paidPayment(world, shop);
  const page = await html(WalletPage(search()));
  expect(page).toContain("Till in Ntinda");
  expect(page).toMatch(/UGX 50,000/);
});

test("without wallets the operator's area has no payouts and no corrections, and says what stores may connect", async () => {
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  const overview = await html(OpsPage());
  expect(overview).not.toMatch(/href="\/ops\/(payouts|corrections)/);
  await expect(html(OpsPayoutsPage(search()))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  expect(await html(OpsRailsPage())).toContain("stores are paid into their own accounts alone");
});
