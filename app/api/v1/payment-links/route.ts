import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { many, one } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { PaymentLink, serializePaymentLink } from "@/lib/resources/payment-link";
import { NewPaymentLink, PaymentLinkQuery, paymentLinkFilters } from "@/lib/resources/payment-link-input";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/create";
import { listPaymentLinks } from "@/lib/services/catalog/payment-links/list";

export const GET = endpoint({
  summary: "List payment links",
  description: "Newest first, without deleted ones.",
  tag: "Payment links",
  keys: "live",
  query: PaymentLinkQuery,
  returns: many(PaymentLink),
  handle: async (call) => {
    const { world, caller, query, now } = call;
    const { rows, total } = await listPaymentLinks(world, caller, paymentLinkFilters(query), rowsOf(query));
    const items = rows.map((row) => serializePaymentLink(row, now, world.config.siteUrl));
    return pageOf(call, items, total);
  },
});

export const POST = endpoint({
  summary: "Create a payment link",
  description: "A hosted page that takes a payment. Send payers to its url.",
  tag: "Payment links",
  keys: "live",
  body: NewPaymentLink,
  status: 201,
  returns: one(PaymentLink),
  handle: async ({ world, caller, body, now }) => {
    const row = await createPaymentLink(world, caller, body);
    return { data: serializePaymentLink(row, now, world.config.siteUrl) };
  },
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
