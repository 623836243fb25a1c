import { z } from "zod";
import type { CivilDate } from "@/lib/domain/civil-date";
import {
  type InvoiceItem,
  type InvoiceProblem,
  type InvoiceTotals,
  invoiceStatuses,
  invoiceTotals,
} from "@/lib/domain/invoice";
import { parseDecimal } from "@/lib/domain/money";
import { Invalid, missingOr, type Problem, type ProblemCode, type Problems, say } from "@/lib/domain/refusal";
import { problemText } from "@/lib/text/problem";
import {
  addProblem,
  amountNumber,
  civilDateText,
  emailAddress,
  emailFilter,
  flag,
  idMax,
  instantFilter,
  line,
  numericId,
  oneOf,
  pageShape,
  readAmount,
  text,
} from "./input";
import { Invoice } from "./invoice";

export const invoiceChannels = ["email", "sms"] as const;
export type InvoiceChannel = (typeof invoiceChannels)[number];

/** spec, Invoices: the filters of the list. */
export const InvoiceQuery = z.object({
  status: oneOf(invoiceStatuses).optional(),
  email: emailFilter.optional(),
  customer_id: numericId.optional(),
  number: text(40).optional().meta({ example: "INV-000031" }),
  created_after: instantFilter.optional(),
  created_before: instantFilter.optional(),
  ...pageShape,
});

export function invoiceFilters(query: z.output<typeof InvoiceQuery>) {
  return {
    status: query.status,
    email: query.email,
    customerId: query.customer_id,
    number: query.number,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}

const channels = z
  .array(oneOf(invoiceChannels), { error: "channels_list" satisfies ProblemCode })
  .transform((list) => [...new Set(list)]);

const NewInvoiceItem = z
  .object({
    description: line(1_000, { required: true }),
    quantity: amountNumber.meta({ description: "Above zero, at most 3 decimals." }),
    unit_price: amountNumber,
  })
  .meta({ id: "NewInvoiceItem" });

/** spec, POST /invoices. Null counts as not sent. */
export const NewInvoice = z
  .object({
    customer_name: line(255, { required: true }),
    customer_email: emailAddress.nullish(),
    customer_phone: text(64).nullish(),
    customer_id: z.int({ error: "customer_id" satisfies ProblemCode }).nullish(),
    items: z
      .array(NewInvoiceItem, {
        error: missingOr("not_list"),
      })
      .min(1, { error: "invoice_lines" satisfies ProblemCode })
      .max(50, { error: "invoice_lines" satisfies ProblemCode }),
    discount: amountNumber.nullish().meta({ description: "Taken off the subtotal." }),
    tax_label: line(255).nullish(),
    tax_rate: amountNumber.nullish().meta({ description: "Percent, 0 to 100, at most 4 decimals." }),
    due_on: civilDateText.nullish(),
    notes: text(5_000).nullish(),
    allow_part_payment: flag.nullish(),
    min_part_payment: amountNumber.nullish(),
    send: channels.nullish().meta({ description: "Sends it at once. Without it, a draft is saved." }),
  })
  .meta({
    id: "NewInvoice",
    example: {
      customer_name: "Amina Okello",
      customer_email: "amina@example.com",
      items: [{ description: "Consulting, hours", quantity: 1.5, unit_price: 80000 }],
      send: ["email"],
    },
  });

/** spec, POST /invoices/{id}/send. */
export const SendInvoice = z
  .object({
    channels: channels.refine((list) => list.length > 0, {
      error: "channels_none" satisfies ProblemCode,
    }),
  })
  .meta({ id: "SendInvoice", example: { channels: ["email"] } });

/** The outcome of each channel; beside `data` in the answers that send. */
export const InvoiceDeliveries = z.array(
  z
    .object({
      channel: z.enum(invoiceChannels),
      status: z.enum(["sent", "kept", "failed"]).meta({
        description:
          "`kept`: on a server that only its own machine reaches and that has no mail server or SMS provider, the message waits in its log and counts as sent.",
      }),
      reason: z.string().nullable().meta({ description: "Why it was not sent, for people." }),
    })
    .meta({ id: "InvoiceDelivery" }),
);

export type InvoiceDelivery = z.infer<typeof InvoiceDeliveries>[number];

/** The same with the problem as a code, as the verbs return it. */
export type ChannelOutcome = Omit<InvoiceDelivery, "reason"> & { reason: Problem | null };

/** The answers that send: the invoice and the outcome of each channel. */
export const SentInvoiceAnswer = z.object({
  data: Invoice,
  deliveries: InvoiceDeliveries.optional().meta({
    description: "What became of each channel that was asked for.",
  }),
});

export function serializeSentInvoice(
  data: z.infer<typeof Invoice>,
  outcomes: readonly ChannelOutcome[],
): z.infer<typeof SentInvoiceAnswer> {
  return {
    data,
    ...(outcomes.length === 0 ? {} : { deliveries: outcomes.map((one) => deliveryIn("en", one)) }),
  };
}

/** The outcome of a channel, in a language. */
export function deliveryIn(language: string, outcome: ChannelOutcome): InvoiceDelivery {
  return { ...outcome, reason: outcome.reason && problemText(language, outcome.reason) };
}

/** The checked fields and totals of a new invoice. Amounts in minor units of the currency. */
export interface InvoiceTerms extends InvoiceTotals {
  customerName: string;
  customerEmail: string | null;
  /** E.164. */
  customerPhone: string | null;
  customerId: number | null;
  items: (InvoiceItem & { description: string })[];
  taxLabel: string | null;
  taxRatePpm: number;
  dueOn: CivilDate | null;
  notes: string | null;
  allowPartPayment: boolean;
  minPartPaymentMinor: bigint | null;
  send: InvoiceChannel[];
}

/** What is needed to read a body. `readPhone` gives E.164, or the problem. */
export interface InvoiceContext {
  currency: string;
  today: CivilDate;
  readPhone: (text: string) => { phone: string } | { problem: Problem };
}

/** Throws Invalid on problems that the schema cannot check: amounts, totals, the phone, a past `due_on`. */
export function newInvoice(body: z.output<typeof NewInvoice>, context: InvoiceContext): InvoiceTerms {
  const problems: Problems = {};
  const { currency } = context;
  const items = body.items.map((item, index) => ({
    description: item.description,
    quantityMilli: readQuantity(item.quantity, `items.${index}.quantity`, problems),
    unitPriceMinor:
      readAmount(item.unit_price, `items.${index}.unit_price`, currency, problems, { orZero: true }) ?? 0n,
  }));
  const discountMinor = readAmount(body.discount, "discount", currency, problems, { orZero: true }) ?? 0n;
  const taxRatePpm = readRate(body.tax_rate ?? 0, problems);
  const dueOn = body.due_on ?? null;
  if (dueOn !== null && dueOn < context.today) addProblem(problems, "due_on", say("day_passed"));
  const minPartPaymentMinor = readAmount(body.min_part_payment, "min_part_payment", currency, problems);
  const customerPhone = readContactPhone(body.customer_phone ?? "", context, problems);
  const added =
    Object.keys(problems).length === 0 ? invoiceTotals({ items, discountMinor, taxRatePpm }) : null;
  if (added && !added.ok) addProblem(problems, ...totalsProblem(added.problem));
  if (!added?.ok || Object.keys(problems).length > 0) throw new Invalid(problems);
  return {
    ...added.totals,
    customerName: body.customer_name,
    customerEmail: body.customer_email || null,
    customerPhone,
    customerId: body.customer_id ?? null,
    items,
    taxLabel: body.tax_label || null,
    taxRatePpm,
    dueOn,
    notes: body.notes?.trim() || null,
    allowPartPayment: body.allow_part_payment ?? false,
    minPartPaymentMinor,
    send: body.send ?? [],
  };
}

/** A channel was requested without an address for it (the same for POST /invoices and …/send). */
export function missingAddresses(
  invoice: { customerEmail: string | null; customerPhone: string | null },
  wanted: readonly InvoiceChannel[],
): Invalid | null {
  const problems: Problems = {};
  if (wanted.includes("email") && invoice.customerEmail === null)
    addProblem(problems, "customer_email", say("invoice_email_missing"));
  if (wanted.includes("sms") && invoice.customerPhone === null)
    addProblem(problems, "customer_phone", say("invoice_phone_missing"));
  return Object.keys(problems).length === 0 ? null : new Invalid(problems);
}

export function isCustomerId(id: number): boolean {
  return id >= 1 && id <= idMax;
}

function readQuantity(value: number, field: string, problems: Problems): bigint {
  const milli = parseDecimal(value, 3);
  if (milli === null || milli === 0n) addProblem(problems, field, say("quantity"));
  return milli ?? 0n;
}

/** Percent to parts per million. */
function readRate(value: number, problems: Problems): number {
  const ppm = parseDecimal(value, 4);
  if (ppm !== null && ppm <= 1_000_000n) return Number(ppm);
  addProblem(problems, "tax_rate", say("percentage"));
  return 0;
}

function readContactPhone(typed: string, context: InvoiceContext, problems: Problems): string | null {
  if (typed.trim() === "") return null;
  const read = context.readPhone(typed);
  if ("phone" in read) return read.phone;
  addProblem(problems, "customer_phone", read.problem);
  return null;
}

function totalsProblem(problem: InvoiceProblem): [field: string, problem: Problem] {
  switch (problem) {
    case "discount_above_subtotal":
      return ["discount", say("discount_above")];
    case "total_zero":
      return ["items", say("total_positive")];
    case "total_too_large":
      return ["items", say("invoice_too_large")];
  }
}
