import type { PayFormProps } from "./pay-form-types";
import type { PayPage, Preview } from "./types";

/** A payment link as its payers see it. Amounts are formatted, currency code first. */
export type LinkFacts = {
  title: string;
  description: string | null;
  /** Null where the payer types the amount. */
  amount: string | null;
  /** Null unless the seller shows how many places are taken. */
  places: { taken: number; max: number } | null;
};

export type LinkViewProps = {
  page: PayPage;
  link: LinkFacts;
  /** Null: no way to pay is configured. */
  form: PayFormProps | null;
  preview: Preview;
};

export type LinkClosedViewProps = {
  page: PayPage;
  /** Null for a deleted link, which no longer shows its purpose. */
  title: string | null;
  reason:
    | { kind: "paused" }
    | { kind: "expired"; at: Date }
    /** All its payments were made. */
    | { kind: "full" }
    /** It accepted one payment, which was made. */
    | { kind: "paid" }
    /** Open payments hold the last places. */
    | { kind: "busy"; againUrl: string }
    | { kind: "deleted" };
};

/** An invoice as it is printed. Amounts are formatted, currency code first; days are the starts of days in UTC. */
export type InvoicePaper = {
  number: string;
  state: "draft" | "open" | "overdue" | "paid" | "cancelled";
  /** Days from today to the due day, negative when late; null without a due day. */
  dueInDays: number | null;
  issuedOn: Date | null;
  dueOn: Date | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
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
  balance: string;
  notes: string | null;
  payments: InvoicePayment[];
};

export type InvoicePayment = {
  paidAt: Date;
  amount: string;
  receiptUrl: string;
  refunded: "no" | "partly" | "fully";
};

export type InvoiceViewProps = {
  page: PayPage;
  paper: InvoicePaper;
  /** Null where nothing can be paid. `parts`: parts are accepted, of at least so much. */
  pay: { form: PayFormProps | null; parts: { least: string | null } | null } | "suspended" | null;
  pdfUrl: string;
  preview: Preview;
  /** The picture whose loading marks the invoice viewed; null for visitors who must not mark it. */
  seenUrl: string | null;
};
