import { Prisma } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { CustomerRow } from "@/lib/db/rows";
import { foldTag } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import type { ValuedCustomer } from "@/lib/resources/customer";
import {
  among,
  type Counted,
  type Counting,
  given,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  readPage,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { lastPayments, withValues } from "./publish";
import { customerScope, customerScopeSql, customerSearched } from "./scope";

export interface CustomerFilters extends Span {
  /** Trimmed and lower-cased; exact. */
  email?: string;
  /** As typed; matched exactly after it is parsed as a number of the store's country. */
  phone?: string;
  /** Part of a name, e-mail or phone. */
  search?: string;
  /** With this tag, in whatever case. */
  tag?: string;
  /** Only these. */
  ids?: number[] | undefined;
}

/** The account's customers, newest first (spec, Customers): they are shared by all of the seller's stores. */
export async function listCustomers(
  world: World,
  caller: Caller,
  filters: CustomerFilters,
  page: Page,
  counting: Counting = "exactly",
): Promise<Counted<ValuedCustomer>> {
  const { find, count } = isPlain(filters)
    ? plainPage(world, caller, filters)
    : filteredPage(world, await customersWhere(world, caller, filters), filters);
  const valued = async () => withValues(world.db, caller, await find(page));
  return readPage(page, counting, valued, count, filters.search);
}

interface Reading {
  find(page: Page): Promise<CustomerRow[]>;
  count(atMost: { take?: number }): Promise<number>;
}

function filteredPage({ db }: World, where: Prisma.CustomerWhereInput, filters: CustomerFilters): Reading {
  return {
    find: (page) => db.customer.findMany({ where, orderBy: orderOf(filters), ...page }),
    count: (atMost) => db.customer.count({ where, ...atMost }),
  };
}

function isPlain({ email, phone, search, tag, ids }: CustomerFilters): boolean {
  return [email, phone, tag, ids].every((filter) => filter === undefined) && !search?.trim();
}

/** What is asked for most, all or those of a time, by our own statements: through Prisma they cost four times as much. */
function plainPage({ db }: World, caller: Caller, filters: CustomerFilters): Reading {
  const { createdAfter, createdBefore } = filters;
  const where = Prisma.join(
    [
      customerScopeSql(caller),
      ...(createdAfter ? [Prisma.sql`created_at >= ${createdAfter}`] : []),
      ...(createdBefore ? [Prisma.sql`created_at < ${createdBefore}`] : []),
    ],
    " AND ",
  );
  const order = Prisma.raw(inSpan(filters) ? "created_at DESC, id DESC" : "id DESC");
  return {
    async find({ skip, take }) {
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${customerColumns} FROM customers WHERE ${where} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`;
      return rows.map((row) => part<CustomerRow>(row, "customer"));
    },
    async count({ take }) {
      const atMost = take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}`;
      const [row] = await db.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS n FROM (SELECT FROM customers WHERE ${where} ${atMost}) AS found`;
      return row?.n ?? 0;
    },
  };
}

const customerColumns = columns("customers", Prisma.CustomerScalarFieldEnum, "customer");

/** By id, which grows with time and is in an index; a span of time has an index of its own. */
function orderOf(filters: CustomerFilters) {
  return inSpan(filters) ? newestFirst : [{ id: "desc" as const }];
}

/** A customer with what they paid, and when last. */
export type ListedCustomer = ValuedCustomer & { lastPaidAt: Date | null };

/** The same for a page of the dashboard. */
export async function listPaidCustomers(
  world: World,
  caller: Caller,
  filters: CustomerFilters,
  page: Page,
): Promise<Counted<ListedCustomer>> {
  const { rows, ...counted } = await listCustomers(world, caller, filters, page, "as a log");
  return { rows: await withLastPayments(world, caller, rows), ...counted };
}

/** All customers in batches, for a file. */
export async function* walkCustomers(
  world: World,
  caller: Caller,
  filters: CustomerFilters,
): AsyncGenerator<ListedCustomer[]> {
  const where = await customersWhere(world, caller, filters);
  const batches = inBatches<CustomerRow>((batch) =>
    world.db.customer.findMany({ where, orderBy: orderOf(filters), ...batch }),
  );
  for await (const rows of batches)
    yield withLastPayments(world, caller, await withValues(world.db, caller, rows));
}

async function withLastPayments(
  world: World,
  caller: Caller,
  customers: ValuedCustomer[],
): Promise<ListedCustomer[]> {
  const ids = customers.map(({ row }) => row.id);
  const paid = await lastPayments(world, caller, ids);
  return customers.map((customer) => ({ ...customer, lastPaidAt: paid.get(customer.row.id) ?? null }));
}

/** The filters as a condition on columns. */
async function customersWhere(
  world: World,
  caller: Caller,
  filters: CustomerFilters,
): Promise<Prisma.CustomerWhereInput> {
  const { accountId, livemode } = caller;
  return {
    ...customerScope(caller),
    ...given({ email: filters.email, createdAt: inSpan(filters), id: among(filters.ids) }),
    ...(filters.phone === undefined ? {} : { phone: await exactPhone(world, caller, filters.phone) }),
    // Account and mode are named on the tags too, so that their index is used.
    ...(filters.tag ? { tags: { some: { accountId, livemode, folded: foldTag(filters.tag) } } } : {}),
    ...(filters.search?.trim() ? { OR: customerSearched(filters.search.trim()) } : {}),
  };
}

/** A text that is no phone number is searched unchanged, and matches nobody. */
async function exactPhone(world: World, caller: Caller, typed: string): Promise<string> {
  const { country } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const parsed = parsePhone(typed, country, { anyCountry: true });
  return parsed.ok ? parsed.phone : typed;
}
