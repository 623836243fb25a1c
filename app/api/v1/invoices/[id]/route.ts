import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { numericId } from "@/lib/resources/input";
import { Invoice, serializeInvoice } from "@/lib/resources/invoice";
import { readInvoice } from "@/lib/services/billing/invoices/read";

export const GET = endpoint({
  summary: "Retrieve an invoice",
  tag: "Invoices",
  keys: "live",
  params: z.object({ id: numericId }),
  returns: one(Invoice),
  handle: async ({ world, caller, params, now }) => ({
    data: serializeInvoice(await readInvoice(world, caller, params.id), now, world.config.siteUrl),
  }),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
