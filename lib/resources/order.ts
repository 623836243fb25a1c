import { z } from "zod";
import type { OrderRow } from "@/lib/db/rows";
import { decimalText, toMajor } from "@/lib/domain/money";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "@/lib/domain/order";
import { taxGoneBack } from "@/lib/domain/tax";
import { takingsOf } from "@/lib/domain/transfer";
import { timestamp } from "./event";
import { CustomerSummary } from "./subscription";

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

/** spec, Order. */
export const Order = z
  .object({
    id: z.int(),
    object: z.literal("order"),
    number: z.string().meta({ example: "ORD-000042" }),
    short_number: z.string().meta({ example: "0042" }),
    payment_status: z.enum(paymentStatuses),
    order_status: z.enum(orderStatuses),
    fulfillment_status: z.enum(fulfillmentStatuses),
    payment_method: z.enum(paymentMethods),
    source: z.enum(orderSources),
    currency: z.string(),
    subtotal: z.number(),
    discount: z.number().meta({ description: "What was taken off the subtotal." }),
    discount_code: z.string().nullable().meta({
      description: "The code that was typed; null for none, and for an offer that applied by itself.",
    }),
    shipping_fee: z.number(),
    total: z.number(),
    tax: z
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
    fee: z.number().meta({
      description: "The service's fee on the order, less what a refund gave back; 0 until it is paid.",
    }),
    net: z.number().meta({ description: "What the seller keeps, after refunds; 0 until it is paid." }),
    refunded_amount: z.number().meta({ description: "What went back to the payer; 0 without a refund." }),
    customer: CustomerSummary,
    items: z.array(
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
    payment_link_id: z.int().nullable(),
    invoice_id: z.int().nullable(),
    subscription_id: z.string().nullable(),
    receipt_url: z.string().meta({ format: "uri" }),
    created_at: z.string().meta({ format: "date-time" }),
    updated_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "Order" });

export type OrderWire = z.infer<typeof Order>;

/** `downloadUrl`: the link to what it delivers by itself, as `downloadUrlOf` gives it. */
export function serializeOrder(row: OrderRow, siteUrl: string, downloadUrl: string | null): OrderWire {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  const { id, name, email, phone } = row.customer;
  const takings = takingsOf(row);
  return {
    id: row.id,
    object: "order",
    number: row.number,
    short_number: row.shortNumber,
    payment_status: row.paymentStatus,
    order_status: row.orderStatus,
    fulfillment_status: row.fulfillmentStatus,
    payment_method: row.paymentMethod,
    source: row.source,
    currency: row.currency,
    subtotal: amount(row.subtotalMinor),
    discount: amount(row.discountMinor),
    discount_code: row.discountCode,
    shipping_fee: amount(row.shippingFeeMinor),
    total: amount(row.totalMinor),
    tax:
      row.taxLabel === null
        ? null
        : {
            label: row.taxLabel,
            rate: Number(decimalText(BigInt(row.taxRatePpm), 4)),
            amount: amount(row.taxMinor),
            included: true,
            refunded_amount: amount(taxGoneBack(row)),
          },
    fee: amount(takings.feeMinor),
    net: amount(takings.netMinor),
    refunded_amount: amount(row.refundedMinor),
    customer: { id, name, email, phone },
    items: row.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      quantity: item.quantity,
      unit_price: amount(item.unitPriceMinor),
      total: amount(item.totalMinor),
      download_url: item.delivers ? downloadUrl : null,
    })),
    payment_link_id: row.paymentLinkId,
    invoice_id: row.invoiceId,
    subscription_id: row.subscriptionId,
    receipt_url: `${siteUrl}/receipt/${row.receiptToken}`,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** `data` of an order event: the object as it was then. */
export function orderEventData(
  row: OrderRow,
  siteUrl: string,
  downloadUrl: string | null,
): Record<string, unknown> {
  return { ...serializeOrder(row, siteUrl, downloadUrl), livemode: row.livemode };
}
