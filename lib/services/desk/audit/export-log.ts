import type { Pool } from "pg";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";

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
