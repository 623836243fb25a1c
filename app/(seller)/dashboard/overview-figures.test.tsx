import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openList } from "@/app/_lists/list";
import { currentSeller } from "@/lib/auth/current-seller";
import { balanceOf } from "@/lib/domain/invoice";
import { formatMoney } from "@/lib/domain/money";
import { openedForField } from "@/lib/domain/opened-for";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { saveSchedule } from "@/lib/services/money/out/payouts/schedule";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { readWallets } from "@/lib/services/money/wallet/read";
import { atPages, formWith, html, search, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { paidOrder } from "@/lib/testing/order";
import { sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import InvoicesPage from "./invoices/page";
import { remindAllAction } from "./list-actions";
import OrdersPage from "./orders/page";
import OverviewPage from "./page";
import { invoicesPath, ordersPath, payoutsPath, subscriptionsPath, walletPath } from "./paths";
import SubscriptionsPage from "./subscriptions/page";
import WalletPage from "./wallet/page";
import PayoutsPage from "./wallet/payouts/page";
import { atStore } from "./words";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;

/** A store in which every figure of the overview is something, in two currencies. */
beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
  const { id } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: "0772 000 789", network: "mtn_ug", name: "Achieng Otieno" },
    password: testPassword,
  });
  const payOut = (amount: string) =>
    requestPayout(world, shop.seller, {
      id: randomUUID(),
      destinationId: id,
      amount,
      password: testPassword,
    });
  const { orderId } = await paidPayment(world, shop);
  await paidPayment(world, shop, "279");
  await releaseAll(world);
  world.clock.advance(2 * 86_400_000);
  await payOut("20000");
  await later(world, 60_000);
  await requestRefund(world, shop.seller, {
    orderId,
    reason: "Broken",
    requestKey: randomUUID(),
    amountMinor: 9_000n,
  });
  await later(world, 60_000);
  await payOut("5000");
  await paidPayment(world, shop, "149").catch(() => null);
  const kes = await paidOrder(world, shop);
  await world.db.order.update({ where: { id: kes.id }, data: { currency: "KES" } });
  const free = await paidOrder(world, shop, { paymentMethod: "free" });
  await world.db.order.update({
    where: { id: free.id },
    data: { subtotalMinor: 0n, totalMinor: 0n, feeMinor: 0n, netMinor: 0n },
  });
  const failed = await paidOrder(world, shop, { paymentStatus: "failed" });
  for (const failureReason of ["wrong_pin", "insufficient_funds"])
    await world.db.paymentAttempt.create({
      data: {
        ...{ id: randomUUID(), storeId: shop.store.id, orderId: failed.id, token: randomUUID() },
        ...{ rail: "sandbox", method: "mobile_money", currency: "UGX", amountMinor: 50_000n },
        ...{ status: "failed", failureReason, createdAt: world.clock.now() },
      },
    });
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
  for (const days of [25, 25, 20, 32])
    await paidSubscription(world, shop, { livemode: true, ref: randomUUID(), at: ago(days) });
  await sentInvoice(world, shop, { dueOn: new Date(ago(-5).toISOString().slice(0, 10)), paidMinor: 40_000n });
  await sentInvoice(world, shop, { dueOn: new Date(ago(-40).toISOString().slice(0, 10)) });
}, 60_000);

const listed = { [ordersPath]: OrdersPage.list, [subscriptionsPath]: SubscriptionsPage.list };
const others = { [invoicesPath]: InvoicesPage.list, [payoutsPath]: PayoutsPage.list };

/** What the list behind a link comes to, as the link should say it. */
async function counted(href: string): Promise<string> {
  const who = atStore(await currentSeller());
  const url = new URL(href, "http://localhost");
  const asked = Object.fromEntries(url.searchParams);
  const money = (minor: bigint, currency = "UGX") => formatMoney({ minor, currency }, "en");
  if (url.pathname === walletPath) {
    const wallets = await readWallets(world, who.caller);
    const [own] = wallets;
    const held = own?.releases.reduce((all, { amountMinor }) => all + amountMinor, 0n) ?? 0n;
    return `${money(url.hash === "#holds" ? held : (own?.availableMinor ?? 0n))}|KES 0`;
  }
  // Safe: the test fails where there is no such list.
  const list = { ...listed, ...others }[url.pathname] as unknown as typeof OrdersPage.list;
  const { found } = await openList(list, who, asked);
  expect(found.rows.length, href).toBe(found.total);
  if (url.pathname === payoutsPath) {
    const rows = found.rows as unknown as Awaited<ReturnType<typeof PayoutsPage.list.read>>["rows"];
    const fee = asked.status === "under_way";
    return money(
      rows.reduce((all, row) => all + row.amountMinor + (fee ? row.feeMinor : 0n), 0n),
      asked.currency,
    );
  }
  if (url.pathname === invoicesPath) {
    const rows = found.rows as unknown as Awaited<ReturnType<typeof InvoicesPage.list.read>>["rows"];
    return `${found.total} invoice to be paid by .*${money(rows.reduce((all, row) => all + balanceOf(row), 0n))}`;
  }
  if (url.pathname === ordersPath && asked.paid_from)
    return money(
      found.rows.reduce((all, row) => all + row.totalMinor - row.refundedMinor, 0n),
      asked.currency,
    );
  return `\\b${found.total}\\b`;
}

test("each figure of the overview is a link to the list that it counts, and equals it", async () => {
  const page = await html(OverviewPage(search()));
  const links = [...page.matchAll(/<a[^>]*href="([^"]+)"([^>]*)>(.*?)<\/a>/gs)]
    .map(([, href = "", more = "", inside = ""]) => ({
      href: href.replaceAll("&amp;", "&"),
      says: `${/aria-label="([^"]*)"/.exec(more)?.[1] ?? ""} ${inside.replace(/<[^>]*>/g, " ")}`.replace(
        /\s+/g,
        " ",
      ),
    }))
    .filter(({ href }) => /[?#]/.test(href) || href === walletPath)
    .filter(({ href, says }) => /\d/.test(says) && !href.startsWith("/dashboard?"));
  expect(links.length).toBeGreaterThanOrEqual(14);
  for (const { href, says } of links) expect(says, href).toMatch(new RegExp(await counted(href)));
});

test("money on hold has one word and one figure, and what never was here does not stand where the money is", async () => {
  const [page, wallet] = [await html(OverviewPage(search())), await html(WalletPage(search()))];
  const [where = ""] = /Where your money is.*?<\/section>/s.exec(page) ?? [];
  const [, held = "none"] = /On hold<\/span>.*?(UGX [\d,]+)/s.exec(where) ?? [];
  expect(wallet).toMatch(/On hold<\/dt>/);
  expect(wallet.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).toContain(`On hold ${held}`);
  expect(wallet).not.toContain("On the way<");
  expect(where).not.toContain("Paid in 7 days");
});

test("the days that somebody chose open the orders that were paid in them", async () => {
  const page = await html(OverviewPage(search({ days: "30" })));
  const [, href = ""] = /href="([^"]*paid_from[^"]*)"[^>]*class="hover/.exec(page) ?? [];
  expect(page).toContain((await counted(href.replaceAll("&amp;", "&"))).replace("UGX ", "</span> "));
});

test("the next payout is said with its day, amount and account; without one, how to have it", async () => {
  expect(await html(OverviewPage(search()))).toContain("Set up automatic payouts");
  const [account] = await world.db.payoutDestination.findMany({ where: { storeId: shop.store.id } });
  await saveSchedule(world, shop.seller, {
    ...{ weekday: "", hour: "6", destination: String(account?.id), minimum: "", keep: "" },
    ...{ password: testPassword, language: "en" },
  });
  expect(await html(OverviewPage(search()))).toMatch(/Next payout: .*06:00.*, about UGX [\d,]+, to .*789/s);
});

test("all who are due are reminded by one press, and by a second nobody", async () => {
  const told = () => world.db.message.count({ where: { storeId: shop.store.id, template: "renewal_asked" } });
  await world.db.user.update({ where: { id: shop.owner.id }, data: { emailVerifiedAt: world.clock.now() } });
  const where = { storeId: shop.store.id, status: "active" as const };
  for (const { customerId: id } of await world.db.subscription.findMany({ where }))
    await world.db.customer.update({ where: { id }, data: { email: `payer${id}@example.com` } });
  for (let press = 0; press < 2; press += 1) {
    const form = formWith({ [openedForField]: String(shop.store.id) });
    await expect(remindAllAction(form)).rejects.toThrow("NEXT_REDIRECT");
  }
  expect(await told()).toBe(3);
});
