import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { GET as invoicePreview } from "@/app/(pay)/invoice/preview/[id]/route";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { sendInvoice } from "@/lib/services/billing/invoices/send";
import { sendQuote } from "@/lib/services/billing/quotes/answer";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { atPages, signedIn } from "@/lib/testing/dashboard";
import { testDraft, testInvoice, testQuote } from "@/lib/testing/invoices";
import { takers } from "@/lib/testing/outbox";
import { product } from "@/lib/testing/products";
import { testStore, testWorld } from "@/lib/testing/world";
import CustomerPage from "./customers/[id]/page";
import InvoiceDetailPage from "./invoices/[id]/page";
import NewInvoicePage from "./invoices/new/page";
import InvoicesPage from "./invoices/page";
import QuotePage from "./invoices/quotes/[id]/page";
import QuotesPage from "./invoices/quotes/page";
import EditLinkPage from "./links/[id]/edit/page";
import LinkDetailPage from "./links/[id]/page";
import NewLinkPage from "./links/new/page";
import LinksPage from "./links/page";
import ProductPage from "./products/[id]/page";
import LookPage from "./settings/look/page";

const world = atPages(testWorld());
const shop = signedIn(world);

async function html(page: Promise<ReactNode>): Promise<string> {
  const { prelude } = await prerender(<div>{await page}</div>);
  return new Response(prelude).text();
}

const of = (id: number) => ({ params: Promise.resolve({ id: String(id) }) });
const search = (query: Record<string, string> = {}) => ({ searchParams: Promise.resolve(query) });
const link = (body: Record<string, unknown> = {}) =>
  createPaymentLink(world, shop.live, NewPaymentLink.parse({ title: "Lessons", amount: 5_000, ...body }));

test("the list of links shows title, amount, status, payments and what was collected; filters narrow it", async () => {
  await link({ title: "Swimming", max_payments: 50 });
  await link({ title: "Closed shop", is_active: false });
  const all = await html(LinksPage(search()));
  for (const part of ["Swimming", "UGX 5,000", "0 of 50", "Paused", "New payment link"])
    expect(all).toContain(part);
  const paused = await html(LinksPage(search({ status: "paused" })));
  expect(paused).toContain("Closed shop");
  expect(paused).not.toContain("Swimming");
  expect(await html(LinksPage(search({ search: "nothing like it" })))).toContain(
    "No link matches these filters",
  );
});

test("a link is written beside its preview; the form works without script", async () => {
  const page = await html(NewLinkPage());
  for (const name of ["title", "amountType", "amount", "maxPayments", "expiresAt", "redirectUrl", "options"])
    expect(page).toContain(`name="${name}"`);
  expect(page).toContain('data-shows="title"');
});

test("a link's page has the link to copy, WhatsApp, both codes, the poster, pause and delete", async () => {
  const { id, token } = await link({ title: "Rent & water" });
  const page = await html(LinkDetailPage(of(id)));
  for (const part of [
    `value="http://localhost:3000/pay/${token}"`,
    "https://wa.me/?text=Test%20Store%3A%20Rent%20%26%20water%20http",
    ...[`/pay/${token}/qr.svg`, `/pay/${token}/qr.png`, `/pay/${token}/poster`],
    ...["Pause", "Delete this link", "Nobody has paid yet."],
  ])
    expect(page).toContain(part);
  const edit = await html(EditLinkPage(of(id)));
  expect(edit).toContain('value="Rent &amp; water"');
});

test("a product, a plan and the store are given out by the same bar as a link", async () => {
  const tea = await product(world, shop, { name: "Kericho tea" });
  const [gold] = shop.products;
  const draft = await product(world, shop, { name: "Not yet", status: "draft" });
  const pages = [
    {
      page: await html(ProductPage(of(tea.id))),
      path: `/product/${tea.token}`,
      text: "Test Store: Kericho tea",
    },
    {
      page: await html(ProductPage(of(gold.id))),
      path: `/subscribe/${gold.token}`,
      text: `Test Store: ${gold.name}`,
    },
    { page: await html(LookPage()), path: `/store/${shop.store.slug}`, text: "Test Store" },
  ];
  for (const { page, path, text } of pages) {
    const url = `http://localhost:3000${path}`;
    const chat = `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
    for (const part of [`value="${url}"`, chat, `${path}/qr.svg`, `${path}/qr.png`, `${path}/poster`])
      expect(page).toContain(part);
  }
  // Nobody can open a draft, so there is nothing to give out yet.
  expect(await html(ProductPage(of(draft.id)))).not.toMatch(/wa\.me|poster|qr\.svg/);
});

test("the list of invoices shows number, customer, status, due day and amounts; filters narrow it", async () => {
  await testInvoice(world, shop.live, { due_on: "2026-03-20", customer_name: "Ben Odhiambo" });
  await testDraft(world, shop.live, { customer_name: "Cynthia" });
  const all = await html(InvoicesPage(search()));
  for (const part of ["INV-000001", "Ben Odhiambo", "Sent", "20 Mar 2026", "Total, UGX", ">50,000<"])
    expect(all).toContain(part);
  const drafts = await html(InvoicesPage(search({ status: "draft" })));
  expect(drafts).toContain("Cynthia");
  expect(drafts).not.toContain("Ben Odhiambo");
});

test("what counts as sent, but that no server here could send, says so everywhere and is to be given out by hand", async () => {
  const to = { customer_name: "Neema Achieng", customer_email: "neema@example.com" };
  const invoice = await testDraft(world, shop.live, to);
  await sendInvoice(world, shop.live, invoice.id, ["email"]);
  const quote = await testQuote(world, shop.live, to);
  await sendQuote(world, shop.live, quote.id, ["email"]);
  for (const { page, token } of [
    { page: await html(InvoiceDetailPage(of(invoice.id))), token: invoice.token },
    { page: await html(QuotePage(of(quote.id))), token: quote.token },
  ]) {
    expect(page).toContain("Ready to share");
    expect(page).not.toMatch(/>Sent<|Send again|Waiting for an answer/);
    expect(page).toContain("Give your customer the link yourself");
    expect(page).toContain(`/${token}"`);
  }
  for (const list of [
    await html(InvoicesPage(search({ search: "Neema" }))),
    await html(QuotesPage(search())),
  ])
    expect(list).toContain("Ready to share");
  const customer = await world.db.customer.findFirstOrThrow({ where: { email: to.customer_email } });
  expect(await html(CustomerPage(of(customer.id)))).toContain("Ready to share");
  // A server took this one.
  const taken = testWorld(takers());
  const other = await testDraft(world, shop.live, to);
  await sendInvoice(taken, shop.live, other.id, ["email"]);
  expect(await html(InvoiceDetailPage(of(other.id)))).not.toContain("Ready to share");
});

test("the form asks who, what, when and whether it repeats; a button for more lines is a plain submit", async () => {
  const page = await html(NewInvoicePage());
  const [form = ""] = page.slice(page.indexOf("group/paper")).split("<details");
  const fields = form.match(/<(input|select|textarea)(?![^>]*type="hidden")[^>]*>/g) ?? [];
  // Either when it is due or how it goes out is seen.
  expect([...new Set(fields.map((field) => / name="([^"]*)"/.exec(field)?.[1]))]).toEqual([
    ...["customerName", "description.0", "quantity.0", "unitPrice.0", "dueOn", "interval", "channels"],
  ]);
  expect(form).toMatch(/<button[^>]*name="more"[^>]*value="2"|<button[^>]*value="2"[^>]*name="more"/);
});

test("a draft offers to be sent on the channels it has addresses for; reminders and cancelling are said in words", async () => {
  const draft = await testDraft(world, shop.live, {
    customer_email: "amina@example.com",
    due_on: "2026-03-20",
  });
  const page = await html(InvoiceDetailPage(of(draft.id)));
  for (const part of [
    ...["amina@example.com", "Send the invoice", `/invoice/preview/${draft.id}`],
    ...["On the due day", "7 days after it", "Turn reminders off", "Nobody can pay it afterwards"],
  ])
    expect(page).toContain(part);
  expect(page).not.toContain('value="sms"');
});

test("where no server sends texts, none is offered, and the chat with the customer is the first thing to do", async () => {
  const to = { customer_phone: "0772 000111" };
  const [draft, quote] = [await testDraft(world, shop.live, to), await testQuote(world, shop.live, to)];
  const primary = /class="[^"]*bg-brand[^"]*"[^>]*href="https:\/\/wa\.me|href="https:\/\/wa\.me[^>]*bg-brand/;
  const pages = async () => [
    await html(InvoiceDetailPage(of(draft.id))),
    await html(QuotePage(of(quote.id))),
  ];
  for (const page of await pages()) {
    expect(page).not.toContain('value="sms"');
    expect(page).toMatch(primary);
    expect(page).not.toContain("nor a phone number");
  }
  expect(await html(NewInvoicePage())).not.toContain('value="sms"');
  Object.assign(world, { sms: takers().sms });
  for (const page of await pages()) {
    expect(page).toContain('value="sms"');
    expect(page).not.toMatch(primary);
  }
  expect(await html(NewInvoicePage())).toContain('value="sms"');
  Object.assign(world, { sms: null });
});

test("a draft can be given out by its seller: link, WhatsApp, paper, and marked as sent", async () => {
  const draft = await testDraft(world, shop.live, { customer_phone: "0772 000111" });
  const page = await html(InvoiceDetailPage(of(draft.id)));
  expect(page).toContain(`http://localhost:3000/invoice/${draft.token}`);
  expect(page).toContain("https://wa.me/256772000111?text=");
  expect(page).toContain(`/invoice/${draft.token}/pdf`);
  expect(page).toContain("Mark as sent");
  // It is for one person: nothing of it is hung up on a wall.
  expect(page).not.toMatch(/poster|qr\.(svg|png)/);
});

test("the seller's preview shows a draft, marks nothing viewed, and is nobody else's", async () => {
  const draft = await testDraft(world, shop.live, { customer_name: "Dora" });
  const open = (id: number) =>
    invoicePreview(new Request(`http://localhost:3000/invoice/preview/${id}`), {
      params: Promise.resolve({ id: String(id) }),
    });
  const page = await (await open(draft.id)).text();
  expect(page).toContain("Dora");
  expect(page).toContain("Draft. Only you, its seller, see this line");
  expect(page).not.toContain("seen.gif");
  const stranger = await testStore(world);
  const foreign = await testDraft(world, stranger.live);
  expect((await open(foreign.id)).status).toBe(404);
});
