import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { draftFields, openedForField } from "@/lib/domain/opened-for";
import { answerQuote, withdrawQuote } from "@/lib/services/billing/quotes/answer";
import { readQuote } from "@/lib/services/billing/quotes/quotes";
import { atPages, formWith, html, of, search, seenIn, signedIn } from "@/lib/testing/dashboard";
import { testInvoice, testQuote } from "@/lib/testing/invoices";
import { takers } from "@/lib/testing/outbox";
import { testWorld } from "@/lib/testing/world";
import NewInvoicePage from "./new/page";
import EditQuotePage from "./quotes/[id]/edit/page";
import QuotePage from "./quotes/[id]/page";
import NewQuotePage from "./quotes/new/page";

const world = atPages(testWorld(takers()));
const shop = signedIn(world);

const typed = { customerName: "Musa", "description.0": "Pump", "quantity.0": "2", "unitPrice.0": "40000" };
const quoted = { ...typed, validUntil: "2026-04-01" };
const repeated = { ...typed, startsOn: "2026-04-01", interval: "month" };

function filled(fields: Record<string, string>): FormData {
  const all = {
    [openedForField]: String(shop.store.id),
    ...{ [draftFields.page]: "x", [draftFields.opening]: randomUUID(), [draftFields.turn]: "1" },
    ...fields,
  };
  return formWith(all);
}

test("the owner's page of a quote shows its lines and sums; it is edited under its number and link", async () => {
  const quote = await testQuote(world, shop.live, {
    tax_rate: 18,
    discount: 10_000,
    notes: "Pipes included",
  });
  const page = await html(QuotePage(of(quote.id)));
  for (const part of ["Borehole repair", "UGX 50,000", "−UGX 10,000", "18 %", "UGX 47,200", "Pipes included"])
    expect(page).toContain(part);
  const editor = await html(EditQuotePage(of(quote.id)));
  for (const part of ['value="Borehole repair"', 'value="18"', 'value="2026-04-01"'])
    expect(editor).toContain(part);

  const form = filled({ ...quoted, id: String(quote.id), seen: seenIn(editor) });
  await expect(EditQuotePage.send(freshForm, form)).rejects.toThrow("NEXT_REDIRECT");
  expect(await readQuote(world, shop.live, quote.id)).toMatchObject({
    ...{ number: quote.number, token: quote.token, customerName: "Musa", totalMinor: 80_000n },
  });
});

test("a copy begins with what it says and leaves it alone", async () => {
  const quote = await testQuote(world, shop.live, { customer_email: "amina@example.com", dueDays: 14 });
  const page = await html(NewQuotePage(search({ from: String(quote.id) })));
  for (const part of [
    `A copy of ${quote.number}`,
    'value="Borehole repair"',
    'value="14"',
    "amina@example.com",
  ])
    expect(page).toContain(part);
});

test("once it was answered or withdrawn it is edited no more, and its page says so", async () => {
  const [accepted, withdrawn] = [await testQuote(world, shop.live), await testQuote(world, shop.live)];
  await answerQuote(world, accepted.token, { accepts: true, name: "Amina" });
  await withdrawQuote(world, shop.live, withdrawn.id);
  for (const { id } of [accepted, withdrawn]) {
    const page = await html(EditQuotePage(of(id)));
    expect(page).toContain("can no longer be edited");
    expect(page).not.toContain('name="customerName"');
    expect(await html(QuotePage(of(id)))).not.toContain(`/quotes/${id}/edit`);
    const late = await EditQuotePage.send(freshForm, filled({ ...quoted, id: String(id) }));
    expect(late.errors.form).toEqual(["This quote was answered, withdrawn or is over."]);
  }
});

test("a discount in percent is told of as a percentage", async () => {
  const told = async (discount: string) => {
    const sent = { ...quoted, discount };
    const [quote, invoice] = [
      await NewQuotePage.send(freshForm, filled(sent)),
      await NewInvoicePage.send(freshForm, filled(sent)),
    ];
    expect(invoice.errors.discount).toEqual(quote.errors.discount);
    return quote.errors.discount;
  };
  const share = ["Use a percentage from 0 % to 100 %, for example 10 %."];
  expect(await told("200 %")).toEqual(share);
  expect(await told("ten %")).toEqual(share);
  expect((await told("much"))?.join()).toMatch(/amount/i);
});

test("a schedule goes out as the invoice did that it repeats", async () => {
  const sent = await testInvoice(world, shop.live, { customer_email: "amina@example.com" });
  const ticked = (page: string) =>
    page.match(/<input[^>]*name="channels"[^>]*checked=""[^>]*>/g)?.length ?? 0;
  const copy = await html(NewInvoicePage(search({ from: String(sent.id), repeat: "month" })));
  expect(ticked(copy)).toBe(2);
  expect(copy).toContain('<option value="month" selected="">');
  expect(ticked(await html(NewInvoicePage(search())))).toBe(0);
});

test("an interval and a channel that there is not are refused at their fields", async () => {
  const problems = async (more: Record<string, string>) =>
    Object.keys((await NewInvoicePage.send(freshForm, filled({ ...repeated, ...more }))).errors);
  expect(await problems({ interval: "fortnight" })).toEqual(["interval"]);
  expect(await problems({ channels: "pigeon" })).toEqual(["channels"]);
  await expect(NewInvoicePage.send(freshForm, filled(repeated))).rejects.toThrow("NEXT_REDIRECT");
});
