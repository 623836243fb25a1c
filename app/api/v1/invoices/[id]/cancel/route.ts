import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { numericId } from "@/lib/resources/input";
import { Invoice, serializeInvoice } from "@/lib/resources/invoice";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";

export const POST = endpoint({
  summary: "Cancel an invoice",
  description:
    "Nobody can pay it afterwards. What was paid of it is kept. Again changes nothing. It takes no body.",
  tag: "Invoices",
  keys: "live",
  params: z.object({ id: numericId }),
  returns: one(Invoice),
  errors: ["invoice_paid"],
  handle: async ({ world, caller, params, now }) => ({
    data: serializeInvoice(await cancelInvoice(world, caller, params.id), now, world.config.siteUrl),
  }),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
