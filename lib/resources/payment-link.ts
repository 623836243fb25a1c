import { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { leastAmount, linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { timestamp, timestampOrNull } from "./event";

export const amountTypes = ["fixed", "custom"] as const satisfies PaymentLinkRow["amountType"][];

/** spec, Payment link. */
export const PaymentLink = z
  .object({
    id: z.int().meta({ example: 12 }),
    object: z.literal("payment_link"),
    title: z.string().meta({ example: "Swimming lessons, November" }),
    description: z.string().nullable(),
    amount_type: z
      .enum(amountTypes)
      .meta({ description: "fixed: everyone pays `amount`; custom: the payer types it." }),
    amount: z.number().nullable().meta({ description: "What is asked for; of a custom link, a suggestion." }),
    min_amount: z
      .number()
      .nullable()
      .meta({ description: "The least a payer can type. Null for a fixed link." }),
    currency: z.string(),
    status: z.enum(linkStatuses),
    is_active: z.boolean().meta({ description: "False: paused by the seller." }),
    is_reusable: z.boolean().meta({ description: "False: it takes one payment." }),
    max_payments: z.int().nullable().meta({ description: "Null: any number." }),
    expires_at: z.string().nullable().meta({ format: "date-time" }),
    collect_email: z.boolean(),
    custom_question: z.string().nullable(),
    thank_you_message: z.string().nullable(),
    redirect_url: z.string().nullable().meta({ format: "uri" }),
    shows_places: z.boolean().meta({ description: "Whether payers see how many places are taken." }),
    payments_count: z.int(),
    total_collected: z.number(),
    url: z.string().meta({ format: "uri", description: "The page where it is paid." }),
    created_at: z.string().meta({ format: "date-time" }),
    updated_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "PaymentLink" });

export type PaymentLinkWire = z.infer<typeof PaymentLink>;

/** The link at `now`: it expires automatically. */
export function serializePaymentLink(row: PaymentLinkRow, now: Date, siteUrl: string): PaymentLinkWire {
  const amount = (minor: bigint) => toMajor({ minor, currency: row.currency });
  return {
    id: row.id,
    object: "payment_link",
    title: row.title,
    description: row.description,
    amount_type: row.amountType,
    amount: row.amountMinor === null ? null : amount(row.amountMinor),
    min_amount: row.amountType === "fixed" ? null : amount(leastAmount(row)),
    currency: row.currency,
    status: linkStatus(row, now),
    is_active: row.isActive,
    is_reusable: row.isReusable,
    max_payments: row.maxPayments,
    expires_at: timestampOrNull(row.expiresAt),
    collect_email: row.collectEmail,
    custom_question: row.customQuestion,
    thank_you_message: row.thankYouMessage,
    redirect_url: row.redirectUrl,
    shows_places: row.showsPlaces,
    payments_count: row.paymentsCount,
    total_collected: amount(row.totalPaidMinor),
    url: `${siteUrl}/pay/${row.token}`,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** `data` of a payment_link event: the object as it was at `at`. */
export function paymentLinkEventData(
  row: PaymentLinkRow,
  at: Date,
  siteUrl: string,
): Record<string, unknown> {
  return { ...serializePaymentLink(row, at, siteUrl), livemode: true };
}

/** The answer to DELETE. */
export const DeletedPaymentLink = z
  .object({ id: z.int(), object: z.literal("payment_link"), deleted: z.literal(true) })
  .meta({ id: "DeletedPaymentLink" });

export function serializeDeletedPaymentLink(id: number): z.infer<typeof DeletedPaymentLink> {
  return { id, object: "payment_link", deleted: true };
}
