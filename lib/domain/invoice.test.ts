import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  balanceOf,
  cancelInvoice,
  type InvoiceFacts,
  type InvoiceStatus,
  invoiceLineName,
  invoiceOfLine,
  invoiceStatus,
  invoiceStatuses,
  payableRange,
  payInvoice,
  refundInvoice,
  requireSendable,
  sendInvoice,
  viewInvoice,
} from "./invoice";
import { Refusal } from "./refusal";

const now = new Date("2026-03-10T08:00:00Z");
const before = new Date("2026-03-01T08:00:00Z");
const today = "2026-03-10";
const blank: InvoiceFacts = {
  totalMinor: 1_000n,
  paidMinor: 0n,
  allowPartPayment: true,
  minPartPaymentMinor: 200n,
  dueOn: "2026-03-20",
  issuedOn: null,
  sentAt: null,
  viewedAt: null,
  paidAt: null,
  cancelledAt: null,
};
const sent = { ...blank, sentAt: before, issuedOn: "2026-03-01" };

/** One invoice in each status. */
const examples: Record<InvoiceStatus, InvoiceFacts> = {
  draft: blank,
  sent,
  viewed: { ...sent, viewedAt: before },
  part_paid: { ...sent, viewedAt: before, paidMinor: 400n },
  paid: { ...sent, viewedAt: before, paidMinor: 1_000n, paidAt: before },
  overdue: { ...sent, viewedAt: before, dueOn: "2026-03-09" },
  cancelled: { ...sent, viewedAt: before, cancelledAt: before },
};

describe("the status of an invoice", () => {
  test.each(invoiceStatuses)("%s", (status) => {
    expect(invoiceStatus(examples[status], today)).toBe(status);
  });

  test("the first match of the list decides, for every combination of facts", () => {
    for (let bits = 0; bits < 64; bits += 1) {
      const has = (bit: number) => (bits & (1 << bit)) !== 0;
      const invoice: InvoiceFacts = {
        ...blank,
        cancelledAt: has(0) ? before : null,
        paidMinor: has(1) ? 1_000n : has(2) ? 1n : 0n,
        sentAt: has(3) ? before : null,
        viewedAt: has(4) ? before : null,
        dueOn: has(5) ? "2026-03-09" : "2026-03-10",
      };
      const matches: [boolean, InvoiceStatus][] = [
        [has(0), "cancelled"],
        [has(1), "paid"],
        [has(5) && (has(2) || has(3) || has(4)), "overdue"],
        [has(2), "part_paid"],
        [has(4), "viewed"],
        [has(3), "sent"],
        [true, "draft"],
      ];
      expect(invoiceStatus(invoice, today)).toBe(matches.find(([matched]) => matched)?.[1]);
    }
  });

  test("is overdue from the day after the due day, and never without one", () => {
    expect(invoiceStatus({ ...sent, dueOn: "2026-03-10" }, "2026-03-10")).toBe("sent");
    expect(invoiceStatus({ ...sent, dueOn: "2026-03-10" }, "2026-03-11")).toBe("overdue");
    expect(invoiceStatus({ ...sent, dueOn: null }, "2099-01-01")).toBe("sent");
    expect(invoiceStatus({ ...blank, dueOn: "2026-03-01" }, today)).toBe("draft");
  });

  test("overdue and part paid stays overdue", () => {
    const step = payInvoice(examples.overdue, 300n, now, today);
    expect(invoiceStatus({ ...examples.overdue, ...step.to }, today)).toBe("overdue");
  });
});

type Trigger = "send" | "view" | "pay part" | "pay all" | "cancel";
const triggers: Record<
  Trigger,
  (invoice: InvoiceFacts) => { event: string | null; to: Partial<InvoiceFacts> }
> = {
  send: (invoice) => sendInvoice(invoice, now, today),
  view: (invoice) => viewInvoice(invoice, now, today),
  "pay part": (invoice) => payInvoice(invoice, 100n, now, today),
  "pay all": (invoice) => payInvoice(invoice, 1_000n, now, today),
  cancel: (invoice) => cancelInvoice(invoice, now),
};

/** Status afterwards and event; or the refusal. Money is recorded in any status, for a payment may be under way. */
const cells: Record<InvoiceStatus, Record<Trigger, [InvoiceStatus, string | null] | string>> = {
  draft: {
    send: ["sent", "invoice.sent"],
    view: ["viewed", "invoice.viewed"],
    "pay part": ["part_paid", "invoice.part_paid"],
    "pay all": ["paid", "invoice.paid"],
    cancel: ["cancelled", "invoice.cancelled"],
  },
  sent: {
    send: ["sent", null],
    view: ["viewed", "invoice.viewed"],
    "pay part": ["part_paid", "invoice.part_paid"],
    "pay all": ["paid", "invoice.paid"],
    cancel: ["cancelled", "invoice.cancelled"],
  },
  viewed: {
    send: ["viewed", null],
    view: ["viewed", null],
    "pay part": ["part_paid", "invoice.part_paid"],
    "pay all": ["paid", "invoice.paid"],
    cancel: ["cancelled", "invoice.cancelled"],
  },
  part_paid: {
    send: ["part_paid", null],
    view: ["part_paid", null],
    "pay part": ["part_paid", "invoice.part_paid"],
    "pay all": ["paid", "invoice.paid"],
    cancel: ["cancelled", "invoice.cancelled"],
  },
  paid: {
    send: "invoice_paid",
    view: ["paid", null],
    "pay part": ["paid", null],
    "pay all": ["paid", null],
    cancel: "invoice_paid",
  },
  overdue: {
    send: ["overdue", null],
    view: ["overdue", null],
    "pay part": ["overdue", "invoice.part_paid"],
    "pay all": ["paid", "invoice.paid"],
    cancel: ["cancelled", "invoice.cancelled"],
  },
  cancelled: {
    send: "invoice_cancelled",
    view: ["cancelled", null],
    "pay part": ["cancelled", null],
    "pay all": ["cancelled", null],
    cancel: ["cancelled", null],
  },
};

describe("transitions of an invoice", () => {
  const table = invoiceStatuses.flatMap((from) =>
    (Object.keys(triggers) as Trigger[]).map((trigger): [InvoiceStatus, Trigger] => [from, trigger]),
  );

  test.each(table)("%s × %s", (from, trigger) => {
    const expected = cells[from][trigger];
    if (typeof expected === "string") {
      expect(() => triggers[trigger](examples[from])).toThrow(new Refusal(expected as "invoice_paid"));
      return;
    }
    const step = triggers[trigger](examples[from]);
    expect([invoiceStatus({ ...examples[from], ...step.to }, today), step.event]).toEqual(expected);
  });

  test("a draft that is opened or paid is issued that day, and was never sent", () => {
    expect(viewInvoice(blank, now, today).to).toEqual({ viewedAt: now, issuedOn: today });
    expect(payInvoice(blank, 100n, now, today).to).toEqual({ paidMinor: 100n, issuedOn: today });
    const viewed = { ...blank, ...viewInvoice(blank, now, today).to };
    expect(sendInvoice(viewed, now, "2026-03-12").to).toEqual({ sentAt: now });
  });

  test("nothing is owed of a cancelled invoice, whatever was paid of it", () => {
    expect(balanceOf({ ...examples.part_paid, cancelledAt: before })).toBe(0n);
  });

  test("the first send sets when and the issue day; sending again keeps both", () => {
    expect(sendInvoice(blank, now, today).to).toEqual({ sentAt: now, issuedOn: today });
    expect(sendInvoice(sent, now, today).to).toEqual({});
    expect(() => requireSendable(examples.paid)).toThrow(new Refusal("invoice_paid"));
  });

  test("cancelling a part paid invoice keeps its money and asks about a refund, once", () => {
    expect(cancelInvoice(examples.part_paid, now).refundMinor).toBe(400n);
    expect(cancelInvoice(examples.sent, now).refundMinor).toBe(0n);
    expect(cancelInvoice({ ...examples.part_paid, cancelledAt: before }, now)).toEqual({
      event: null,
      to: {},
      refundMinor: 0n,
    });
  });

  test("money above the balance is left over, all of it when nothing is owed", () => {
    const over = payInvoice(examples.part_paid, 700n, now, today);
    expect([over.allocatedMinor, over.overMinor]).toEqual([600n, 100n]);
    expect(over.to).toEqual({ paidMinor: 1_000n, paidAt: now });
    expect(payInvoice(examples.paid, 700n, now, today).overMinor).toBe(700n);
    expect(() => payInvoice(sent, 0n, now, today)).toThrow(RangeError);
  });

  test("a refund is owed again", () => {
    const { to } = refundInvoice(examples.paid, 400n);
    expect(invoiceStatus({ ...examples.paid, ...to }, today)).toBe("part_paid");
    expect(to.paidAt).toBeNull();
    for (const amount of [0n, 1_001n]) expect(() => refundInvoice(examples.paid, amount)).toThrow(RangeError);
  });
});

describe("what may be paid", () => {
  test("min(min_part_payment, balance) ≤ amount ≤ balance, or the whole balance only", () => {
    expect(payableRange(sent)).toEqual({ minMinor: 200n, maxMinor: 1_000n });
    expect(payableRange({ ...sent, paidMinor: 900n })).toEqual({ minMinor: 100n, maxMinor: 100n });
    expect(payableRange({ ...sent, minPartPaymentMinor: null })).toEqual({ minMinor: 1n, maxMinor: 1_000n });
    expect(payableRange({ ...sent, paidMinor: 300n, allowPartPayment: false })).toEqual({
      minMinor: 700n,
      maxMinor: 700n,
    });
    expect(payableRange(examples.overdue)).not.toBeNull();
  });

  test("a draft by whoever was given its link; nothing of a paid or a cancelled one", () => {
    expect(payableRange(examples.draft)).toEqual({ minMinor: 200n, maxMinor: 1_000n });
    for (const status of ["paid", "cancelled"] as const) expect(payableRange(examples[status])).toBeNull();
  });

  test("whatever is paid and given back: paid + balance = total, allocated + left over = money in", () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.bigInt(1n, 1_500n)), { maxLength: 30 });
    fc.assert(
      fc.property(moves, (list) => {
        let invoice: InvoiceFacts = sent;
        let held = 0n;
        for (const [isPayment, amount] of list) {
          if (isPayment) {
            const step = payInvoice(invoice, amount, now, today);
            expect(step.allocatedMinor + step.overMinor).toBe(amount);
            held += step.allocatedMinor;
            invoice = { ...invoice, ...step.to };
          } else if (amount <= invoice.paidMinor) {
            held -= amount;
            invoice = { ...invoice, ...refundInvoice(invoice, amount).to };
          }
          expect(invoice.paidMinor).toBe(held);
          expect(balanceOf(invoice) >= 0n && invoice.paidMinor + balanceOf(invoice) === 1_000n).toBe(true);
          expect(invoiceStatus(invoice, today) === "paid").toBe(invoice.paidAt !== null);
          const range = payableRange(invoice);
          if (range) expect(0n < range.minMinor && range.minMinor <= range.maxMinor).toBe(true);
        }
      }),
    );
  });
});

test("the line that pays an invoice is told from a product with such a name", () => {
  for (const number of ["INV-000001", "INV-2026-001", "A/7"])
    expect(invoiceOfLine(invoiceLineName(number))).toBe(number);
  expect(invoiceOfLine("Invoice INV-000001 again")).toBeNull();
  expect(invoiceOfLine("Invoice template")).toBeNull();
});
