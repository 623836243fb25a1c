import { Prisma } from "@/lib/db/client";
import type { Caller, World } from "@/lib/services/core/world";

/** So many rows are read at once. */
export const take = 500;

/** Rows of one list, and behind which row the next ones begin. */
export interface Rows {
  rows: unknown[];
  cursor: string | null;
}

/** One list of the file. */
export interface Part {
  name: string;
  /** Fields that also go into a file of commas, by their path. */
  csv?: readonly string[];
  read(world: World, caller: Caller, after: string | null): Promise<Rows>;
}

/** Pages that are made to be shared. Every other link of ours may be a key. */
const shared = /^\/(store|product|subscribe|pay|images|icon\.svg)(\/|$)/;

/**
 * The same value without links that act for somebody: whoever reads the file must not be able to cancel a payer's
 * subscription. Texts in which such a link stands are empty; what is made to be shared stays.
 */
export function withoutKeys(value: unknown, siteUrl: string): unknown {
  if (typeof value === "string") return isKey(value, siteUrl) ? null : value;
  if (Array.isArray(value)) return value.map((one) => withoutKeys(one, siteUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutKeys(one, siteUrl)]));
}

function isKey(text: string, siteUrl: string): boolean {
  const at = text.indexOf(`${siteUrl}/`);
  if (at < 0) return false;
  return !text.startsWith(siteUrl) || !shared.test(text.slice(siteUrl.length).split("?")[0] ?? "");
}

/** What the API does not show, by its columns. `key` orders the rows, and is of this type. */
function table(
  name: string,
  from: string,
  columns: string,
  { key, type, shown = (row) => row }: { key: string; type: string; shown?: (row: Row) => unknown },
): Part {
  return {
    name,
    async read(world, { storeId }, after) {
      const rows = await world.db.$queryRaw<
        { cursor: string; row: Row }[]
      >`SELECT cursor, to_jsonb(found) - 'cursor' AS row FROM (
          SELECT (${Prisma.raw(key)})::text AS cursor, ${Prisma.raw(columns)} FROM ${Prisma.raw(from)}
          WHERE t.store_id = ${storeId}
            AND (${after}::text IS NULL OR (${Prisma.raw(key)}) > ${after}::${Prisma.raw(type)})
          ORDER BY ${Prisma.raw(key)} LIMIT ${take}) found`;
      const last = rows.at(-1);
      return {
        rows: rows.map(({ row }) => shown(row)),
        cursor: last && rows.length === take ? last.cursor : null,
      };
    },
  };
}

type Row = Record<string, unknown>;

const byUuid = { key: "t.id", type: "uuid" };
const byNumber = { key: "t.id", type: "int" };
const money = "currency, amount_minor";
const whom = "customer_name, customer_email, customer_phone";

/** Notes and tags of customers are the account's, those of orders the store's. */
const written = (from: string) => `(SELECT n.*, coalesce(n.store_id, s.id) AS of_store FROM ${from} n
  LEFT JOIN stores s ON n.store_id IS NULL AND s.account_id = n.account_id AND n.livemode) w
  CROSS JOIN LATERAL (SELECT w.id AS id, w.of_store AS store_id) t`;

/** Lists of what the API does not show. */
export const tables: readonly Part[] = [
  table(
    "payments",
    "payment_attempts t",
    `id, order_id, rail, rail_ref, method, network, ${money}, status, failure_reason, receipt, paid_at, created_at`,
    byUuid,
  ),
  table("refunds", "refunds t", `id, order_id, ${money}, reason, status, created_at, completed_at`, byUuid),
  table(
    "disputes",
    "disputes t",
    `id, order_id, rail, state, ${money}, reason, opened_at, due_at, decided_at`,
    byUuid,
  ),
  table(
    "payouts",
    "payouts t",
    `id, ${money}, fee_minor, status, kind, destination_label, receipt, created_at, completed_at`,
    byUuid,
  ),
  table(
    "statement",
    `(SELECT p.id * 2 + (p.to_account_id = a.id)::int AS place, a.store_id, a.kind AS account, x.kind, x.source_id,
        x.occurred_at, p.currency, CASE WHEN p.to_account_id = a.id THEN p.amount_minor ELSE -p.amount_minor END AS amount_minor
      FROM ledger_accounts a JOIN ledger_postings p ON a.id IN (p.from_account_id, p.to_account_id)
      JOIN ledger_transactions x ON x.id = p.transaction_id) t`,
    `account, kind, source_id, occurred_at, ${money}`,
    { key: "t.place", type: "bigint" },
  ),
  table(
    "discounts",
    "discounts t",
    `id, name, code, is_automatic, type, percent_hundredths, ${money}, duration, duration_periods, product_ids,
      max_redemptions, max_per_customer, starts_at, expires_at, is_active, redemptions_count, deleted_at, created_at`,
    byNumber,
  ),
  table(
    "discount_codes",
    "discount_codes t",
    "id, discount_id, code, max_redemptions, redemptions_count, created_at",
    byNumber,
  ),
  table(
    "quotes",
    "quotes t",
    `id, number, body, currency, total_minor, ${whom}, valid_until, sent_at, accepted_at, declined_at, withdrawn_at,
      invoice_id, created_at`,
    byNumber,
  ),
  table(
    "recurring_invoices",
    "recurring_invoices t",
    `id, body, due_days, currency, total_minor, ${whom}, channels, interval, starts_on, ends_on, times, made_count,
      next_on, paused_at, ended_at, created_at`,
    byNumber,
  ),
  table("notes", written("notes"), "w.id, customer_id, order_id, text, created_at", byNumber),
  table("tags", written("tags"), "w.id, customer_id, order_id, name, created_at", byNumber),
  table(
    "events",
    "(SELECT * FROM events WHERE livemode) t",
    "id, type, object_id, sequence, occurred_at, payload",
    {
      ...{ key: 't.id COLLATE "C"', type: "text" },
      // Its text is JSON, in which links that are keys stand by themselves.
      shown: ({ payload, ...row }) => ({ ...row, payload: JSON.parse(String(payload)) as unknown }),
    },
  ),
];
