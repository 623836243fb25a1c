import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { idPath } from "@/lib/resources/input";
import { DeletedPaymentLink, PaymentLinkChanges } from "@/lib/resources/payment-link";
import { deletePaymentLink, updatePaymentLink } from "@/lib/services/catalog/payment-links/change";
import { readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { paymentLinks } from "../../objects";

export const GET = paymentLinks.one({
  summary: "Retrieve a payment link",
  tag: "Payment links",
  keys: "live",
  params: idPath,
  row: ({ world, caller, params: { id } }) => readPaymentLink(world, caller, id),
});

export const PATCH = paymentLinks.one({
  summary: "Change a payment link",
  description:
    "What is not sent stays as it is. With is_active false the link is paused, with true it goes on; a higher limit or a later date brings a completed or expired one back.",
  tag: "Payment links",
  keys: "live",
  params: idPath,
  body: PaymentLinkChanges,
  exists: ({ world, caller, params: { id } }) => readPaymentLink(world, caller, id),
  row: ({ world, caller, params: { id }, body }) => updatePaymentLink(world, caller, id, body),
});

export const DELETE = endpoint({
  summary: "Delete a payment link",
  description: "Its page says that it is gone. Payments already made stay in orders.",
  tag: "Payment links",
  keys: "live",
  params: idPath,
  returns: one(DeletedPaymentLink),
  handle: async ({ world, caller, params: { id } }) => {
    await deletePaymentLink(world, caller, id);
    return { data: { id, object: "payment_link" as const, deleted: true as const } };
  },
});

export const { POST, PUT, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH, DELETE });
