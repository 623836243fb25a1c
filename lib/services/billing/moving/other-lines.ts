import { composeToken } from "@/lib/domain/token";
import type { Caller, Unit } from "@/lib/services/core/world";
import { Moved, MovedCustomer, MovedProduct, productKey } from "./moved";
import type { Made, OpenLine } from "./slice";
import { writeCustomers } from "./write";

/** Makes the products or customers of another instance; those that are known stay as they are. */
export function makeOther(
  unit: Unit,
  caller: Caller,
  kind: string,
  lines: readonly OpenLine[],
): Promise<Made[]> {
  return kind === "product" ? makeProducts(unit, caller, lines) : makeCustomers(unit, caller, lines);
}

async function makeProducts(
  { tx, now, world }: Unit,
  { storeId }: Caller,
  lines: readonly OpenLine[],
): Promise<Made[]> {
  // Two imports at once must not make a product twice.
  await tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR UPDATE`;
  const here = await tx.product.findMany({ where: { storeId } });
  const known = new Map(here.map((row) => [productKey(row), row.id]));
  const made: Made[] = [];
  for (const { line, data } of lines) {
    const product = MovedProduct.parse(data);
    const found = known.get(productKey(product));
    const token = composeToken(world.random.bytes(24));
    const row = { ...product, storeId, token, createdAt: now, updatedAt: now };
    const id = found ?? (await tx.product.create({ data: row, select: { id: true } })).id;
    known.set(productKey(product), id);
    made.push({ line, outcome: found ? "same" : "make", madeId: String(id), madeCustomerId: null });
  }
  return made;
}

async function makeCustomers(unit: Unit, caller: Caller, lines: readonly OpenLine[]): Promise<Made[]> {
  const people = lines.map(({ line, data }) => ({ line, person: MovedCustomer.parse(data) }));
  const { accountId, livemode } = caller;
  const emails = people.flatMap(({ person }) => person.email ?? []);
  const phones = people.flatMap(({ person }) => person.phone ?? []);
  const here = await unit.tx.customer.findMany({
    where: {
      ...{ accountId, livemode, prospect: false },
      OR: [{ email: { in: emails } }, { phone: { in: phones } }],
    },
    select: { id: true, email: true, phone: true },
  });
  const known = (person: MovedCustomer) =>
    here.find(({ email }) => email !== null && email === person.email) ??
    here.find(({ phone }) => phone !== null && phone === person.phone);
  const fresh = people.filter(({ person }) => !known(person));
  const ids = await writeCustomers(
    unit,
    caller,
    fresh.map(({ person }) => person),
  );
  return people.map((one): Made => {
    const id = ids[fresh.indexOf(one)];
    if (id !== undefined) return { line: one.line, outcome: "make", madeId: String(id), madeCustomerId: id };
    const found = known(one.person)?.id;
    return { line: one.line, outcome: "same", madeId: found ? String(found) : null, madeCustomerId: null };
  });
}

interface Ready {
  line: number;
  moved: Moved;
  customerId: number | null;
}

/** Subscription lines with the ids that their customers and products have here. */
export async function ofOther({ tx }: Unit, moveId: number, lines: readonly OpenLine[]): Promise<Ready[]> {
  const read = lines.map(({ line, data }) => ({ line, moved: Moved.parse(data), customerId: null }));
  const keys = read.flatMap(({ moved }) => moved.customer ?? []);
  if (keys.length === 0) return read;
  const others = await tx.moveLine.findMany({
    where: { moveId, OR: [{ kind: "product" }, { kind: "customer", key: { in: keys } }] },
    select: { kind: true, key: true, madeId: true },
  });
  const ids = new Map(others.map(({ kind, key, madeId }) => [`${kind} ${key}`, Number(madeId)]));
  const product = (key: string) => {
    const id = ids.get(`product ${key}`);
    if (!id) throw new Error("A line of a move names a product that is not in it.");
    return id;
  };
  return read.map(({ line, moved }) => ({
    line,
    moved:
      moved.product === null
        ? moved
        : { ...moved, productId: product(moved.product), exact: exactOf(moved, product) },
    customerId: ids.get(`customer ${moved.customer}`) || null,
  }));
}

function exactOf({ exact }: Moved, product: (key: string) => number): Moved["exact"] {
  if (!exact) return null;
  const here = (plan: typeof exact.previous) => plan && { ...plan, product: String(product(plan.product)) };
  return { ...exact, previous: here(exact.previous), pending: here(exact.pending) };
}
