import fc from "fast-check";
import { expect, test } from "vitest";
import { problemsOf } from "@/lib/api/read-request";
import { decimalText, parseDecimal } from "@/lib/domain/money";
import { Invalid, say } from "@/lib/domain/refusal";
import { formProblems, linkBody, localTime, typedAmount, typedNumber } from "./form-fields";
import { invoiceBody, invoiceFormProblems } from "./invoice-form";
import { InvoiceQuery, NewInvoice, newInvoice, SendInvoice } from "./invoice-input";
import {
  changedLink,
  NewPaymentLink,
  newPaymentLink,
  PaymentLinkChanges,
  PaymentLinkQuery,
} from "./payment-link";

const now = new Date("2026-03-02T09:30:00Z");
const kampala = { language: "en" as const, timeZone: "Africa/Kampala", currency: "UGX", now };
const item = { description: "Repair", quantity: 1, unit_price: 500 };
const context = { currency: "KES", today: "2026-03-02", readPhone: (text: string) => ({ phone: text }) };

function linkProblems(body: Record<string, unknown>): string[] {
  const parsed = NewPaymentLink.safeParse({ title: "Rent", amount: 5, ...body });
  return parsed.success ? [] : Object.keys(problemsOf(parsed.error));
}

function invoiceProblems(body: Record<string, unknown>): string[] {
  const parsed = NewInvoice.safeParse({ customer_name: "Amina", items: [item], ...body });
  return parsed.success ? [] : Object.keys(problemsOf(parsed.error));
}

test.each([
  [{ title: "" }, "title"],
  [{ title: "   " }, "title"],
  [{ title: "two\nlines" }, "title"],
  [{ title: "x".repeat(256) }, "title"],
  [{ title: 5 }, "title"],
  [{ title: "half \ud800" }, "title"],
  [{ description: "x".repeat(5_001) }, "description"],
  [{ description: "nul \u0000" }, "description"],
  [{ custom_question: "x".repeat(256) }, "custom_question"],
  [{ thank_you_message: "x".repeat(2_001) }, "thank_you_message"],
  [{ redirect_url: "http://example.com" }, "redirect_url"],
  [{ redirect_url: "javascript:alert(1)" }, "redirect_url"],
  [{ redirect_url: "https://me:secret@example.com" }, "redirect_url"],
  [{ redirect_url: `https://example.com/${"x".repeat(2_048)}` }, "redirect_url"],
  [{ amount_type: "free" }, "amount_type"],
  [{ amount: "5" }, "amount"],
  [{ max_payments: 0 }, "max_payments"],
  [{ max_payments: 1.5 }, "max_payments"],
  [{ is_reusable: "yes" }, "is_reusable"],
  [{ expires_at: "2026-12-31" }, "expires_at"],
  [{ expires_at: "2026-02-30T10:00:00Z" }, "expires_at"],
  [{ expires_at: "2026-12-31T10:00:00" }, "expires_at"],
])("a link with %j is refused on %s", (body, field) => {
  expect(linkProblems(body)).toEqual([field]);
});

test("a link takes what the limits allow, and null counts as not sent", () => {
  const body = {
    title: "x".repeat(255),
    description: "Two\nlines",
    redirect_url: "http://localhost:3000/thanks",
    expires_at: "2026-12-31T10:00:00.000+03:00",
    max_payments: null,
    amount_type: null,
  };
  expect(linkProblems(body)).toEqual([]);
  const terms = newPaymentLink(NewPaymentLink.parse({ amount: 5, ...body }), { currency: "UGX", now });
  expect(terms).toMatchObject({ amountType: "fixed", expiresAt: new Date("2026-12-31T07:00:00Z") });
});

test("a custom link suggests no amount that it would refuse, whichever of the two changes", () => {
  const context = { currency: "KES", now };
  const link = (amount: number, min_amount: number) =>
    newPaymentLink(NewPaymentLink.parse({ title: "x", amount_type: "custom", amount, min_amount }), context);
  expect(() => link(50, 100)).toThrow(
    expect.objectContaining({ errors: { amount: [say("amount_below_least")] } }),
  );
  const terms = link(100, 100);
  const raised = PaymentLinkChanges.parse({ min_amount: 101 });
  expect(() => changedLink(terms, raised, context)).toThrow("amount_below_least");
  // A fixed link has no least: what is stored of one does not matter.
  expect(
    changedLink(terms, PaymentLinkChanges.parse({ amount_type: "fixed", amount: 50 }), context).amountMinor,
  ).toBe(5_000n);
});

test("a change may be empty, and unknown fields are ignored", () => {
  expect(PaymentLinkChanges.parse({ nonsense: 1 })).toEqual({});
});

test("an amount above 10^13 minor units is refused, the largest is taken", () => {
  const link = (amount: number) =>
    newPaymentLink(NewPaymentLink.parse({ title: "x", amount }), { currency: "KES", now });
  expect(link(100_000_000_000).amountMinor).toBe(10n ** 13n);
  expect(() => link(100_000_000_000.01)).toThrow(Invalid);
});

test.each([
  [{ customer_name: "" }, "customer_name"],
  [{ customer_email: "nobody" }, "customer_email"],
  [{ items: [] }, "items"],
  [{ items: Array.from({ length: 51 }, () => item) }, "items"],
  [{ items: "many" }, "items"],
  [{ items: [{ ...item, description: "" }] }, "items.0.description"],
  [{ items: [item, { ...item, quantity: "2" }] }, "items.1.quantity"],
  [{ items: [{ description: "x", quantity: 1 }] }, "items.0.unit_price"],
  [{ due_on: "2026-02-30" }, "due_on"],
  [{ due_on: "31.12.2026" }, "due_on"],
  [{ send: ["fax"] }, "send.0"],
  [{ send: "email" }, "send"],
  [{ allow_part_payment: 1 }, "allow_part_payment"],
  [{ customer_id: "7" }, "customer_id"],
])("an invoice with %j is refused on %s", (body, field) => {
  expect(invoiceProblems(body)).toEqual([field]);
});

test("fifty lines are taken, and a channel named twice is one", () => {
  expect(invoiceProblems({ items: Array.from({ length: 50 }, () => item) })).toEqual([]);
  expect(SendInvoice.parse({ channels: ["sms", "sms"] })).toEqual({ channels: ["sms"] });
  expect(SendInvoice.safeParse({ channels: [] }).success).toBe(false);
});

test.each([
  [7.5, 75_000],
  [0, 0],
  [100, 1_000_000],
  [0.0001, 1],
])("a tax rate of %d percent is %d parts per million", (rate, ppm) => {
  const body = NewInvoice.parse({ customer_name: "A", items: [item], tax_rate: rate });
  expect(newInvoice(body, context).taxRatePpm).toBe(ppm);
});

test.each([100.0001, -1, 0.00001])("a tax rate of %d percent is refused", (rate) => {
  const body = NewInvoice.parse({ customer_name: "A", items: [item], tax_rate: rate });
  expect(() => newInvoice(body, context)).toThrow(Invalid);
});

test("filters read dates as the start of the day in UTC, and times with a plus that was not escaped", () => {
  const read = (text: string) => InvoiceQuery.parse({ created_after: text }).created_after;
  expect(read("2026-01-31")).toEqual(new Date("2026-01-31T00:00:00Z"));
  expect(read("2026-01-31T09:30:00 03:00")).toEqual(new Date("2026-01-31T06:30:00Z"));
  expect(InvoiceQuery.safeParse({ created_after: "yesterday" }).success).toBe(false);
  expect(PaymentLinkQuery.parse({ is_active: "0" }).is_active).toBe(false);
});

test("a quantity reads back as it was written, whatever it is", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), (milli) => {
      expect(parseDecimal(decimalText(milli, 3), 3)).toBe(milli);
      expect(parseDecimal(Number(decimalText(milli, 3)), 3)).toBe(milli);
    }),
  );
  expect(parseDecimal("1.2345", 3)).toBeNull();
  expect(parseDecimal("-1", 3)).toBeNull();
  expect(parseDecimal(1e21, 3)).toBeNull();
});

test.each([
  ["1,500.50", 1500.5],
  ["1 500", 1500],
  ["1 500,50", 1500.5],
  ["1500,50", 1500.5],
  ["KES 1,500", 1500],
  ["", null],
  ["0", 0],
  ["-5", -5],
  ["1,5", 1.5],
  ["1.500", "1.500"],
  ["1e3", "1e3"],
  ["1234567890123456", Number.MAX_SAFE_INTEGER],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["-12345678901234567", Number.MIN_SAFE_INTEGER],
])("a typed amount %j is read as %j", (typed, read) => {
  expect(typedAmount(typed, "KES", "en")).toBe(read);
});

test.each([
  ["1,500", 1500],
  ["1 500", 1500],
  ["1,5", 1.5],
  ["19,25", 19.25],
  ["0,125", 0.125],
  ["1 500,5", 1500.5],
  ["1.5", 1.5],
  ["-1,5", -1.5],
  ["1,2,3", "1,2,3"],
  ["x", "x"],
  ["", null],
])("a typed count or rate %j is read as %j", (typed, read) => {
  expect(typedNumber(typed, "en")).toBe(read);
});

test("with a decimal comma, a count that could be a thousand or one is not guessed", () => {
  for (const typed of ["1,500", "1.500"]) expect(typedNumber(typed, "fr")).toBe(typed);
  expect(typedNumber("1 500", "fr")).toBe(1500);
  expect(typedNumber("1,5", "pt")).toBe(1.5);
});

test("an amount of more digits than any has is told as too large, in a link and in an invoice", () => {
  const typed = "1234567890123456";
  const tooLarge = say("too_large");
  const link = NewPaymentLink.parse(linkBody({ title: "x", amountType: "fixed", amount: typed }, kampala));
  expect(() => newPaymentLink(link, { currency: "UGX", now })).toThrow(
    expect.objectContaining({ errors: { amount: [tooLarge] } }),
  );
  const row = { "description.0": "Desk", "quantity.0": "1", "unitPrice.0": typed };
  const invoice = NewInvoice.parse({ ...invoiceBody(row, "KES", "en"), customer_name: "A" });
  expect(() => newInvoice(invoice, context)).toThrow(
    expect.objectContaining({ errors: { "items.0.unit_price": [tooLarge] } }),
  );
});

test("the form of a link is the body of the API, with its time by the clocks of the store", () => {
  const form = {
    ...{ title: "Rent", amountType: "fixed", amount: "1,500", isReusable: "many", maxPayments: "3" },
    ...{ expiresAt: "2026-12-31T18:30", options: ["collectEmail"] },
  };
  const body = NewPaymentLink.parse(linkBody(form, kampala));
  expect(body).toMatchObject({
    ...{ title: "Rent", amount: 1500, is_reusable: true, max_payments: 3, collect_email: true },
    ...{ shows_places: false, expires_at: new Date("2026-12-31T15:30:00Z") },
  });
  const before = { expiresAt: new Date("2026-01-31T06:00:42Z") };
  const kept = { ...form, expiresAt: localTime(before.expiresAt, kampala.timeZone) };
  expect(linkBody(kept, kampala, before).expires_at).toBe("2026-01-31T06:00:42+00:00");
});

test("empty rows of an invoice's form are left out, and problems come back to the row they were written in", () => {
  const form = {
    ...{ customerName: "Amina", "description.0": "", "description.2": "Pump", "unitPrice.2": "5" },
    ...{ "description.4": "Pipe", "quantity.4": "2", "unitPrice.4": "x", options: "allowPartPayment" },
  };
  const body = invoiceBody(form, "KES", "en");
  expect(body).toMatchObject({
    items: [
      { description: "Pump", quantity: 1, unit_price: 5 },
      { description: "Pipe", quantity: 2, unit_price: "x" },
    ],
    allow_part_payment: true,
  });
  const parsed = NewInvoice.safeParse(body);
  const problems = parsed.success ? {} : invoiceFormProblems(problemsOf(parsed.error), form, "KES");
  expect(problems).toEqual({ "unitPrice.4": [say("not_amount", { currency: "KES" })] });
  expect(formProblems({ due_on: [say("day_passed")] }, "KES")).toEqual({ dueOn: [say("day_passed")] });
});
