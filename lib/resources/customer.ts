import { z } from "zod";
import type { CustomerRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import type { ProblemCode } from "@/lib/domain/refusal";
import { timestamp } from "./event";
import { emailAddress, emailFilter, flag, line, oneOf, pageShape, text } from "./input";
import { customerSources } from "./order";

const statuses = ["active", "blocked"] as const satisfies CustomerRow["status"][];
const nameMax = 255;
const phoneMax = 40;

/** spec, Customer. */
export const Customer = z
  .object({
    id: z.int().meta({ example: 42 }),
    object: z.literal("customer"),
    name: z.string().meta({ example: "Amina Okello" }),
    email: z.string().nullable().meta({ example: "amina@example.com" }),
    phone: z.string().nullable().meta({ description: "E.164.", example: "+256772123456" }),
    company: z.string().nullable(),
    country: z.string().nullable(),
    city: z.string().nullable(),
    address: z.string().nullable(),
    status: z.enum(statuses).meta({ description: "Who is blocked cannot start a payment to the seller." }),
    source: z.enum(customerSources).meta({ description: "How the customer came to be known." }),
    lifetime_value: z.number().meta({
      description:
        "What the customer's paid orders come to, less what was refunded: in the currency of the key's store, over all stores of the seller that have it.",
      example: 150000,
    }),
    customer_since: z.string().meta({ format: "date-time", example: "2026-01-31T09:30:00+00:00" }),
    accepts_marketing: z
      .boolean()
      .meta({ description: "As the seller noted it. Nothing is sent because of it." }),
    created_at: z.string().meta({ format: "date-time", example: "2026-01-31T09:30:00+00:00" }),
    updated_at: z.string().meta({ format: "date-time", example: "2026-01-31T09:30:00+00:00" }),
  })
  .meta({ id: "Customer" });

export type CustomerWire = z.infer<typeof Customer>;

/** A customer, and the total of their orders in one currency. */
export interface ValuedCustomer {
  row: CustomerRow;
  lifetimeMinor: bigint;
  currency: string;
}

export function serializeCustomer({ row, lifetimeMinor, currency }: ValuedCustomer): CustomerWire {
  return {
    id: row.id,
    object: "customer",
    name: row.name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    country: row.country,
    city: row.city,
    address: row.address,
    status: row.status,
    // The column has the type of orders; a customer who dialled came for what they paid.
    source: row.source === "ussd" ? "subscription" : row.source,
    lifetime_value: toMajor({ minor: lifetimeMinor, currency }),
    customer_since: timestamp(row.customerSince),
    accepts_marketing: row.acceptsMarketing,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** `data` of a customer event: the object as it was then. */
export function customerEventData(customer: ValuedCustomer): Record<string, unknown> {
  return { ...serializeCustomer(customer), livemode: customer.row.livemode };
}

/** spec, Customers: the filters of the list. */
export const CustomerQuery = z.object({
  email: emailFilter.optional(),
  phone: text(phoneMax).optional().meta({
    description: "Exact. Without a calling code, a number of the store's country is meant.",
    example: "+256772123456",
  }),
  search: text(nameMax)
    .optional()
    .meta({ description: "Part of a name, e-mail or phone.", example: "amina" }),
  ...pageShape,
});

const phoneText = text(phoneMax).meta({
  description: "A mobile number. Without a calling code, one of the store's country is meant.",
  example: "0772 123456",
});
const details = {
  company: line(nameMax).nullish(),
  country: line(nameMax).nullish(),
  city: line(nameMax).nullish(),
  address: text(nameMax).nullish(),
  accepts_marketing: flag.nullish(),
};

const eitherNeeded = "contact_missing" satisfies ProblemCode;

/** A contact that is present but invalid has a problem of its own. */
function hasContact(body: { email?: unknown; phone?: unknown }): boolean {
  return [body.email, body.phone].some((value) =>
    typeof value === "string" ? value.trim() !== "" : value !== null && value !== undefined,
  );
}

/** spec, Customers: the body of POST. */
export const NewCustomer = z
  .object({
    name: line(nameMax, { required: true }).meta({ example: "Amina Okello" }),
    email: emailAddress.nullish(),
    phone: phoneText.nullish(),
    ...details,
  })
  // Checked even when other fields are wrong, so that one answer reports everything that is missing.
  .refine(hasContact, { path: ["email"], error: eitherNeeded, when: () => true })
  .refine(hasContact, { path: ["phone"], error: eitherNeeded, when: () => true })
  .meta({
    id: "NewCustomer",
    description: "One of email or phone is required.",
    example: { name: "Amina Okello", email: "amina@example.com", phone: "0772 123456", city: "Kampala" },
  });

/** spec, Customers: the body of PATCH. An absent field stays; null or an empty text removes it. */
export const CustomerPatch = z
  .object({
    name: line(nameMax, { required: true }).optional(),
    email: emailAddress.nullish(),
    phone: phoneText.nullish(),
    ...details,
    status: oneOf(statuses)
      .nullish()
      .meta({ description: "`blocked`: cannot start a payment to the seller." }),
  })
  .meta({ id: "CustomerPatch", example: { company: "Okello Traders", city: "Jinja" } });

/** For POST, which adds the given values and removes none. */
export function newCustomer(body: z.output<typeof NewCustomer>) {
  return {
    name: body.name,
    email: body.email || null,
    phone: body.phone?.trim() || null,
    company: body.company || null,
    country: body.country || null,
    city: body.city || null,
    address: body.address?.trim() || null,
    acceptsMarketing: body.accepts_marketing ?? null,
  };
}

/** For PATCH: undefined keeps the value, null removes it. */
export function customerPatch(body: z.output<typeof CustomerPatch>) {
  return {
    name: body.name,
    email: given(body.email),
    phone: given(body.phone?.trim() ?? body.phone),
    company: given(body.company),
    country: given(body.country),
    city: given(body.city),
    address: given(body.address?.trim() ?? body.address),
    // Every customer has these fields, so null counts as not sent.
    acceptsMarketing: body.accepts_marketing ?? undefined,
    status: body.status ?? undefined,
  };
}

function given(value: string | null | undefined): string | null | undefined {
  return value === "" ? null : value;
}
