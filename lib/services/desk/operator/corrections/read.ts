import type { Prisma, Tx } from "@/lib/db/client";
import type { LedgerCorrection } from "@/lib/db/generated/client";
import {
  type Correctable,
  type CorrectionState,
  correctable,
  correctionState,
  type Effect,
  effectsOf,
  type Move,
  ownersOf,
} from "@/lib/domain/correction";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { type Counted, counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator";

/** A correction as shown on pages. */
export interface CorrectionLine {
  id: string;
  state: CorrectionState;
  store: { id: number; name: string } | null;
  rail: string | null;
  currency: string;
  from: Correctable;
  to: Correctable;
  amountMinor: bigint;
  reason: string;
  proposer: string;
  isOwn: boolean;
  proposedAt: Date;
  expiresAt: Date;
  decider: string | null;
  decidedAt: Date | null;
}

const include = {
  store: { select: { id: true, name: true } },
  proposer: { select: { name: true } },
  decider: { select: { name: true } },
} as const;

/** Newest first; the span is of the days on which they were proposed. Throws NotAllowed. */
export async function listCorrections(
  world: World,
  operator: Operator,
  span: Span,
  page: Page,
): Promise<Counted<CorrectionLine>> {
  await requireOperator(world.db, operator);
  const where = given({ proposedAt: inSpan(span) });
  const { rows, total } = await counted(
    world.db.ledgerCorrection.findMany({
      ...{ where, include, ...page },
      orderBy: [{ proposedAt: "desc" }, { id: "asc" }],
    }),
    world.db.ledgerCorrection.count({ where }),
  );
  const now = world.clock.now();
  return { rows: rows.map((row) => lineOf(row, operator, now)), total };
}

/** Whether a second operator exists who could approve a proposal. Throws NotAllowed. */
export async function hasSecondOperator(world: World, operator: Operator): Promise<boolean> {
  await requireOperator(world.db, operator);
  return (await world.db.user.count({ where: { isOperator: true } })) > 1;
}

/** One correction, with the balances before and after it while it can be approved. Throws NotAllowed or NotFound. */
export async function readCorrection(
  world: World,
  operator: Operator,
  id: string,
): Promise<CorrectionLine & { effects: Effect[] | null }> {
  await requireOperator(world.db, operator);
  const row = isUuidV4(id) ? await world.db.ledgerCorrection.findUnique({ where: { id }, include }) : null;
  if (!row) throw new NotFound();
  const line = lineOf(row, operator, world.clock.now());
  const effects = line.state === "proposed" ? await previewOf(world.db, correctingOf(row)) : null;
  return { ...line, effects };
}

type Row = Prisma.LedgerCorrectionGetPayload<{ include: typeof include }>;

function lineOf(row: Row, operator: Operator, now: Date): CorrectionLine {
  const { id, store, rail, currency, amountMinor, reason, proposedAt, expiresAt, decidedAt } = row;
  const { from, to } = correctingOf(row);
  return {
    ...{ id, store, rail, currency, from, to, amountMinor, reason, proposedAt, expiresAt, decidedAt },
    state: correctionState(row, now),
    proposer: row.proposer.name,
    isOwn: row.proposedBy === operator.userId,
    decider: row.decider?.name ?? null,
  };
}

/** The parts of a correction that identify its accounts. */
export interface Correcting extends Move {
  storeId: number | null;
  rail: string | null;
  currency: string;
}

/** The balances of the accounts before and after the correction. An account without postings has zero. */
export async function previewOf(db: Pick<Tx, "ledgerAccount">, correcting: Correcting): Promise<Effect[]> {
  const { storeId, rail, currency, from, to } = correcting;
  const accounts = await db.ledgerAccount.findMany({
    where: { currency, kind: { in: [from, to, "store_debt"] } },
    select: { kind: true, storeId: true, rail: true, balance: { select: { balanceMinor: true } } },
  });
  return effectsOf(correcting, (kind) => {
    const owner = ownersOf([kind]);
    return accounts
      .filter(
        (one) =>
          one.kind === kind &&
          one.storeId === (owner.store ? storeId : null) &&
          one.rail === (owner.rail ? rail : null),
      )
      .reduce((sum, { balance }) => sum + (balance?.balanceMinor ?? 0n), 0n);
  });
}

/** Safe: only correctable kinds are ever stored. Throws NotFound for a kind that is not correctable any more. */
export function correctingOf(row: LedgerCorrection): Correcting {
  const { storeId, rail, currency, fromKind, toKind, amountMinor } = row;
  const from = correctable.find((kind) => kind === fromKind);
  const to = correctable.find((kind) => kind === toKind);
  if (!from || !to) throw new NotFound();
  return { storeId, rail, currency, from, to, amountMinor };
}
