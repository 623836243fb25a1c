import { z } from "zod";
import type { OrderRow } from "@/lib/db/rows";
import type { FiscalShown } from "@/lib/domain/fiscal";
import { decimalText, toMajor } from "@/lib/domain/money";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "@/lib/domain/order";
import { type SettledIn, settlements } from "@/lib/domain/rail-account";
import { taxGoneBack } from "@/lib/domain/tax";
import { takingsOf } from "@/lib/domain/transfer";
import { timestamp } from "./event";
import { fieldsOf } from "./fields";
import { emailFilter, idMax, instantFilter, oneOf, pageShape, productIdFilter } from "./input";
import { CustomerSummary, customerSummary } from "./subscription";

const paymentMethods = [
  "mobile_money",
  "card",
  "bank",
  "cash",
  "free",
] as const satisfies OrderRow["paymentMethod"][];
/** How a customer came to be known: by anything that makes an order, but a phone that dials says nothing new. */
export const customerSources = [
  "storefront",
  "funnel",
  "embed",
  "payment_link",
  "invoice",
  "subscription",
  "api",
  "manual",
  "import",
] as const satisfies OrderRow["source"][];
export const orderSources = [...customerSources, "ussd"] as const satisfies OrderRow["source"][];

/** What the seller took themselves is in no account that we know of. */
export function settledIn({
  paidAt,
  paymentMethod,
  ownAccount,
}: Pick<OrderRow, "paidAt" | "paymentMethod" | "ownAccount">): SettledIn | null {
  if (paidAt === null || !["mobile_money", "card"].includes(paymentMethod)) return null;
  return ownAccount === null ? "wallet" : "own_account";
}

const of = fieldsOf<OrderRow, [siteUrl: string, downloadUrl: string | null, fiscal?: FiscalShown | null]>();
const amount = ({ currency }: OrderRow, minor: bigint) => toMajor({ minor, currency });

/** spec, Order. `downloadUrl`: the link to what it delivers by itself, as `downloadUrlOf` gives it. */
export const { schema: Order, serialize: serializeOrder } = of.object("Order", {
  id: of.count("id"),
  object: of.kind("order"),
  number: of.text("number", { example: "ORD-000042" }),
  short_number: of.text("shortNumber", { example: "0042" }),
  payment_status: of.column("paymentStatus", z.enum(paymentStatuses)),
  order_status: of.column("orderStatus", z.enum(orderStatuses)),
  fulfillment_status: of.column("fulfillmentStatus", z.enum(fulfillmentStatuses)),
  payment_method: of.column("paymentMethod", z.enum(paymentMethods)),
  settlement: of.made(
    z.enum(settlements).nullable().meta({
      description:
        "Where the money is: `wallet`, to be paid out, or `own_account`, an account of the seller's own at a provider. Null until it is paid, and where no provider took it.",
    }),
    settledIn,
  ),
  source: of.column("source", z.enum(orderSources)),
  currency: of.text("currency"),
  subtotal: of.amount("subtotalMinor"),
  discount: of.amount("discountMinor", "What was taken off the subtotal."),
  discount_code: of.textOrNull(
    "discountCode",
    "The code that was typed; null for none, and for an offer that applied by itself.",
  ),
  shipping_fee: of.amount("shippingFeeMinor"),
  total: of.amount("totalMinor"),
  tax: of.made(
    z
      .object({
        label: z.string().meta({ example: "VAT" }),
        rate: z.number().meta({ description: "Percent: 16 is 16 %." }),
        amount: z.number(),
        included: z.literal(true),
        refunded_amount: z.number().meta({
          description:
            "What of `amount` went back with refunds: as much of it as of the total, because a refund names no lines. `amount` stays what the order was sold with.",
        }),
      })
      .nullable()
      .meta({
        description:
          "The tax within the prices, as the store stated it when the order was made; never added to the total. Null where no line includes one.",
      }),
    (row) =>
      row.taxLabel === null
        ? null
        : {
            label: row.taxLabel,
            rate: Number(decimalText(BigInt(row.taxRatePpm), 4)),
            amount: amount(row, row.taxMinor),
            included: true as const,
            refunded_amount: amount(row, taxGoneBack(row)),
          },
  ),
  fiscal: of.made(
    z
      .object({
        status: z.enum(["queued", "signed", "refused"]),
        system: z.string().meta({ example: "KRA eTIMS" }),
        number: z.int().nullable(),
        receipt_number: z.string().nullable(),
        signature: z.string().nullable(),
        internal_data: z.string().nullable(),
        signed_at: z.string().nullable().meta({ format: "date-time" }),
        url: z.string().nullable().meta({ format: "uri" }),
      })
      .nullable()
      .meta({
        description:
          "What the tax authority's system signed of the sale, where the store has connected one; `queued` until it did. Null elsewhere, and in events.",
      }),
    (_row, _siteUrl, _downloadUrl, fiscal) =>
      fiscal
        ? {
            ...{ status: fiscal.status, system: fiscal.system, number: fiscal.number },
            ...{ receipt_number: fiscal.receiptNumber, signature: fiscal.signature },
            ...{ internal_data: fiscal.internalData, url: fiscal.url },
            signed_at: fiscal.signedAt && timestamp(fiscal.signedAt),
          }
        : null,
  ),
  fee: of.made(
    z.number().meta({
      description: "The service's fee on the order, less what a refund gave back; 0 until it is paid.",
    }),
    (row) => amount(row, takingsOf(row).feeMinor),
  ),
  net: of.made(
    z.number().meta({ description: "What the seller keeps, after refunds; 0 until it is paid." }),
    (row) => amount(row, takingsOf(row).netMinor),
  ),
  refunded_amount: of.amount("refundedMinor", "What went back to the payer; 0 without a refund."),
  customer: of.made(CustomerSummary, (row) => customerSummary(row)),
  items: of.made(
    z.array(
      z.object({
        product_id: z.int().nullable(),
        name: z.string(),
        quantity: z.int(),
        unit_price: z.number(),
        total: z.number(),
        download_url: z.string().nullable().meta({
          format: "uri",
          description:
            "Opens what was bought, for the buyer alone; null where nothing is delivered by itself, until it is paid, and after a full refund.",
        }),
      }),
    ),
    (row, _siteUrl, downloadUrl) =>
      row.items.map((item) => ({
        product_id: item.productId,
        name: item.name,
        quantity: item.quantity,
        unit_price: amount(row, item.unitPriceMinor),
        total: amount(row, item.totalMinor),
        download_url: item.delivers ? downloadUrl : null,
      })),
  ),
  payment_link_id: of.countOrNull("paymentLinkId"),
  invoice_id: of.countOrNull("invoiceId"),
  subscription_id: of.textOrNull("subscriptionId"),
  receipt_url: of.made(
    z.string().meta({ format: "uri" }),
    ({ receiptToken }, siteUrl) => `${siteUrl}/receipt/${receiptToken}`,
  ),
  created_at: of.time("createdAt"),
  updated_at: of.time("updatedAt"),
});

export type OrderWire = z.infer<typeof Order>;

/** `data` of an order event: the object as it was then. */
export function orderEventData(
  row: OrderRow,
  siteUrl: string,
  downloadUrl: string | null,
): Record<string, unknown> {
  return { ...serializeOrder(row, siteUrl, downloadUrl), livemode: row.livemode };
}

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
