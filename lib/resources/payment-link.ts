import { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import { leastAmount, linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { fieldsOf } from "./fields";

export const amountTypes = ["fixed", "custom"] as const satisfies PaymentLinkRow["amountType"][];

const of = fieldsOf<PaymentLinkRow, [now: Date, siteUrl: string]>();

/** spec, Payment link, at `now`: it expires automatically. */
export const { schema: PaymentLink, serialize: serializePaymentLink } = of.object("PaymentLink", {
  id: of.count("id", { example: 12 }),
  object: of.kind("payment_link"),
  title: of.text("title", { example: "Swimming lessons, November" }),
  description: of.textOrNull("description"),
  amount_type: of.column(
    "amountType",
    z.enum(amountTypes),
    "fixed: everyone pays `amount`; custom: the payer types it.",
  ),
  amount: of.amountOrNull("amountMinor", "What is asked for; of a custom link, a suggestion."),
  min_amount: of.made(
    z.number().nullable().meta({ description: "The least a payer can type. Null for a fixed link." }),
    (row) =>
      row.amountType === "fixed" ? null : toMajor({ minor: leastAmount(row), currency: row.currency }),
  ),
  currency: of.text("currency"),
  status: of.made(z.enum(linkStatuses), linkStatus),
  is_active: of.flag("isActive", "False: paused by the seller."),
  is_reusable: of.flag("isReusable", "False: it takes one payment."),
  max_payments: of.countOrNull("maxPayments", "Null: any number."),
  expires_at: of.timeOrNull("expiresAt"),
  collect_email: of.flag("collectEmail"),
  custom_question: of.textOrNull("customQuestion"),
  thank_you_message: of.textOrNull("thankYouMessage"),
  redirect_url: of.column("redirectUrl", z.string().nullable().meta({ format: "uri" })),
  shows_places: of.flag("showsPlaces", "Whether payers see how many places are taken."),
  payments_count: of.count("paymentsCount"),
  total_collected: of.amount("totalPaidMinor"),
  url: of.made(
    z.string().meta({ format: "uri", description: "The page where it is paid." }),
    ({ token }, _now, siteUrl) => `${siteUrl}/pay/${token}`,
  ),
  created_at: of.time("createdAt"),
  updated_at: of.time("updatedAt"),
});

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
