import { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { Invalid, type Problem, type Problems, say } from "@/lib/domain/refusal";
import { type Credentials, type RailField, type RailKind, variableOf } from "@/lib/providers/rails/kind";
import { kindOf, railKinds } from "@/lib/providers/rails/kinds";
import type { RailPreference, RailSetting } from "@/lib/services/core/rails";
import type { World } from "@/lib/services/core/world";

export type Variables = Readonly<Record<string, string | undefined>>;

/** Every rail that is set up: the stored settings, overridden by those of the environment. */
export async function readSettings(
  world: Pick<World, "db" | "secrets">,
  environment: Variables,
): Promise<{ settings: RailSetting[]; preferences: RailPreference[] }> {
  const [rows, preferences] = await Promise.all([
    world.db.railSetting.findMany({ take: 100 }),
    world.db.railOrder.findMany({
      select: { op: true, method: true, country: true, currency: true, rails: true },
      take: 1_000,
    }),
  ]);
  const settings = railKinds.flatMap(({ id, fields }) => {
    const row = rows.find(({ rail }) => rail === id);
    const typed = row && {
      updatedAt: row.updatedAt,
      updatedBy: row.updatedBy,
      enabled: row.enabled,
    };
    const given = givenBy(environment, id, fields);
    const baseUrl = environment[variableOf(id, "baseUrl")] ?? null;
    if (given)
      return {
        ...{ id, source: "environment" as const, credentials: given, updatedAt: null, updatedBy: null },
        livemode: environment[variableOf(id, "mode")] !== "test",
        baseUrl,
        version: "environment",
        ...typed,
        enabled: typed?.enabled ?? true,
      };
    if (!row || !typed) return [];
    return {
      ...{ id, source: "settings" as const, ...typed },
      livemode: row.livemode,
      credentials: opened(world, row.credentialsSealed),
      baseUrl,
      version: row.updatedAt.toISOString(),
    };
  });
  return { settings, preferences };
}

/** Null while none of the rail's variables is set. */
function givenBy(environment: Variables, id: string, fields: readonly RailField[]): Credentials | null {
  const given = fields.flatMap(({ name }) => {
    const value = environment[variableOf(id, name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length > 0 ? Object.fromEntries(given) : null;
}

const sealedShape = z.record(z.string(), z.string());

export function opened(world: Pick<World, "secrets">, sealed: Uint8Array): Credentials | null {
  try {
    return sealedShape.parse(JSON.parse(world.secrets.open(sealed)));
  } catch {
    // Sealed with another SECRET_KEY: the rail must be set up again, and its page says so.
    return null;
  }
}

/**
 * Why a rail cannot be used with its settings, by field or on `form`; empty when it can. `all` are the rails that are
 * set up, because a test rail must not be used beside a live one: play money from the first would be paid out to
 * sellers by the second as real money.
 */
export function problemsOf(setting: RailSetting, all: readonly RailSetting[]): Problems {
  const { id, credentials, livemode } = setting;
  if (!credentials) return { form: [say("rail_sealed")] };
  const problems = kindOf(id)?.problems(credentials, livemode) ?? {};
  const live = all.filter((one) => one.id !== id && one.livemode).map((one) => nameOf(one.id));
  if (livemode || live.length === 0) return problems;
  return {
    ...problems,
    form: [say("rail_test_beside", { rails: live, count: live.length })],
  };
}

/** Why, on `form`, a rail cannot be set up in this mode beside the others; empty when it can. */
export function modeProblems(id: string, livemode: boolean, all: readonly RailSetting[]): Problem[] {
  const others = all.filter((one) => one.id !== id && one.livemode !== livemode).map((one) => nameOf(one.id));
  if (others.length === 0) return [];
  const mode = livemode ? "live" : "test";
  return [say("rail_other_mode", { rails: others, count: others.length, mode })];
}

function nameOf(id: string): string {
  return kindOf(id)?.name ?? id;
}

/** Throws Invalid on `form` while money is under way with this rail: only this rail can report its outcome. */
export async function requireNothingUnderWay(
  tx: Pick<Tx, "paymentAttempt" | "payout" | "refund">,
  rail: string,
  name: string,
): Promise<void> {
  const counts = await Promise.all([
    tx.paymentAttempt.count({ where: { rail, status: { in: ["created", "pending"] } } }),
    tx.payout.count({ where: { rail, OR: [{ nextPollAt: { not: null } }, { status: "requested" }] } }),
    tx.refund.count({ where: { attempt: { rail }, nextPollAt: { not: null } } }),
  ]);
  const [payments, payouts, refunds] = counts;
  if (payments + payouts + refunds === 0) return;
  throw new Invalid({
    form: [say("rail_under_way", { rail: name, payments, payouts, refunds })],
  });
}

/**
 * Throws Invalid on `form` while the clearing accounts of the sandbox or a test rail are not zero: wallets then contain
 * play money, which a live rail would pay out for real.
 */
export async function requireNoPlayMoney(tx: Tx): Promise<void> {
  const amounts = await tx.$queryRaw<{ currency: string; minor: bigint }[]>`
    SELECT a.currency, sum(b.balance_minor)::bigint AS minor
    FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
    WHERE a.kind = 'clearing' AND a.rail = ANY (${["sandbox", ...(await testRails(tx))]})
    GROUP BY a.rail, a.currency HAVING sum(b.balance_minor) <> 0 ORDER BY a.rail, a.currency`;
  if (amounts.length === 0) return;
  throw new Invalid({
    form: [say("play_money", { amounts })],
  });
}

/** The rails that were last saved in test mode, including removed ones. */
async function testRails(tx: Tx): Promise<string[]> {
  const saved = await tx.auditEntry.findMany({
    where: { action: "rail.saved" },
    orderBy: { id: "desc" },
    select: { target: true, details: true },
    take: 1_000,
  });
  const modes = new Map(
    saved.reverse().map(({ target, details }) => [target, modeShape.safeParse(details).data]),
  );
  return [...modes].flatMap(([target, mode]) =>
    mode?.livemode === false ? [target.replace(/^rail:/, "")] : [],
  );
}

const modeShape = z.object({ livemode: z.boolean() });

/** Only the fields of this rail; an empty secret is replaced by the stored one. */
export function merged(
  kind: RailKind,
  typed: Credentials,
  kept: Credentials | null | undefined,
): Credentials {
  const entries = kind.fields.flatMap(({ name, kind: type }) => {
    const value = (typed[name] ?? "").trim();
    if (value !== "") return [[name, value] as const];
    const before = type === "secret" ? kept?.[name] : undefined;
    return before === undefined ? [] : [[name, before] as const];
  });
  return Object.fromEntries(entries);
}
