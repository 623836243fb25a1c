import type { InvoicePaper, Paper } from "@/lib/domain/invoice-paper";
import type { QuoteStatus } from "@/lib/domain/quote";
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

/** A quote as its customer sees it. `isOpen`: it can be answered. */
export type QuoteViewProps = {
  page: PayPage;
  number: string;
  paper: Paper;
  validUntil: Date;
  status: QuoteStatus;
  accepted: { by: string; at: Date } | null;
  declinedAt: Date | null;
  /** Null where nobody can answer. */
  form: { action: string; name: string; seen: string; isNameMissing: boolean; isChanged: boolean } | null;
  /** Null while there is none. */
  invoiceUrl: string | null;
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
