import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { frenchSpaces } from "@/lib/domain/languages";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { testDraft, testInvoice } from "@/lib/testing/invoices";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { endpointAt } from "@/lib/testing/webhooks";
import { compile, readTexts } from "@/lib/text/catalogue";
import { GET as receiptPage } from "../../(pay)/receipt/[token]/route";
import CustomerPage from "./customers/[id]/page";
import CustomersPage from "./customers/page";
import EditInvoicePage from "./invoices/[id]/edit/page";
import InvoiceDetailPage from "./invoices/[id]/page";
import NewInvoicePage from "./invoices/new/page";
import InvoicesPage from "./invoices/page";
import EditLinkPage from "./links/[id]/edit/page";
import LinkDetailPage from "./links/[id]/page";
import NewLinkPage from "./links/new/page";
import LinksPage from "./links/page";
import MessagesPage from "./messages/page";
import OrderPage from "./orders/[id]/page";
import ConfirmRefundPage from "./orders/[id]/refund/confirm/page";
import RefundPage from "./orders/[id]/refund/page";
import OrdersPage from "./orders/page";
import RemoveAccountPage from "./wallet/accounts/[id]/page";
import NewAccountPage from "./wallet/accounts/new/page";
import WalletPage from "./wallet/page";
import PayoutPage from "./wallet/payouts/[id]/page";
import ConfirmPayoutPage from "./wallet/payouts/confirm/page";
import NewPayoutPage from "./wallet/payouts/new/page";
import PayoutsPage from "./wallet/payouts/page";
import { GET as statementCsv } from "./wallet/statement/export/route";
import StatementPage from "./wallet/statement/page";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;
let orderId: number;
let otherOrderId: number;
let payoutId: string;
let account: { id: number; label: string };

beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
  await endpointAt(world, shop.live, "https://app.example.com/hooks");
  orderId = (await paidPayment(world, shop)).orderId;
  otherOrderId = (await paidPayment(world, shop, "279")).orderId;
  await paidPayment(world, shop, "149");
  await releaseAll(world);
  const phone = { kind: "mobile_money" as const, phone: "0772 000 789", network: "mtn_ug" };
  account = await addDestination(world, shop.seller, { ...phone, name: "Achieng", password: testPassword });
  payoutId = randomUUID();
  const payout = { id: payoutId, destinationId: account.id, amount: "1000", password: testPassword };
  await requestPayout(world, shop.seller, payout);
  const refund = { orderId, amountMinor: 500n, reason: "Panne", requestKey: randomUUID() };
  await requestRefund(world, shop.seller, refund);
  await later(world, 4_000);
}, 60_000);

const reads = (language: string) =>
  world.db.user.update({ where: { id: shop.owner.id }, data: { language } });

const link = (body: Record<string, unknown> = {}) =>
  createPaymentLink(world, shop.live, NewPaymentLink.parse({ title: "Natation", amount: 5_000, ...body }));

/** What is read and heard: texts, and the attributes that people meet. */
function said(page: string): string[] {
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  const heard = [...main.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  const read = main.replaceAll(/<(pre|script)\b.*?<\/\1>/gs, "").split(/<[^>]+>/);
  return [...heard, ...read].map((text) => text.replaceAll("&#x27;", "'").trim()).filter(Boolean);
}

const french = new Set(Object.values(readTexts("seller", "fr")).map(frenchSpaces));
/** Every English sentence that French says otherwise; of those with slots, the longest piece. */
const english = Object.values(readTexts("seller", "en"))
  .filter((sentence) => !french.has(sentence))
  .flatMap((sentence) =>
    sentence.includes(", plural,")
      ? [1, 2].map((count) => String(compile(sentence, "en").fill({ count })))
      : sentence,
  )
  .map((sentence) =>
    sentence
      .split(/\{\w+\}|\d+/)
      .reduce((a, b) => (b.length > a.length ? b : a))
      .trim(),
  );
// The preview of a link has a payer's button, and French says so too.
const whole = new Set(english.filter((piece) => piece !== "Payer"));
const long = english.filter((piece) => piece.length >= 14);

/** The lines of a page that are an English sentence, or have one in them. */
function englishIn(page: string): string[] {
  return said(page).filter((line) => whole.has(line) || long.some((piece) => line.includes(piece)));
}

async function linkPages(): Promise<Record<string, Promise<ReactNode>>> {
  const full = { description: "Tous", custom_question: "Nom ?", max_payments: 50 };
  const { id } = await link({ ...full, expires_at: "2030-01-01T00:00:00Z" });
  const paused = await link({ is_active: false, amount_type: "custom", amount: null, min_amount: 500 });
  return {
    links: LinksPage(search()),
    "links, none": LinksPage(search({ search: "rien" })),
    "links, past the end": LinksPage(search({ page: "9" })),
    "new link": NewLinkPage(),
    link: LinkDetailPage(of(id)),
    "paused link": LinkDetailPage(of(paused.id)),
    "edit link": EditLinkPage(of(id)),
  };
}

async function invoicePages(): Promise<Record<string, Promise<ReactNode>>> {
  const parts = { allow_part_payment: true, min_part_payment: 5_000, due_on: "2030-03-20" };
  const draft = await testDraft(world, shop.live, { customer_email: "amina@example.com", ...parts });
  const sent = await testInvoice(world, shop.live);
  return {
    invoices: InvoicesPage(search()),
    "invoices, none": InvoicesPage(search({ number: "INV-9" })),
    "new invoice": NewInvoicePage(),
    draft: InvoiceDetailPage(of(draft.id)),
    "sent invoice": InvoiceDetailPage(of(sent.id)),
    "edit invoice": EditInvoicePage(of(draft.id)),
  };
}

const confirmed = () => search({ destination: String(account.id), amount: "1000" });

const moneyPages = (): Record<string, Promise<ReactNode>> => ({
  wallet: WalletPage(search()),
  "wallet, none": WalletPage(search({ from: "2001-01-01", to: "2001-01-02" })),
  payouts: PayoutsPage(search()),
  payout: PayoutPage(of(payoutId)),
  "new payout": NewPayoutPage(),
  "confirm payout": ConfirmPayoutPage(confirmed()),
  "new account": NewAccountPage(),
  "remove account": RemoveAccountPage(of(account.id)),
  messages: MessagesPage(search()),
  "messages, none": MessagesPage(search({ status: "failed", channel: "sms" })),
  statement: StatementPage(search()),
  order: OrderPage(of(orderId)),
  refund: RefundPage(of(otherOrderId)),
  "confirm refund": ConfirmRefundPage({
    ...of(otherOrderId),
    ...search({ amount: "100", reason: "Panne" }),
  }),
});

test.each([
  ["links", linkPages],
  ["invoices", invoicePages],
  ["money and messages", async () => moneyPages()],
])("the pages of %s say nothing in English to somebody who reads French", async (_, pagesOf) => {
  await reads("fr");
  for (const [name, page] of Object.entries(await pagesOf())) {
    const shown = await html(page);
    expect([name, englishIn(shown)]).toEqual([name, []]);
    expect(said(shown).length).toBeGreaterThan(3);
  }
});

test("the same pages are found to be English by somebody who reads English", async () => {
  await reads("en");
  const pages = { ...(await linkPages()), ...(await invoicePages()), ...moneyPages() };
  for (const [name, page] of Object.entries(pages))
    expect([name, englishIn(await html(page)).length > 2]).toEqual([name, true]);
});

test("days, amounts and what happened to the wallet are written as the reader's language does", async () => {
  await reads("fr");
  await testInvoice(world, shop.live, { due_on: "2030-03-20" });
  expect(await html(InvoicesPage(search()))).toContain("20 mars 2030");
  const wallet = await html(StatementPage(search({ what: "all" })));
  for (const line of [
    "Paiement pour ORD-000001, moins les frais ; d’abord retenu".replace(" ;", "\u00a0;"),
    "La retenue sur ORD-000001 a pris fin",
    `Reversement vers ${account.label} demandé, avec ses frais`,
  ])
    expect(wallet).toContain(line);
  await reads("en");
  const english = await html(StatementPage(search({ what: "all" })));
  for (const line of [
    "Payment for ORD-000001, after the fee; on hold at first",
    "The hold on ORD-000001 ended",
    `Payout to ${account.label} asked for, with its fee`,
    `Payout arrived: UGX 1,000 reached ${account.label}`,
    "Refund of ORD-000001: the payer has UGX 500",
  ])
    expect(english).toContain(line);
  // One line a movement, where nothing else is asked for.
  const moved = await html(StatementPage(search()));
  for (const line of ["Payment for ORD-000001", "Payout to", "Refund of ORD-000001 asked for"])
    expect(moved.split(line)).toHaveLength(2);
  expect(moved).not.toMatch(/The hold on|Payout arrived|the payer has/);
});

test("the statement as a file has the heads of every language and the words of the reader", async () => {
  await reads("fr");
  const answer = await statementCsv(new Request("http://localhost:3000/dashboard/wallet/statement"));
  const [head, first] = (await answer.text()).split("\r\n");
  expect(head).toContain("time,store_time,what,order_or_payout,currency");
  expect(first).toContain("Paiement pour ORD-000001");
});

test("a sale that nobody named is told in the reader's language, wherever it stands", async () => {
  await reads("fr");
  const nobody = { name: "", email: "", phone: "" };
  const sale = { id: randomUUID(), lines: [{ name: "", quantity: "", price: "2500" }], customer: nobody };
  const sold = await sellAtCounter(world, shop.seller, { ...sale, method: "cash", reference: "" });
  const { customerId, receiptToken } = await world.db.order.findUniqueOrThrow({
    where: { id: sold.orderId },
  });
  const pages = [OrdersPage(search()), OrderPage(of(sold.orderId)), CustomersPage(search())];
  for (const page of [...(await Promise.all(pages.map(html))), await html(CustomerPage(of(customerId)))]) {
    expect(page).toContain("Client de passage");
    expect(page.replaceAll(/<pre.*?<\/pre>/gs, "")).not.toMatch(/Counter sale|Walk-in customer/);
  }
  const address = `http://localhost:3000/receipt/${receiptToken}`;
  const receipt = (hl: string) =>
    receiptPage(new Request(`${address}?hl=${hl}`), { params: Promise.resolve({ token: receiptToken }) });
  expect(await (await receipt("sw")).text()).toContain("Mauzo ya kaunta");
  expect(await (await receipt("ar")).text()).toContain("بيع في المتجر");
});

test("an order's history is told in the reader's language", async () => {
  await reads("fr");
  const page = await html(OrderPage(of(orderId)));
  for (const line of [
    "Demande de payer UGX 50\u00a0000 par MTN MoMo",
    "Signalé à votre site ou application",
    "Payeur",
  ])
    expect(page).toContain(line);
  await reads("en");
  const same = await html(OrderPage(of(orderId)));
  for (const line of ["Asked to pay UGX 50,000 by MTN MoMo, 0772 •••789", "Reported to your website or app"])
    expect(same).toContain(line);
});

test("why money cannot move is told in the reader's language", async () => {
  await reads("fr");
  const wished = (amount: string) => search({ destination: String(account.id), amount });
  for (const [amount, why] of [
    ["900000", "sont disponibles, et les frais s’ajoutent"],
    ["9000000", "MTN MoMo prend des montants de UGX 500 à UGX 5\u00a0000\u00a0000 en une fois."],
    ["0", "Saisissez un montant supérieur à zéro."],
  ] as const)
    expect(await html(ConfirmPayoutPage(wished(amount)))).toContain(why);
  const back = search({ amount: "9000000", reason: "Panne" });
  const refused = await html(ConfirmRefundPage({ ...of(otherOrderId), ...back }));
  expect(refused).toContain("Au plus UGX 50\u00a0000 de cette commande");
  await world.db.store.update({ where: { id: shop.store.id }, data: { verificationStatus: "pending" } });
  for (const page of [WalletPage(search()), NewPayoutPage()])
    expect(await html(page)).toContain("Cette boutique est en cours de vérification");
  await world.db.store.update({ where: { id: shop.store.id }, data: { verificationStatus: "unverified" } });
  expect(await html(WalletPage(search()))).toContain('href="/dashboard/settings/verification"');
  await world.db.store.update({ where: { id: shop.store.id }, data: { verificationStatus: "verified" } });
});
