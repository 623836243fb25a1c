import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { ProductRow } from "@/lib/db/rows";
import { intervals } from "@/lib/domain/interval";
import { maxMinor, parseTypedAmount } from "@/lib/domain/money";
import { readInstant, readInterval, readStanding } from "@/lib/domain/moving";
import { Invalid, type Problem, problemsOf, say } from "@/lib/domain/refusal";
import { subscriptionStatuses } from "@/lib/domain/subscription";
import { cleanRef, lineProblem, refMaxCodePoints, storableJson } from "@/lib/domain/text";
import { subscriptionIdShape } from "@/lib/domain/token";
import { e164 } from "@/lib/providers/phone";
import { emailAddress, line, refText, text } from "@/lib/resources/input";
import { Metadata } from "@/lib/resources/subscription-input";
import { readPerson } from "@/lib/services/people/customers/save";
import type { TypedMove } from "./read-file";

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

export function problemJson({ code, values }: Problem): Prisma.InputJsonObject {
  // Values of these problems are numbers and texts, which may come from the file.
  return JSON.parse(storableJson({ code, values })) as Prisma.InputJsonObject;
}

export function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** What lines are held against. */
export interface MoveContext {
  now: Date;
  /** Of the store, for phones without a calling code. */
  country: string;
  /** The store's products that are sold by the week, month, quarter or year. */
  products: readonly ProductRow[];
  /** For lines whose product is not known. */
  otherwise: ProductRow | null;
}

/** A subscription as it can be written. Throws Invalid with what is wrong with the line. */
export function checkMove(typed: TypedMove, context: MoveContext): Moved {
  const { email, phone } = contactsOf(typed, context);
  const product = productOf(typed, context);
  const ref = cleanRef(typed.ref);
  if (!ref.ok) throw wrong("ref", ref.problem);
  return {
    ...{ name: typed.name || (email ?? phone ?? ""), email, phone, ref: ref.ref },
    ...{ customer: null, product: null, exact: null },
    ...{ productId: product.id, interval: product.interval ?? "month", currency: product.currency },
    amountMinor: amountOf(typed, product),
    ...termOf(typed, context),
    externalId: externalIdOf(typed),
    metadata: metadataOf(typed.metadata),
  };
}

function externalIdOf({ externalId }: TypedMove): string | null {
  const problem = lineProblem(externalId, refMaxCodePoints);
  if (problem) throw wrong("external_id", problem);
  return externalId || null;
}

function wrong(field: string, problem: Problem): Invalid {
  return new Invalid({ [field]: [problem] });
}

function contactsOf(typed: TypedMove, { country }: MoveContext) {
  if (!typed.email && !typed.phone) throw wrong("email", say("contact_missing"));
  const texts = { company: "", country: "", city: "", address: "" };
  const name = typed.name || typed.email || typed.phone;
  return readPerson({ ...texts, name, email: typed.email, phone: typed.phone }, country);
}

/** By its id or name; of several with one name, the one with the line's interval and price. */
function productOf(typed: TypedMove, { products, otherwise }: MoveContext): ProductRow {
  const wanted = fold(typed.product);
  const interval = intervalOf(typed);
  const named = products.filter(
    ({ id, name }) => wanted !== "" && (fold(name) === wanted || String(id) === wanted),
  );
  const fitting = interval === null ? named : named.filter((one) => one.interval === interval);
  const priced = fitting.filter((one) => readAmount(typed, one) === (one.salePriceMinor ?? one.priceMinor));
  const [found, second] = fitting.length > 1 && priced.length > 0 ? priced : fitting;
  if (found && !second) return withCurrency(typed, found);
  if (second) throw wrong("product_id", say("move_product_unclear", { name: typed.product }));
  if (named.length > 0) throw wrong("interval", say("move_interval", { name: typed.product }));
  const only = typed.product === "" && products.length === 1 ? products[0] : null;
  const chosen = otherwise ?? only;
  if (!chosen) throw wrong("product_id", say("move_product", { name: typed.product || "–" }));
  if (interval !== null && chosen.interval !== interval)
    throw wrong("interval", say("move_interval", { name: chosen.name }));
  return withCurrency(typed, chosen);
}

function withCurrency(typed: TypedMove, product: ProductRow): ProductRow {
  if (typed.currency && typed.currency.toUpperCase() !== product.currency)
    throw wrong("currency", say("move_currency", { currency: product.currency }));
  return product;
}

function intervalOf({ interval }: TypedMove) {
  if (interval === "") return null;
  const found = readInterval(interval);
  if (!found) throw wrong("interval", say("move_interval_unknown", { interval: interval.slice(0, 40) }));
  return found;
}

/** What a period cost there is what it costs here. */
function amountOf(typed: TypedMove, product: ProductRow): bigint {
  if (typed.amount === "") return product.salePriceMinor ?? product.priceMinor;
  const minor = readAmount(typed, product);
  if (minor === null || minor <= 0n || minor > maxMinor) throw wrong("amount", say("move_amount"));
  return minor;
}

function readAmount(typed: TypedMove, { currency }: ProductRow): bigint | null {
  const parsed = parseTypedAmount(typed.amount, currency, "en");
  return parsed.ok ? parsed.money.minor : null;
}

function termOf(typed: TypedMove, { now }: MoveContext) {
  const end = readInstant(typed.end);
  const startedAt = typed.startedAt === "" ? null : readInstant(typed.startedAt);
  const cancelledAt = typed.cancelledAt === "" ? null : readInstant(typed.cancelledAt);
  if (!end) throw wrong("current_period_end", say("move_date", { text: typed.end.slice(0, 40) || "–" }));
  if (!startedAt && typed.startedAt)
    throw wrong("started_at", say("move_date", { text: typed.startedAt.slice(0, 40) }));
  if (startedAt && (startedAt >= end || startedAt > now)) throw wrong("started_at", say("move_start"));
  if (end.getTime() - now.getTime() > aheadMaxMs) throw wrong("current_period_end", say("move_far"));
  const standing = readStanding(typed.status);
  if (!standing) throw wrong("status", say("move_status", { status: typed.status.slice(0, 40) }));
  // There its time runs, and nobody has paid for it.
  if (standing === "held" && end > now)
    throw wrong("status", say("move_unpaid", { status: typed.status.slice(0, 40) }));
  const cancels = /^(1|true|yes|oui)$/i.test(typed.cancelsAtEnd);
  return { startedAt, end, isCancelled: standing === "cancelled" || cancels, cancelledAt };
}

const aheadMaxMs = 10 * 366 * 24 * 60 * 60 * 1000;

function metadataOf(metadata: Record<string, string>): Record<string, string> {
  const parsed = Metadata.safeParse(metadata);
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error, () => "metadata"));
  return parsed.data;
}

/** Names are compared as people read them. */
function fold(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}
