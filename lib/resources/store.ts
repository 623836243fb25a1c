import { z } from "zod";
import type { StoreRow } from "@/lib/db/rows";
import { fieldsOf } from "./fields";

const storeStatuses = ["active", "suspended"] as const satisfies StoreRow["status"][];
const verificationStatuses = [
  "unverified",
  "pending",
  "verified",
  "rejected",
] as const satisfies StoreRow["verificationStatus"][];

const of = fieldsOf<StoreRow, [siteUrl: string, ussdCode: string | null]>();

/** spec, Store. `ussdCode`: null where the operator has no short code. */
export const { schema: Store, serialize: serializeStore } = of.object("Store", {
  id: of.count("id", { example: 7 }),
  object: of.kind("store"),
  name: of.text("name", { example: "Nile Fitness" }),
  description: of.textOrNull("description"),
  currency: of.text("currency", { description: "ISO 4217 code.", example: "UGX" }),
  logo_url: of.made(
    z.string().meta({ format: "uri", description: "A default picture when the store has no logo." }),
    ({ logoUrl }, siteUrl) => logoUrl ?? `${siteUrl}/icon.svg`,
  ),
  url: of.made(z.string().meta({ format: "uri" }), ({ slug }, siteUrl) => `${siteUrl}/store/${slug}`),
  status: of.column("status", z.enum(storeStatuses)),
  verification_status: of.column(
    "verificationStatus",
    z.enum(verificationStatuses),
    "An unverified store may take money but not be paid out.",
  ),
  buyer_pays_charges: of.flag("buyerPaysCharges"),
  ussd_code: of.made(
    z.string().nullable().meta({
      description:
        "What a phone without internet dials behind the service's short code; null where nobody answers.",
      example: "75",
    }),
    (_row, _siteUrl, ussdCode) => ussdCode,
  ),
  created_at: of.time("createdAt", { format: "date-time", example: "2026-01-31T09:30:00+00:00" }),
});
