import { z } from "zod";
import { paymentStatuses } from "@/lib/domain/order";
import { emailFilter, idMax, oneOf, pageShape, productIdFilter } from "./input";
import { orderSources } from "./order";
import { instantFilter } from "./time-input";

/** spec, Orders: the filters of the list. */
export const OrderQuery = z.object({
  payment_status: oneOf(paymentStatuses).optional(),
  email: emailFilter.optional().meta({ description: "The customer's e-mail." }),
  product_id: productIdFilter.optional().meta({ description: "Orders that contain this product." }),
  source: oneOf(orderSources).optional(),
  created_after: instantFilter.optional().meta({
    description: "Made at this instant or later: a date (its start in UTC) or an ISO 8601 time.",
  }),
  created_before: instantFilter.optional().meta({ description: "Made before this instant." }),
  ...pageShape,
});

export function orderFilters(query: z.output<typeof OrderQuery>) {
  return {
    paymentStatus: query.payment_status,
    email: query.email,
    productId: query.product_id,
    source: query.source,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}

/** The order id in a path: the integer id or the number (spec, Orders). Any other text names no object: 404. */
export const orderIdOrNumber = z
  .string()
  .regex(/^(?:[1-9]\d{0,9}|[A-Za-z][A-Za-z0-9-]{0,39})$/)
  .transform((value) => (/^\d/.test(value) ? Number(value) : value))
  .refine((value) => typeof value === "string" || value <= idMax)
  .meta({
    override: {
      anyOf: [
        { type: "integer", minimum: 1, maximum: idMax },
        { type: "string", maxLength: 40 },
      ],
      pattern: undefined,
      type: undefined,
    },
    description: "The id of the order, or its number.",
    example: "ORD-000042",
  });
