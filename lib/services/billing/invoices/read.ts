import { Prisma } from "@/lib/db/client";
import {
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderInclude,
  readInvoices,
  type StoreRow,
} from "@/lib/db/rows";
import { type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import type { FiscalShown } from "@/lib/domain/fiscal";
import { type InvoiceStatus, payableRange } from "@/lib/domain/invoice";
import { NotFound } from "@/lib/domain/refusal";
import { inThread } from "@/lib/providers/pdf/in-thread";
import type { InvoicePdf } from "@/lib/providers/pdf/invoice";
import { dayColumn, invoiceFacts } from "@/lib/resources/invoice";
import { type PayAtTill, readPayAtTill } from "@/lib/services/catalog/till/account-numbers";
import {
  type AmountSpan,
  among,
  type Counted,
  type Counting,
  given,
  inAmounts,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  readPage,
  type Span,
} from "@/lib/services/core/list";
import type { Shown } from "@/lib/services/core/shown";
import type { Caller, World } from "@/lib/services/core/world";
import { escaped, phoneDigits } from "@/lib/services/people/customers/scope";
import { fiscalOf } from "../orders/fiscal";

/** One invoice of the caller's store. Throws NotFound for a missing one and for another store's. */
export async function readInvoice(
  world: World,
  { storeId }: Pick<Caller, "storeId">,
  id: number,
): Promise<InvoiceRow> {
  const [row] = await readInvoices(
    world.db,
    Prisma.sql`WHERE invoice.id = ${id} AND invoice.store_id = ${storeId}`,
  );
  if (!row) throw new NotFound();
  return row;
}

export interface InvoicePage {
  store: StoreRow;
  invoice: InvoiceRow;
  /** Its paid orders, oldest first, including refunded ones. */
  payments: OrderRow[];
  /** What the tax authority signed of its payments. */
  fiscal: FiscalShown[];
  /** Where it can be paid unasked; null where that is not possible, or nothing is owed. */
  till: PayAtTill | null;
}

/**
 * The data of the page and the PDF at `/invoice/<token>`, from the moment the invoice exists. Null for an unknown
 * token.
 */
export async function readInvoicePage(world: World, token: string): Promise<InvoicePage | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const [invoice] = await readInvoices(world.db, Prisma.sql`WHERE invoice.token = ${token}`);
  return invoice ? invoicePage(world, invoice) : null;
}

/** The same by id for the store, drafts included: the preview is the real page. */
export async function readStoreInvoice(
  world: World,
  of: Pick<Caller, "storeId">,
  id: number,
): Promise<InvoicePage> {
  return invoicePage(world, await readInvoice(world, of, id));
}

const paymentsMax = 100;

async function invoicePage(world: World, invoice: InvoiceRow): Promise<InvoicePage> {
  const [store, payments] = await Promise.all([
    world.db.store.findUniqueOrThrow({ where: { id: invoice.storeId } }),
    world.db.order.findMany({
      where: { storeId: invoice.storeId, invoiceId: invoice.id, paidAt: { not: null } },
      include: orderInclude,
      orderBy: [{ paidAt: "asc" }, { id: "asc" }],
      take: paymentsMax,
    }),
  ]);
  const till =
    payableRange(invoiceFacts(invoice)) === null
      ? null
      : await readPayAtTill(
          world,
          { id: store.id, country: store.country, currency: invoice.currency },
          { kind: "invoice", id: invoice.id },
        );
  const fiscal = [...(await fiscalOf(world, payments)).values()].flat();
  return { store, invoice, payments, fiscal: fiscal.filter(({ status }) => status === "signed"), till };
}

export type { InvoicePdf } from "@/lib/providers/pdf/invoice";

/** The invoice as a PDF document. */
export function invoicePdf(invoice: InvoicePdf): Promise<Uint8Array> {
  return inThread(invoice);
}

export interface InvoiceFilters extends Span, AmountSpan {
  status?: InvoiceStatus | undefined;
  /** Trimmed and lower-cased. */
  email?: string | undefined;
  customerId?: number | undefined;
  number?: string | undefined;
  /** Part of a number, or of the name, e-mail or phone on it. */
  search?: string | undefined;
  /** What is owed for, and due on one of these days, both included. */
  owed?: { from: CivilDate; to: CivilDate } | undefined;
  /** Only these. */
  ids?: number[] | undefined;
}

/** Newest first. A filter by status uses the status of this moment: an invoice becomes overdue without an update. */
export async function listInvoices(
  world: World,
  caller: Caller,
  filters: InvoiceFilters,
  page: Page,
  counting: Counting = "exactly",
): Promise<Counted<InvoiceRow>> {
  const { status, search } = filters;
  const where = await invoicesWhere(world, caller, filters);
  return readPage(
    page,
    // Those that are owed are few and have an index, which the planner leaves when it counts to a number.
    status === "overdue" ? "exactly" : counting,
    async () => {
      const ids = world.db.invoice.findMany({ where, select: { id: true }, orderBy: newestFirst, ...page });
      return readFound(world, await ids);
    },
    (atMost) => world.db.invoice.count({ where, ...atMost }),
    search,
  );
}

/** Newest first. By our own statement: through Prisma lines and zone take two more, and each row is made twice. */
function readFound({ db }: World, found: readonly { id: number }[]): Promise<InvoiceRow[]> {
  return readInvoices(
    db,
    Prisma.sql`WHERE invoice.id = ANY (${found.map(({ id }) => id)}::int[])
      ORDER BY invoice.created_at DESC, invoice.id DESC`,
  );
}

/** All invoices in batches, for a file. */
export async function* walkInvoices(
  world: World,
  caller: Caller,
  filters: InvoiceFilters,
): AsyncGenerator<InvoiceRow[]> {
  const where = await invoicesWhere(world, caller, filters);
  yield* inBatches<InvoiceRow>((batch) =>
    world.db.invoice.findMany({ where, include: invoiceInclude, orderBy: newestFirst, ...batch }),
  );
}

/** The filters as a condition on columns, for today's date in the store's zone. */
async function invoicesWhere(
  world: World,
  caller: Caller,
  filters: InvoiceFilters,
): Promise<Prisma.InvoiceWhereInput> {
  const { status, email, customerId, number, currency, search, owed } = filters;
  return {
    storeId: caller.storeId,
    ...given({ customerEmail: email, customerId, number, currency, id: among(filters.ids) }),
    ...given({ createdAt: inSpan(filters), totalMinor: inAmounts(filters) }),
    AND: [
      ...(status === undefined ? [] : [await statusFilter(world, caller, status)]),
      ...(owed
        ? [...isOwedFor(world), { dueOn: { gte: dayColumn(owed.from), lte: dayColumn(owed.to) } }]
        : []),
      ...(search?.trim() ? [searched(search.trim())] : []),
    ],
  };
}

/** An invoice has its own copy of its customer's name and contacts. */
function searched(text: string): Prisma.InvoiceWhereInput {
  const contains = escaped(text);
  const digits = phoneDigits(text);
  return {
    OR: [
      { number: { contains, mode: "insensitive" } },
      { customerName: { contains, mode: "insensitive" } },
      { customerEmail: { contains, mode: "insensitive" } },
      ...(digits === null ? [] : [{ customerPhone: { contains: digits } }]),
    ],
  };
}

/** It is not all paid, and was handed over. */
function isOwedFor(world: World): [Prisma.InvoiceWhereInput, Prisma.InvoiceWhereInput] {
  const { totalMinor } = world.db.invoice.fields;
  return [
    { cancelledAt: null, paidMinor: { lt: totalMinor } },
    { OR: [{ sentAt: { not: null } }, { viewedAt: { not: null } }, { paidMinor: { gt: 0n } }] },
  ];
}

/** `invoiceStatus` as a condition on columns, on the day it is in the store's zone. */
async function statusFilter(
  world: World,
  caller: Caller,
  status: InvoiceStatus,
): Promise<Prisma.InvoiceWhereInput> {
  const { timeZone } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { timeZone: true },
  });
  const today = dayColumn(civilDateIn(world.clock.now(), timeZone));
  const { totalMinor } = world.db.invoice.fields;
  const [isOwed, isHandedOver] = isOwedFor(world);
  // A draft is never late; every other status implies that the invoice was handed over.
  const isInTime = { OR: [{ dueOn: null }, { dueOn: { gte: today } }] };
  switch (status) {
    case "cancelled":
      return { cancelledAt: { not: null } };
    case "paid":
      return { cancelledAt: null, paidMinor: { gte: totalMinor } };
    case "overdue":
      return { AND: [isOwed, isHandedOver, { dueOn: { lt: today } }] };
    case "part_paid":
      return { AND: [isOwed, isInTime, { paidMinor: { gt: 0n } }] };
    case "viewed":
      return { AND: [isOwed, isInTime, { paidMinor: 0n, viewedAt: { not: null } }] };
    case "sent":
      return { AND: [isOwed, isInTime, { paidMinor: 0n, viewedAt: null, sentAt: { not: null } }] };
    case "draft":
      return { AND: [isOwed, { paidMinor: 0n, viewedAt: null, sentAt: null }] };
  }
}

/** What an invoice says to who edits or sends it. What was paid of it, and when it went out, is no part of that. */
export function paperShown(invoice: InvoiceRow): Shown {
  const { totalMinor, currency, items, customerName, customerEmail, customerPhone, dueOn, notes } = invoice;
  const { taxMinor, allowPartPayment, minPartPaymentMinor } = invoice;
  const lines = items.map(({ description, quantityMilli, unitPriceMinor }) =>
    [description, quantityMilli, unitPriceMinor].map(String),
  );
  const paper = [
    ...[lines, customerName, customerEmail, customerPhone, dueOn, notes],
    ...[String(taxMinor), allowPartPayment, String(minPartPaymentMinor)],
  ];
  return { total: { minor: totalMinor, currency }, paper: JSON.stringify(paper) };
}

/** What is said before an invoice is cancelled: what stays paid. */
export function cancelShown({ paidMinor: minor, currency }: InvoiceRow): Shown {
  return { received: { minor, currency } };
}
