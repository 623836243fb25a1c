import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { serializeInvoice } from "@/lib/resources/invoice";
import {
  InvoiceQuery,
  invoiceFilters,
  NewInvoice,
  SentInvoiceAnswer,
  serializeSentInvoice,
} from "@/lib/resources/invoice-input";
import { createInvoice } from "@/lib/services/billing/invoices/draft";
import { listInvoices } from "@/lib/services/billing/invoices/read";
import { invoices } from "../objects";

export const GET = invoices.list({
  summary: "List invoices",
  description: "Newest first.",
  tag: "Invoices",
  keys: "live",
  query: InvoiceQuery,
  list: ({ world, caller, query }, page) => listInvoices(world, caller, invoiceFilters(query), page),
});

export const POST = endpoint({
  summary: "Create an invoice",
  description:
    "Saved as a draft, or sent at once on the channels in send. Where no channel takes it the invoice is made all the same, stays a draft, and deliveries say why.",
  tag: "Invoices",
  keys: "live",
  callsOut: true,
  body: NewInvoice,
  status: 201,
  returns: SentInvoiceAnswer,
  errors: ["email_unverified"],
  handle: async ({ world, caller, body, once }) => {
    const { invoice, deliveries } = await createInvoice(world, caller, body, once);
    const data = serializeInvoice(invoice, world.clock.now(), world.config.siteUrl);
    return serializeSentInvoice(data, deliveries);
  },
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
