import { z } from "zod";
import type { StoreRow } from "@/lib/db/rows";
import { timestamp } from "./event";

const storeStatuses = ["active", "suspended"] as const satisfies StoreRow["status"][];
const verificationStatuses = [
  "unverified",
  "pending",
  "verified",
  "rejected",
] as const satisfies StoreRow["verificationStatus"][];

/** spec, Store. */
export const Store = z
  .object({
    id: z.int().meta({ example: 7 }),
    object: z.literal("store"),
    name: z.string().meta({ example: "Nile Fitness" }),
    description: z.string().nullable(),
    currency: z.string().meta({ description: "ISO 4217 code.", example: "UGX" }),
    logo_url: z
      .string()
      .meta({ format: "uri", description: "A default picture when the store has no logo." }),
    url: z.string().meta({ format: "uri" }),
    status: z.enum(storeStatuses),
    verification_status: z
      .enum(verificationStatuses)
      .meta({ description: "An unverified store may take money but not be paid out." }),
    buyer_pays_charges: z.boolean(),
    ussd_code: z.string().nullable().meta({
      description:
        "What a phone without internet dials behind the service's short code; null where nobody answers.",
      example: "75",
    }),
    created_at: z.string().meta({ format: "date-time", example: "2026-01-31T09:30:00+00:00" }),
  })
  .meta({ id: "Store" });

export type StoreWire = z.infer<typeof Store>;

/** `ussdCode`: null where the operator has no short code. */
export function serializeStore(row: StoreRow, siteUrl: string, ussdCode: string | null): StoreWire {
  return {
    id: row.id,
    object: "store",
    name: row.name,
    description: row.description,
    currency: row.currency,
    logo_url: row.logoUrl ?? `${siteUrl}/icon.svg`,
    url: `${siteUrl}/store/${row.slug}`,
    status: row.status,
    verification_status: row.verificationStatus,
    buyer_pays_charges: row.buyerPaysCharges,
    ussd_code: ussdCode,
    created_at: timestamp(row.createdAt),
  };
}
