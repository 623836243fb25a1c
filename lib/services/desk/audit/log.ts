import type { Pool } from "pg";
import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { AuditEntry } from "@/lib/db/generated/client";
import type { Page } from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { type Operator, requireOperator } from "../operator/operator";

/** One act, as it was written in its own transaction. */
export interface AuditLine extends Pick<AuditEntry, "id" | "action" | "target" | "reason" | "createdAt"> {
  details: Record<string, string>;
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
    rows: rows.map(({ id, action, target, reason, createdAt, ...row }) => ({
      ...{ id, action, target, reason, createdAt },
      details: detailsOf(row.details),
      by: byOf(row.actor, users),
      store: stores.find((store) => store.id === row.storeId) ?? null,
    })),
    hasMore: found.length > page.take,
  };
}

async function whereOf(world: World, filters: AuditFilters): Promise<Prisma.AuditEntryWhereInput> {
  const { storeId, action, email, peopleOnly, from, until } = filters;
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

/** What was stored as JSON by name, each as a text. What has another shape has none. */
export function detailsOf(details: unknown): Record<string, string> {
  const entries = Object.entries(facts.safeParse(details).data ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export const exportForms = ["jsonl", "csv"] as const;
export type ExportForm = (typeof exportForms)[number];

const perBatch = 2_000;

/** The columns of a line, in order. Everything is text as it was hashed; null: there is none, or the entry has gone. */
const columns = [
  ...["position", "entry_id", "created_at", "account_id", "store_id", "actor", "action", "target", "details"],
  ...["reason", "reason_salt", "reason_hash", "goes_at", "entry_hash", "hash"],
];

type Line = Record<string, string | null>;

const batchSql = `
  SELECT s.position::text AS position, s.entry_id::text AS entry_id, utc_text(e.created_at) AS created_at,
    e.account_id::text AS account_id, e.store_id::text AS store_id, e.actor, e.action, e.target,
    e.details::text AS details, e.reason, encode(s.reason_salt, 'hex') AS reason_salt,
    encode(s.reason_hash, 'hex') AS reason_hash, utc_text(s.goes_at) AS goes_at,
    encode(s.entry_hash, 'hex') AS entry_hash, encode(s.hash, 'hex') AS hash
  FROM (SELECT * FROM audit_seals WHERE position > $1 ORDER BY position LIMIT ${perBatch}) s
  LEFT JOIN audit_entries e ON e.id = s.entry_id
  ORDER BY s.position`;

/** The whole sealed log as a file, for an operator; that they had it stands in the log. Throws NotAllowed. */
export async function exportLog(
  world: World,
  operator: Operator,
  form: ExportForm,
): Promise<AsyncGenerator<string>> {
  await requireOperator(world.db, operator);
  await transact(world, (unit) =>
    unit.audit(operator, { action: "log.exported", target: "service", details: { form } }),
  );
  return logPieces(world.pool, form);
}

/** The sealed log in pieces of text, oldest first. */
export async function* logPieces(pool: Pick<Pool, "query">, form: ExportForm): AsyncGenerator<string> {
  if (form === "csv") yield `${columns.join(",")}\r\n`;
  const textOf = form === "csv" ? csvText : jsonText;
  for (let position: string | null = "0"; position !== null; ) {
    const { rows }: { rows: Line[] } = await pool.query<Line>(batchSql, [position]);
    if (rows.length > 0) yield rows.map(textOf).join("");
    position = rows.at(-1)?.position ?? null;
  }
}

function jsonText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

function csvText(line: Line): string {
  return `${columns.map((name) => cellOf(line[name] ?? null)).join(",")}\r\n`;
}

/**
 * Null is empty; text is always quoted. What a spreadsheet would take for a formula gets a ' before it, and so does a
 * text that begins with one, so that the reader of the file can take it away again.
 */
function cellOf(value: string | null): string {
  if (value === null) return "";
  return `"${value.replace(/^[=+\-@\t\r']/, "'$&").replaceAll('"', '""')}"`;
}
