import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { idPath } from "@/lib/resources/input";
import { serializeInvoice } from "@/lib/resources/invoice";
import { SendInvoice, SentInvoiceAnswer, serializeSentInvoice } from "@/lib/resources/invoice-input";
import { readInvoice } from "@/lib/services/billing/invoices/read";
import { sendInvoice } from "@/lib/services/billing/invoices/send";

export const POST = endpoint({
  summary: "Send an invoice",
  description:
    "On the channels named. Sending again never moves the status back. Without a mail server nothing leaves: `deliveries` says so channel by channel.",
  tag: "Invoices",
  keys: "live",
  callsOut: true,
  params: idPath,
  body: SendInvoice,
  returns: SentInvoiceAnswer,
  errors: ["invoice_paid", "invoice_cancelled", "email_unverified", "sending_limit", "delivery_failed"],
  exists: ({ world, caller, params: { id } }) => readInvoice(world, caller, id),
  handle: async ({ world, caller, params: { id }, body }) => {
    const { invoice, deliveries } = await sendInvoice(world, caller, id, body.channels);
    const data = serializeInvoice(invoice, world.clock.now(), world.config.siteUrl);
    return serializeSentInvoice(data, deliveries);
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
