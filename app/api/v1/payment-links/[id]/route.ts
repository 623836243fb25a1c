import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { numericId } from "@/lib/resources/input";
import {
  DeletedPaymentLink,
  PaymentLink,
  serializeDeletedPaymentLink,
  serializePaymentLink,
} from "@/lib/resources/payment-link";
import { PaymentLinkChanges } from "@/lib/resources/payment-link-input";
import { readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { deletePaymentLink, updatePaymentLink } from "@/lib/services/catalog/payment-links/update";

const params = z.object({ id: numericId });

export const GET = endpoint({
  summary: "Retrieve a payment link",
  tag: "Payment links",
  keys: "live",
  params,
  returns: one(PaymentLink),
  handle: async ({ world, caller, params: { id }, now }) => ({
    data: serializePaymentLink(await readPaymentLink(world, caller, id), now, world.config.siteUrl),
  }),
});

export const PATCH = endpoint({
  summary: "Change a payment link",
  description:
    "What is not sent stays as it is. With is_active false the link is paused, with true it goes on; a higher limit or a later date brings a completed or expired one back.",
  tag: "Payment links",
  keys: "live",
  params,
  body: PaymentLinkChanges,
  returns: one(PaymentLink),
  exists: ({ world, caller, params: { id } }) => readPaymentLink(world, caller, id),
  handle: async ({ world, caller, params: { id }, body, now }) => {
    const row = await updatePaymentLink(world, caller, id, body);
    return { data: serializePaymentLink(row, now, world.config.siteUrl) };
  },
});

export const DELETE = endpoint({
  summary: "Delete a payment link",
  description: "Its page says that it is gone. Payments already made stay in orders.",
  tag: "Payment links",
  keys: "live",
  params,
  returns: one(DeletedPaymentLink),
  handle: async ({ world, caller, params: { id } }) => {
    await deletePaymentLink(world, caller, id);
    return { data: serializeDeletedPaymentLink(id) };
  },
});

export const { POST, PUT, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH, DELETE });
