import { methodNotAllowed } from "@/lib/api/route";
import { idPath } from "@/lib/resources/input";
import { readInvoice } from "@/lib/services/billing/invoices/read";
import { invoices } from "../../objects";

export const GET = invoices.one({
  summary: "Retrieve an invoice",
  tag: "Invoices",
  keys: "live",
  params: idPath,
  row: ({ world, caller, params }) => readInvoice(world, caller, params.id),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
