import { z } from "zod";
import { intervalEdge, intervals } from "@/lib/domain/interval";
import { parseAmount } from "@/lib/domain/money";
import { Invalid, problemsOf, say } from "@/lib/domain/refusal";
import { graceMs } from "@/lib/domain/subscription";
import { storable } from "@/lib/domain/text";
import { subscriptionIdShape } from "@/lib/domain/token";
import { readBytes } from "@/lib/services/catalog/deliverables/download";
import { dropStored, reserveSpace, storePieces } from "@/lib/services/catalog/deliverables/upload";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { firstOf } from "@/lib/services/people/customers/read-csv";
import { readPerson, type TypedCustomer } from "@/lib/services/people/customers/save";
import { inParts, Moved, MovedCustomer, MovedProduct, movedJson, problemJson } from "./moved";
import { type PlannedLine, storeMove } from "./plan";
import { broken, type StoredArchive, unpack } from "./unpack";

const linesMax = 200_000;

const Product = z.object({
  ...{ id: z.int(), name: z.string(), short_description: z.string(), kind: z.string(), status: z.string() },
  ...{ price: z.number(), sale_price: z.number().nullable(), currency: z.string() },
  subscription: z
    .object({ interval: z.enum(intervals), trial_days: z.int(), trial_proof: z.string() })
    .nullable(),
});

const Customer = z.object({
  ...{ id: z.int(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() },
  ...{ company: z.string().nullable(), country: z.string().nullable(), city: z.string().nullable() },
  ...{ address: z.string().nullable(), accepts_marketing: z.boolean() },
});

const plan = z.object({ product: z.string(), interval: z.enum(intervals), amountMinor: z.string() });

const Subscription = z.object({
  ...{ id: z.string().regex(subscriptionIdShape), ref: z.string().nullable(), currency: z.string() },
  customer: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  metadata: z.record(z.string(), z.string()),
  // The times that the API shows are without their milliseconds.
  sente: z.looseObject({
    ...{ plan, startedAt: z.string(), currentPeriodEnd: z.string(), cancelledAt: z.string().nullable() },
  }),
});

/** The most that an archive may have. */
export const archiveMaxBytes = 256 * 1024 * 1024;

/**
 * Looks at what another instance gave to take along: products, customers and subscriptions. What is known here stays as it
 * is. The archive is kept piece by piece while it arrives, and only until it is read; `size`: the most that may come.
 * Returns the number of the move. Throws NotAllowed, or Invalid on `file`.
 */
export async function planArchive(
  world: World,
  seller: Seller,
  size: number,
  arrive: () => Promise<{ bytes: AsyncIterable<Uint8Array> } | null>,
): Promise<number> {
  permit(seller, "subscription.import");
  const fileId = await transact(world, (unit) =>
    reserveSpace(world, unit, seller, Math.min(size, archiveMaxBytes)),
  );
  try {
    const arriving = await arrive();
    if (!arriving) throw new Invalid({ file: [say("choose_file")] });
    const { bytes } = await storePieces(world, fileId, arriving.bytes, archiveMaxBytes);
    const read = (from: number, until: number) => readBytes(world, fileId, { first: from, last: until - 1 });
    const lines = await linesOf(world, seller, { size: bytes, read });
    return await storeMove(world, seller, "sente", lines);
  } finally {
    await dropStored(world, seller, fileId);
  }
}

/** What is planned of each row; only that is kept in memory, and never more than `linesMax` of it. */
async function linesOf(world: World, seller: Seller, archive: StoredArchive): Promise<PlannedLine[]> {
  const { currency, country } = await world.db.store.findUniqueOrThrow({
    where: { id: seller.storeId },
    select: { currency: true, country: true },
  });
  const planned: Answered[] = [];
  let stores = 0;
  for await (const { list, row } of unpack(archive)) {
    if (list === "store") {
      stores += 1;
      requireCurrency(row, currency);
    } else if (list === "products") planned.push(answer("product", row, productOf));
    else if (list === "customers") planned.push(answer("customer", row, (one) => customerOf(one, country)));
    else planned.push(answer("subscription", row, (one) => subscriptionOf(one, currency, country)));
    if (planned.length > linesMax) throw broken();
  }
  if (stores !== 1) throw broken();
  const known = await knownHere(world, seller, planned);
  return withoutStrangers(planned.map((one, at) => ({ ...one, line: at + 1, ...known(one) })));
}

function requireCurrency(row: unknown, currency: string): void {
  const there = z.object({ currency: z.string() }).safeParse(row);
  if (!there.success) throw broken();
  if (there.data.currency !== currency)
    throw new Invalid({
      file: [say("move_archive_currency", { currency: there.data.currency.slice(0, 3) })],
    });
}

type Answered = Omit<PlannedLine, "line">;

function answer(kind: string, row: unknown, read: (row: unknown) => { key: string; data: object }): Answered {
  try {
    const { key, data } = read(row);
    return { kind, key, data: data as Record<string, never>, outcome: "make" };
  } catch (error) {
    // Whoever wrote into the file: only this line of it cannot be read.
    const name = storable(z.object({ name: z.string() }).safeParse(row).data?.name ?? "", 255);
    const problem = problemJson(error instanceof Invalid ? firstOf(error) : say("move_failed"));
    return { kind, key: null, data: { name }, outcome: "refused", problem };
  }
}

function productOf(row: unknown) {
  const it = Product.parse(row);
  const minor = (value: number) => {
    const parsed = parseAmount(value, it.currency);
    if (!parsed.ok) throw broken();
    return String(parsed.money.minor);
  };
  const data = {
    ...{ name: it.name, shortDescription: it.short_description, kind: it.kind, status: it.status },
    ...{ currency: it.currency, priceMinor: minor(it.price) },
    salePriceMinor: it.sale_price === null ? null : minor(it.sale_price),
    ...{ interval: it.subscription?.interval ?? null, trialDays: it.subscription?.trial_days ?? 0 },
    trialProof: it.subscription?.trial_proof ?? "phone",
  };
  checked(MovedProduct, data);
  return { key: String(it.id), data };
}

function customerOf(row: unknown, country: string) {
  const it = Customer.parse(row);
  const acceptsMarketing = it.accepts_marketing;
  return { key: String(it.id), data: checked(MovedCustomer, { ...personOf(it, country), acceptsMarketing }) };
}

/** As a person in any other file. Whoever has no contact comes with their subscription. */
function personOf(it: Pick<z.output<typeof Customer>, "name" | "email" | "phone">, country: string) {
  const texts = { company: "", country: "", city: "", address: "", ...it };
  if (!it.email && !it.phone) return { ...texts, email: null, phone: null };
  const filled = Object.entries(texts).map(([name, value]) => [name, value ?? ""]);
  return readPerson(Object.fromEntries(filled) as TypedCustomer, country);
}

/** What can be read of a line. Throws Invalid by field. */
function checked<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error, (path) => String(path[0])));
  return parsed.data;
}

function subscriptionOf(row: unknown, currency: string, country: string) {
  const it = Subscription.parse(row);
  if (it.currency !== currency) throw broken();
  const { plan: last, startedAt, currentPeriodEnd: end, cancelledAt, ...exact } = it.sente;
  const { name, email, phone } = personOf(it.customer, country);
  const moved = checked(Moved, {
    ...{ name, email, phone, ref: it.ref, currency },
    ...{ customer: String(it.customer.id), product: last.product, productId: 0 },
    ...{ interval: last.interval, amountMinor: last.amountMinor, startedAt },
    ...{ end, cancelledAt, externalId: it.id },
    ...{
      isCancelled: exact.status === "cancelled",
      metadata: it.metadata,
      exact: { ...exact, id: it.id },
    },
  });
  requireSound(moved);
  return { key: it.id, data: movedJson(moved) };
}

/** Its dates say one thing: what an instance wrote always does. */
function requireSound({ exact, end, interval, startedAt }: Moved): void {
  if (!exact || !startedAt || startedAt > end || exact.anchorPeriods < 0 || exact.anchorPeriods > 5_000)
    throw broken();
  const edge = intervalEdge(exact.anchorAt, interval, exact.anchorPeriods);
  const grace = exact.graceEndsAt.getTime() - end.getTime();
  const isFree = grace === 0 && exact.trialEndsAt !== null;
  const isEnded = exact.endedAt === null || exact.endedAt <= exact.graceEndsAt;
  const isWaiting = (exact.planFrom === null) === (exact.previous === null) || exact.previous !== null;
  if (edge.getTime() !== end.getTime() || !(isFree || grace === graceMs) || !isEnded || !isWaiting)
    throw broken();
  if (exact.status === "expired" && exact.endedAt === null) throw broken();
}

/** Which subscriptions are here already: by their id, or because they were moved in before. */
async function knownHere(world: World, { storeId }: Seller, planned: readonly Answered[]) {
  const ids = planned.flatMap(({ kind, key }) =>
    kind === "subscription" && typeof key === "string" ? [key] : [],
  );
  const known = new Map<string, string>();
  for (const batch of inParts(ids, 5_000))
    for (const row of await world.db.subscription.findMany({
      where: {
        storeId,
        livemode: true,
        OR: [{ id: { in: batch } }, { importedFrom: "sente", externalId: { in: batch } }],
      },
      select: { id: true, externalId: true },
    })) {
      known.set(row.id, row.id);
      if (row.externalId !== null) known.set(row.externalId, row.id);
    }
  return (line: Answered) => {
    const madeId = line.kind === "subscription" ? known.get(String(line.key)) : undefined;
    return madeId ? { outcome: "same" as const, madeId } : {};
  };
}

/** Nobody could tell a customer without contacts when they come again: they come with their subscription. */
function withoutStrangers(lines: readonly PlannedLine[]): PlannedLine[] {
  const isStranger = ({ kind, outcome, data }: PlannedLine) => {
    const { email = null, phone = null } = data as { email?: string | null; phone?: string | null };
    return kind === "customer" && outcome === "make" && email === null && phone === null;
  };
  return lines.filter((line) => !isStranger(line));
}
