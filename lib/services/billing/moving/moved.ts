import { z } from "zod";
import { intervals } from "@/lib/domain/interval";
import { subscriptionStatuses } from "@/lib/domain/subscription";
import { subscriptionIdShape } from "@/lib/domain/token";
import { e164 } from "@/lib/providers/phone";
import { emailAddress, line, refText, text } from "@/lib/resources/input";
import { Metadata } from "@/lib/resources/subscription-input";

const at = z.iso.datetime().transform((text) => new Date(text));
const minor = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

/** As `readPerson` leaves it: one number. */
const phone = z.string().regex(e164);

/** A plan of another instance by the id that it has there. */
const plan = z.object({ product: z.string(), interval: z.enum(intervals), amountMinor: minor });

/** The facts of a subscription of another instance, taken as they are. */
const exact = z.object({
  id: z.string().regex(subscriptionIdShape),
  ...{ status: z.enum(subscriptionStatuses), createdAt: at },
  ...{ anchorAt: at, anchorPeriods: z.int(), currentPeriodStart: at, graceEndsAt: at },
  ...{ trialEndsAt: at.nullable(), endedAt: at.nullable() },
  /** The plan before `planFrom`, and the one that the next payment buys. */
  planFrom: at.nullable(),
  previous: plan.nullable(),
  pending: plan.nullable(),
});

/** A subscription that can be moved in, as a line holds it. */
export const Moved = z.object({
  ...{
    name: line(255),
    email: emailAddress.nullable(),
    phone: phone.nullable(),
    ref: refText.nullable(),
  },
  /** Of another instance: the customer and the product by the ids that they have there. */
  customer: z.string().nullable().default(null),
  product: z.string().nullable().default(null),
  productId: z.int(),
  interval: z.enum(intervals),
  currency: z.string(),
  amountMinor: minor,
  ...{ startedAt: at.nullable(), end: at, isCancelled: z.boolean(), cancelledAt: at.nullable() },
  externalId: z.string().nullable(),
  metadata: Metadata,
  exact: exact.nullable().default(null),
});
export type Moved = z.output<typeof Moved>;

/** As JSON, which `Moved` reads again. */
export function movedJson(moved: Moved) {
  return JSON.parse(
    JSON.stringify(moved, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ) as Record<string, never>;
}

/** A product of another instance. */
export const MovedProduct = z.object({
  ...{ name: line(255, { required: true }), shortDescription: text(2_000) },
  kind: z.enum(["physical", "digital", "course", "webinar", "subscription", "service", "bookings", "bundle"]),
  ...{ status: z.enum(["active", "draft", "archived"]), currency: z.string() },
  ...{ priceMinor: minor, salePriceMinor: minor.nullable() },
  ...{ interval: z.enum(intervals).nullable(), trialDays: z.int().min(0).max(90) },
  trialProof: z.enum(["phone", "email", "none"]),
});
export type MovedProduct = z.output<typeof MovedProduct>;

const short = line(255).nullable();

/** A customer of another instance. */
export const MovedCustomer = z.object({
  ...{
    name: line(255, { required: true }),
    email: emailAddress.nullable(),
    phone: phone.nullable(),
  },
  ...{ company: short, country: short, city: short, address: text(255).nullable() },
  acceptsMarketing: z.boolean(),
});
export type MovedCustomer = z.output<typeof MovedCustomer>;

/** What a product is known by where it is moved to: by which plan it is sold, its name as people read it. */
export function productKey({ name, interval }: { name: string; interval: string | null }): string {
  return `${interval ?? "once"} ${name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase()}`;
}
