import { methodNotAllowed } from "@/lib/api/route";
import { NewPaymentLink, PaymentLinkQuery } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { listPaymentLinks } from "@/lib/services/catalog/payment-links/read";
import { paymentLinks } from "../objects";

export const GET = paymentLinks.list({
  summary: "List payment links",
  description: "Newest first, without deleted ones.",
  tag: "Payment links",
  keys: "live",
  query: PaymentLinkQuery,
  list: ({ world, caller, query }, page) =>
    listPaymentLinks(world, caller, { ...query, isActive: query.is_active }, page),
});

export const POST = paymentLinks.one({
  summary: "Create a payment link",
  description: "A hosted page that takes a payment. Send payers to its url.",
  tag: "Payment links",
  keys: "live",
  body: NewPaymentLink,
  status: 201,
  row: ({ world, caller, body }) => createPaymentLink(world, caller, body),
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
