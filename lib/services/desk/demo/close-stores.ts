import { demoMs } from "@/lib/domain/public-demo";
import { erasedMark } from "@/lib/domain/traces";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { columnsToEmpty, listed } from "../data-map";

const accountsPerPass = 20;
const rowsPerStatement = 5_000;
const reason = "public demo, its day is over";

/**
 * Closes the stores of a public demo whose day is over: nobody is signed in there any more, payers and keys are refused, and
 * what it held is deleted or emptied. What the books and the log of acts are made of stays, of nobody. Safe to repeat: an
 * account is named "…" once all of it is done.
 */
export async function closeDemoStores(world: World): Promise<{ closed: number; more: boolean }> {
  if (!world.config.publicDemo) return { closed: 0, more: false };
  const before = new Date(world.clock.now().getTime() - demoMs);
  const old = await world.db.account.findMany({
    where: { isDemo: true, createdAt: { lte: before }, name: { not: erasedMark } },
    include: { stores: { select: { id: true } } },
    orderBy: { id: "asc" },
    take: accountsPerPass,
  });
  const columns = old.length > 0 ? await columnsOf(world) : [];
  let closed = 0;
  for (const { id, stores } of old) {
    const whose = { accountId: id, storeIds: stores.map((store) => store.id), columns };
    await close(world, whose)
      .then(() => clear(world, whose))
      .then(() => {
        closed += 1;
      })
      .catch((error: unknown) =>
        world.log.error(
          { err: error, account: id },
          "A store of the public demo is not closed; it is tried again.",
        ),
      );
  }
  return { closed, more: closed === accountsPerPass };
}

async function clear(world: World, whose: Whose): Promise<void> {
  await stopWhatRuns(world, whose);
  await deleteAll(world, whose, tables);
  await emptyAll(world, whose);
  await deleteAll(world, whose, ["stored_files"]);
  await world.db.account.update({ where: { id: whose.accountId }, data: { name: erasedMark } });
}

interface Whose {
  accountId: number;
  storeIds: number[];
  /** Of all tables. */
  columns: Column[];
}

/** From now on nothing begins here. What sessions, keys and people's own rows belong to goes with them. */
function close(world: World, { accountId, storeIds }: Whose): Promise<void> {
  return transact(world, async (unit) => {
    const { tx, now } = unit;
    const ofStores = { storeId: { in: storeIds } };
    const people = await tx.member.findMany({ where: { accountId }, select: { userId: true } });
    await tx.invitation.deleteMany({ where: { accountId } });
    await tx.member.deleteMany({ where: { accountId } });
    await tx.user.deleteMany({
      where: { id: { in: people.map(({ userId }) => userId) }, isOperator: false },
    });
    await tx.apiKey.deleteMany({ where: ofStores });
    const { count } = await tx.store.updateMany({
      where: { id: { in: storeIds }, status: "active" },
      data: { status: "suspended", suspendedAt: now, suspendedReason: reason, updatedAt: now },
    });
    if (count === 0) return;
    for (const storeId of storeIds)
      await unit.audit(
        { actor: "system", accountId, storeId },
        { action: "store.suspended", target: `store:${storeId}`, reason },
      );
  });
}

/** In an order in which no row is missed by another. What belongs to one of these goes with it. */
const tables = [
  ...["request_log_details", "request_log_entries", "idempotency_records", "form_drafts", "saved_views"],
  ...["webhook_deliveries", "webhook_endpoints", "messages", "alerts", "takeouts", "moves", "notes", "tags"],
  ...["proofs", "contact_codes", "contact_undos", "order_deliveries", "download_counts", "images"],
  ...["payout_schedules", "verification_documents", "phone_patterns", "quotes", "recurring_invoices"],
];

/** A stranger can leave a hundred thousand rows: a part in each statement, none of which takes long. */
async function inParts({ pool }: World, sql: string, { storeIds, accountId }: Whose): Promise<void> {
  for (let done = rowsPerStatement; done >= rowsPerStatement; )
    done = (await pool.query(sql, [storeIds, accountId])).rowCount ?? 0;
}

async function deleteAll(world: World, whose: Whose, from: readonly string[]): Promise<void> {
  for (const table of from)
    await inParts(world, `DELETE FROM ${table} WHERE ${somePart(table, whose)}`, whose);
}

function somePart(table: string, { columns }: Whose, also = "true"): string {
  const names = columns.filter((column) => column.table === table).map(({ name }) => name);
  const owners = [
    ...(table === "stores" ? ["id = ANY ($1::int[])"] : []),
    ...(names.includes("store_id") ? ["store_id = ANY ($1::int[])"] : []),
    ...(names.includes("account_id") ? ["account_id = $2::int"] : []),
    // Names the parameters where the table has no such column.
    "($1::int[] IS NULL AND $2::int IS NULL)",
  ];
  return `ctid = ANY (ARRAY(SELECT ctid FROM ${table}
    WHERE (${owners.join(" OR ")}) AND ${also} LIMIT ${rowsPerStatement}))`;
}

/** How a column is empty that cannot be null and is no text. */
const emptyOf: Record<string, string> = { jsonb: "'{}'", bytea: "'\\x'", ARRAY: "'{}'" };

/** What of the seller stands in rows that stay. The map of data tells what of payers does. */
const ofSellers: Record<string, string> = {
  stores: `name, description, contact_phone, contact_email, logo_url, tax_number, address, return_url, sites,
    verification_reason, verification_sealed`,
  products: "name, short_description, image_url",
  discounts: "name, code",
  deliverables: "name, content, file_id",
  payout_destinations: "label, account_name",
  payouts: "destination_label",
};

async function emptyAll(world: World, whose: Whose): Promise<void> {
  const { pool, secrets } = world;
  const sellers = Object.entries(ofSellers).map(([table, names]): [string, string[]] => [
    table,
    listed(names),
  ]);
  for (const [table, names] of [...columnsToEmpty(), ...sellers]) {
    const set = whose.columns.filter((column) => column.table === table && names.includes(column.name));
    if (tables.includes(table) || table in apart) continue;
    const [left, right] = [set.map(({ name }) => name), set.map(emptied)].map((one) => one.join(", "));
    const part = somePart(table, whose, `ROW(${left}) IS DISTINCT FROM ROW(${right})`);
    await inParts(world, `UPDATE ${table} SET (${left}) = ROW(${right}) WHERE ${part}`, whose);
  }
  const attempts = "SELECT id::text FROM payment_attempts WHERE store_id = ANY ($1::int[])";
  const refunds = "SELECT id::text FROM refunds WHERE store_id = ANY ($1::int[])";
  const ids = `${attempts} UNION ALL ${refunds}`;
  await pool.query(`UPDATE sandbox_records SET phone = NULL WHERE id IN (${ids})`, [whose.storeIds]);
  await pool.query(
    `UPDATE rail_callbacks SET body = $2, headers = '{}' WHERE event ->> 'ourId' IN (${ids})`,
    [whose.storeIds, Buffer.from(secrets.seal(""))],
  );
  // In a reason a visitor can have written anything; those of the closing say nothing of anybody.
  await pool.query(
    `SELECT erase_reason(id, $2) FROM audit_entries
     WHERE store_id = ANY ($1::int[]) AND reason NOT IN ($2, $3)`,
    [whose.storeIds, erasedMark, reason],
  );
  const told = somePart("events", whose, `payload::jsonb -> 'data' <> '{}'`);
  await inParts(
    world,
    `SELECT erase_event(id, (payload::jsonb || '{"data": {}}')::text) FROM events WHERE ${told}`,
    whose,
  );
}

/** What is emptied by other means, or can only be added to. */
const apart: Record<string, true> = {
  audit_entries: true,
  audit_seals: true,
  events: true,
  rail_callbacks: true,
};

async function columnsOf({ pool }: World): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable = 'YES' AS "isNullable"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return rows;
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
}

function emptied({ type, isNullable }: Column): string {
  return isNullable ? "NULL" : (emptyOf[type] ?? `'${erasedMark}'`);
}

/** So that no sweep makes, sends or asks for anything in the name of a closed store. */
async function stopWhatRuns({ pool, clock }: World, { storeIds }: Whose): Promise<void> {
  const mine = "store_id = ANY ($1::int[])";
  const stops = [
    `UPDATE invoices SET sends_reminders = false, next_due_at = NULL, recurring_id = NULL, recurring_on = NULL, updated_at = $2
       WHERE ${mine}`,
    `UPDATE tasks SET resolved_at = $2, resolved_by = 'system' WHERE ${mine} AND resolved_at IS NULL`,
    `UPDATE payment_links SET is_active = false, updated_at = $2 WHERE ${mine}`,
    `UPDATE stores SET slug = 'closed-' || id, updated_at = $2 WHERE id = ANY ($1::int[])`,
  ];
  for (const stop of stops) await pool.query(stop, [storeIds, clock.now()]);
}
