/** What stands on an invoice and on a quote. Amounts are formatted, currency code first; days are starts of days in UTC. */
export type Paper = {
  issuedOn: Date | null;
  dueOn: Date | null;
  from: {
    name: string;
    address: string | null;
    taxNumber: string | null;
    phone: string | null;
    email: string | null;
  };
  to: { name: string; email: string | null; phone: string | null };
  lines: { description: string; quantity: string; unitPrice: string; total: string }[];
  subtotal: string;
  discount: string | null;
  tax: { label: string | null; rate: string; amount: string } | null;
  total: string;
  /** Null when nothing was paid. */
  paid: string | null;
  /** Null where nothing is owed yet. */
  balance: string | null;
  notes: string | null;
};

/** An invoice as it is printed. */
export type InvoicePaper = Paper & {
  number: string;
  state: "draft" | "open" | "overdue" | "paid" | "cancelled";
  /** Days from today to the due day, negative when late; null without a due day. */
  dueInDays: number | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
  balance: string;
  payments: InvoicePayment[];
};

export type InvoicePayment = {
  paidAt: Date;
  amount: string;
  receiptUrl: string;
  /** `taken_back`: the seller had recorded it by mistake. */
  refunded: "no" | "partly" | "fully" | "taken_back";
};
