import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { type Operator, requireOperator } from "./operator";

/** One act, as it was written in its own transaction. */
export interface AuditLine {
  id: bigint;
  action: string;
  target: string;
  reason: string | null;
  details: Record<string, string>;
  createdAt: Date;
  /** A person's name and address, or another actor: "the API with key 12", "the service". */
  by: Said | string;
  store: { id: number; name: string } | null;
}

export interface AuditFilters {
  storeId?: number;
  /** The beginning of an action's name: `store.` for all acts on stores. */
  action?: string;
  /** A person's exact address: finds what they did, and what was done to them. */
  email?: string;
  /** Leaves out acts of the service itself, and sign-ins, unless the filter names an action or a person. */
  peopleOnly?: boolean;
  /** Only acts of people who are operators now. */
  operatorsOnly?: boolean;
  /** Inclusive, then exclusive. */
  from?: Date;
  until?: Date;
}

/** The audit log of the whole service, newest first. It is append-only: the database refuses to change a line. */
export async function listAudit(
  world: World,
  operator: Operator,
  filters: AuditFilters,
  page: Page,
): Promise<{ rows: AuditLine[]; hasMore: boolean }> {
  await requireOperator(world.db, operator);
  const where = await whereOf(world, filters);
  // Reads one row more, to know whether there is another page; counting a growing log would cost more.
  const found = await world.db.auditEntry.findMany({
    where,
    orderBy: { id: "desc" },
    skip: page.skip,
    take: page.take + 1,
  });
  const rows = found.slice(0, page.take);
  const [users, stores] = await Promise.all([
    namesOf(world, rows),
    world.db.store.findMany({
      where: { id: { in: rows.flatMap(({ storeId }) => storeId ?? []) } },
      select: { id: true, name: true },
    }),
  ]);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      action: row.action,
      target: row.target,
      reason: row.reason,
      details: detailsOf(row.details),
      createdAt: row.createdAt,
      by: byOf(row.actor, users),
      store: stores.find(({ id }) => id === row.storeId) ?? null,
    })),
    hasMore: found.length > page.take,
  };
}

async function whereOf(world: World, filters: AuditFilters): Promise<Prisma.AuditEntryWhereInput> {
  const { storeId, action, email, peopleOnly, operatorsOnly, from, until } = filters;
  const operators = operatorsOnly
    ? await world.db.user.findMany({ where: { isOperator: true }, select: { id: true }, take: 200 })
    : [];
  const user = email ? await world.db.user.findUnique({ where: { email }, select: { id: true } }) : null;
  return {
    ...(storeId === undefined ? {} : { storeId }),
    ...(action ? { action: { startsWith: action } } : {}),
    // An unknown address matches nothing, not everything.
    ...(email
      ? { OR: [{ actor: `user:${user?.id ?? 0}` }, { target: `user:${user?.id ?? 0}` }] }
      : peopleOnly
        ? { actor: { not: "system" }, ...(action ? {} : { NOT: { action: { startsWith: "sign_in." } } }) }
        : {}),
    ...(operatorsOnly ? { actor: { in: operators.map(({ id }) => `user:${id}`) } } : {}),
    ...(from || until
      ? { createdAt: { ...(from ? { gte: from } : {}), ...(until ? { lt: until } : {}) } }
      : {}),
  };
}

async function namesOf(world: World, rows: { actor: string }[]): Promise<Map<string, string>> {
  const ids = rows
    .map(({ actor }) => /^user:(\d{1,9})$/.exec(actor)?.[1])
    .filter((id) => id !== undefined)
    .map(Number);
  const users = await world.db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, email: true },
  });
  return new Map(users.map(({ id, name, email }) => [`user:${id}`, `${name} (${email})`]));
}

function byOf(actor: string, users: Map<string, string>): Said | string {
  const key = /^key:(\d+)$/.exec(actor)?.[1];
  if (key) return said("told_by_key", { id: key });
  if (actor === "system") return said("told_by_service");
  if (actor === "visitor") return said("told_by_visitor");
  return actor === "payer" ? said("told_by_payer") : (users.get(actor) ?? actor);
}

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

function detailsOf(details: unknown): Record<string, string> {
  const parsed = facts.safeParse(details);
  return Object.fromEntries(
    Object.entries(parsed.success ? parsed.data : {}).map(([name, value]) => [name, String(value)]),
  );
}
