import { z } from "zod";
import type { CustomerRow } from "@/lib/db/rows";
import { toMajor } from "@/lib/domain/money";
import type { ProblemCode } from "@/lib/domain/refusal";
import { fieldsOf } from "./fields";
import { emailAddress, emailFilter, flag, line, oneOf, orNull, pageShape, text } from "./input";
import { customerSources } from "./order";

const statuses = ["active", "blocked"] as const satisfies CustomerRow["status"][];
const nameMax = 255;
const phoneMax = 40;

/** A customer, and the total of their orders in one currency. */
export interface ValuedCustomer {
  row: CustomerRow;
  lifetimeMinor: bigint;
  currency: string;
}

const at = { format: "date-time", example: "2026-01-31T09:30:00+00:00" };
const of = fieldsOf<CustomerRow, [Omit<ValuedCustomer, "row">]>();

/** spec, Customer. */
const customer = of.object("Customer", {
  id: of.count("id", { example: 42 }),
  object: of.kind("customer"),
  name: of.text("name", { example: "Amina Okello" }),
  email: of.textOrNull("email", { example: "amina@example.com" }),
  phone: of.textOrNull("phone", { description: "E.164.", example: "+256772123456" }),
  company: of.textOrNull("company"),
  country: of.textOrNull("country"),
  city: of.textOrNull("city"),
  address: of.textOrNull("address"),
  status: of.column("status", z.enum(statuses), "Who is blocked cannot start a payment to the seller."),
  source: of.made(
    z.enum(customerSources).meta({ description: "How the customer came to be known." }),
    // The column has the type of orders; a customer who dialled came for what they paid.
    ({ source }) => (source === "ussd" ? "subscription" : source),
  ),
  lifetime_value: of.made(
    z.number().meta({
      description:
        "What the customer's paid orders come to, less what was refunded: in the currency of the key's store, over all stores of the seller that have it.",
      example: 150000,
    }),
    (_, { lifetimeMinor, currency }) => toMajor({ minor: lifetimeMinor, currency }),
  ),
  customer_since: of.time("customerSince", at),
  accepts_marketing: of.flag("acceptsMarketing", "As the seller noted it. Nothing is sent because of it."),
  created_at: of.time("createdAt", at),
  updated_at: of.time("updatedAt", at),
});

export const Customer = customer.schema;

export function serializeCustomer({ row, ...value }: ValuedCustomer) {
  return customer.serialize(row, value);
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
  company: orNull(line(nameMax)),
  country: orNull(line(nameMax)),
  city: orNull(line(nameMax)),
  address: orNull(text(nameMax)),
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
    email: orNull(emailAddress),
    phone: orNull(phoneText),
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
    email: orNull(emailAddress),
    phone: orNull(phoneText),
    ...details,
    status: oneOf(statuses)
      .nullish()
      .meta({ description: "`blocked`: cannot start a payment to the seller." }),
  })
  .meta({ id: "CustomerPatch", example: { company: "Okello Traders", city: "Jinja" } });

/** For POST, which adds the given values and removes none. */
export function newCustomer(body: z.output<typeof NewCustomer>) {
  const { name, accepts_marketing: acceptsMarketing = null } = body;
  const { email = null, phone = null, company = null, country = null, city = null, address = null } = body;
  return { name, email, phone, company, country, city, address, acceptsMarketing };
}

/** For PATCH: undefined keeps the value, null removes it. */
export function customerPatch({ accepts_marketing, status, ...texts }: z.output<typeof CustomerPatch>) {
  // Every customer has these two, so null counts as not sent.
  return { ...texts, acceptsMarketing: accepts_marketing ?? undefined, status: status ?? undefined };
}
