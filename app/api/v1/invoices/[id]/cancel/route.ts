import { methodNotAllowed } from "@/lib/api/route";
import { idPath } from "@/lib/resources/input";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { invoices } from "../../../objects";

export const POST = invoices.one({
  summary: "Cancel an invoice",
  description:
    "Nobody can pay it afterwards. What was paid of it is kept. Again changes nothing. It takes no body.",
  tag: "Invoices",
  keys: "live",
  params: idPath,
  errors: ["invoice_paid"],
  row: ({ world, caller, params }) => cancelInvoice(world, caller, params.id),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
