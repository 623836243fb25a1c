import { toMajor } from "@/lib/domain/money";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/records";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";
import { type About, aboutLines } from "./read";

/** The effect of one ledger entry on a store's accounts, in minor units; each may be zero or negative. */
export interface Effects {
  pendingMinor: bigint;
  availableMinor: bigint;
  /** What the store owes the service: a positive effect means more debt. */
  debtMinor: bigint;
  suspenseMinor: bigint;
  payoutInFlightMinor: bigint;
  refundInFlightMinor: bigint;
  /** Reserved while a payer disputes a payment. */
  reservedMinor: bigint;
}

/** One line of a statement; `after` is what the accounts held once it was posted. */
export interface StatementLine {
  id: bigint;
  at: Date;
  kind: string;
  currency: string;
  effects: Effects;
  after: Effects;
  about: About | null;
}

export const statementGroups = ["payments", "refunds", "payouts", "releases", "set_aside"] as const;
export type StatementGroup = (typeof statementGroups)[number];

const kindsOf: Record<StatementGroup, string[]> = {
  payments: [
    "payment_settled",
    "suspense_allocated",
    "payment_reversed",
    "dispute_reserved",
    "dispute_released",
    "fees_taken",
  ],
  refunds: ["refund_requested", "refund_paid", "refund_failed", "refund_reversed"],
  payouts: ["payout_requested", "payout_paid", "payout_returned", "payout_reversed"],
  releases: ["hold_released"],
  set_aside: [
    "suspense_received",
    "second_received",
    "suspense_allocated",
    "suspense_returned",
    "suspense_return_failed",
    "suspense_return_reversed",
    "suspense_reversed",
  ],
};

export interface StatementFilters {
  currency: string;
  /** Movements change what is in the wallet. The others are their parts: a hold ends, a refund that was asked for arrives. */
  group?: StatementGroup | "movements";
  /** This instant or later. */
  from?: Date;
  /** Before this instant. */
  to?: Date;
}

/** A store's wallet entries, last posted first. Balances are those of the whole wallet, not of the filter. */
export async function listStatement(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  page: { skip: number; take: number },
): Promise<{ lines: StatementLine[]; total: number }> {
  permitRead(caller, "money");
  const { where, values } = conditions(caller, filters);
  const { rows } = await world.pool.query<Row>(
    `${everything} SELECT *, count(*) OVER () AS total FROM running ${where}
     ORDER BY id DESC LIMIT ${page.take} OFFSET ${page.skip}`,
    values,
  );
  return { lines: await linesOf(world, caller, rows), total: Number(rows[0]?.total ?? 0) };
}

const batch = 1000;

/**
 * The same, oldest first, in batches, for a download of any length. The balances are carried along from the first
 * entry, so nothing is read twice and a slow reader holds no connection.
 */
export async function* readStatement(
  world: World,
  caller: Caller,
  filters: StatementFilters,
): AsyncGenerator<StatementLine[]> {
  permitRead(caller, "money");
  let after = noEffects;
  let lastId = 0n;
  for (;;) {
    const { rows } = await world.pool.query<Row>(
      `${effects("AND t.id > $3")} SELECT * FROM entries ORDER BY id LIMIT ${batch}`,
      [caller.storeId, filters.currency, String(lastId)],
    );
    if (rows.length === 0) return;
    const carried = rows.map((row) => {
      after = sum(after, effectsOf(row, ""));
      return { ...row, ...rowOf(after) };
    });
    lastId = BigInt(rows.at(-1)?.id ?? 0);
    const wanted = carried.filter((row) => matches(row, filters));
    if (wanted.length > 0) yield await linesOf(world, caller, wanted);
    if (rows.length < batch) return;
  }
}

const columns = {
  pendingMinor: "wallet_pending",
  availableMinor: "wallet_available",
  debtMinor: "store_debt",
  suspenseMinor: "suspense",
  payoutInFlightMinor: "payout_in_flight",
  refundInFlightMinor: "refund_in_flight",
  reservedMinor: "dispute_reserve",
} as const satisfies Record<keyof Effects, string>;

// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
const names = Object.keys(columns) as (keyof Effects)[];
const noEffects: Effects = {
  pendingMinor: 0n,
  availableMinor: 0n,
  debtMinor: 0n,
  suspenseMinor: 0n,
  payoutInFlightMinor: 0n,
  refundInFlightMinor: 0n,
  reservedMinor: 0n,
};

/** One row for each ledger entry of the store: its effect on each account of the wallet. Others are not in it. */
function effects(more = ""): string {
  const kinds = Object.values(columns)
    .map((kind) => `'${kind}'`)
    .join(", ");
  const sums = Object.values(columns).map(
    (kind) => `coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = '${kind}'), 0) AS ${kind}`,
  );
  return `WITH entries AS (
    SELECT t.id, t.kind, t.source_id, t.occurred_at, a.currency, ${sums.join(", ")}
    FROM ledger_accounts a
    CROSS JOIN LATERAL (
      SELECT transaction_id, CASE WHEN a.is_held THEN amount_minor ELSE -amount_minor END AS amount_minor
      FROM ledger_postings WHERE from_account_id = a.id
      UNION ALL
      SELECT transaction_id, CASE WHEN a.is_held THEN -amount_minor ELSE amount_minor END
      FROM ledger_postings WHERE to_account_id = a.id) p
    JOIN ledger_transactions t ON t.id = p.transaction_id
    WHERE a.store_id = $1 AND a.currency = $2 AND a.kind IN (${kinds}) ${more}
    GROUP BY t.id, a.currency)`;
}

const everything = `${effects()}, running AS (
  SELECT *, ${Object.values(columns)
    .map((kind) => `sum(${kind}) OVER (ORDER BY id) AS after_${kind}`)
    .join(", ")}
  FROM entries)`;

type Row = { id: string; kind: string; source_id: string; occurred_at: Date; currency: string } & Record<
  string,
  unknown
>;

function conditions({ storeId }: Caller, { currency, group, from, to }: StatementFilters) {
  const values: unknown[] = [storeId, currency];
  const add = (value: unknown) => `$${values.push(value)}`;
  const parts = [
    ...(group === "movements" ? ["wallet_pending + wallet_available <> store_debt"] : []),
    ...(group && group !== "movements" ? [`kind = ANY (${add(kindsOf[group])})`] : []),
    ...(from ? [`occurred_at >= ${add(from)}`] : []),
    ...(to ? [`occurred_at < ${add(to)}`] : []),
  ];
  return { where: parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "", values };
}

function matches(row: Row, { group, from, to }: StatementFilters): boolean {
  const { pendingMinor, availableMinor, debtMinor } = effectsOf(row, "");
  if (group === "movements" && pendingMinor + availableMinor === debtMinor) return false;
  if (group && group !== "movements" && !kindsOf[group].includes(row.kind)) return false;
  return (!from || row.occurred_at >= from) && (!to || row.occurred_at < to);
}

async function linesOf(world: World, caller: Caller, rows: Row[]): Promise<StatementLine[]> {
  const abouts = await aboutLines(
    world,
    caller,
    rows.map(({ source_id: sourceId }) => sourceId),
  );
  return rows.map((row) => ({
    id: BigInt(row.id),
    at: row.occurred_at,
    kind: row.kind,
    currency: row.currency,
    effects: effectsOf(row, ""),
    after: effectsOf(row, "after_"),
    about: abouts.get(row.source_id) ?? null,
  }));
}

function effectsOf(row: Row, prefix: "" | "after_"): Effects {
  const of = (kind: string) => BigInt(String(row[prefix + kind] ?? 0));
  return {
    pendingMinor: of(columns.pendingMinor),
    availableMinor: of(columns.availableMinor),
    debtMinor: of(columns.debtMinor),
    suspenseMinor: of(columns.suspenseMinor),
    payoutInFlightMinor: of(columns.payoutInFlightMinor),
    refundInFlightMinor: of(columns.refundInFlightMinor),
    reservedMinor: of(columns.reservedMinor),
  };
}

function sum(a: Effects, b: Effects): Effects {
  const added = { ...a };
  for (const name of names) added[name] += b[name];
  return added;
}

function rowOf(after: Effects): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`after_${columns[name]}`, String(after[name])]));
}

const head = [
  "time",
  "store_time",
  "what",
  "order_or_payout",
  "currency",
  "on_hold",
  "available",
  "owed",
  "balance_on_hold",
  "balance_available",
  "balance_owed",
];

/** The statement as CSV, oldest first, in pieces; `says` describes a line in words. */
export function statementCsv(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  timeZone: string,
  says: (line: StatementLine) => string,
): AsyncGenerator<string> {
  return csvPieces(
    head,
    rowsOf(world, caller, filters, (line) => row(line, timeZone, says(line))),
  );
}

async function* rowsOf(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  row: (line: StatementLine) => (string | number)[],
) {
  for await (const lines of readStatement(world, caller, filters)) yield lines.map(row);
}

function row(line: StatementLine, timeZone: string, what: string): (string | number)[] {
  const { currency, about, effects, after } = line;
  const amount = (minor: bigint) => toMajor({ minor, currency });
  return [
    ...bothTimes(line.at, timeZone),
    what,
    sourceOf(about),
    currency,
    amount(effects.pendingMinor),
    amount(effects.availableMinor),
    amount(effects.debtMinor),
    amount(after.pendingMinor),
    amount(after.availableMinor),
    amount(after.debtMinor),
  ];
}

function sourceOf(about: StatementLine["about"]): string {
  if (about === null) return "";
  if (about.type === "correction") return about.reason;
  return about.type === "order" ? about.number : about.payoutId;
}
