import type { Prisma } from "@/lib/db/client";
import type { PayoutRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import { type Counted, counted, given, inSpan, type Page, type Span } from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { settleByHand } from "@/lib/services/money/out/payouts/settle";
import { checkPayout } from "@/lib/services/money/out/payouts/work";
import { said } from "@/lib/text/mail";
import { notifyOwners, type Operator, requireEvidence, requireOperator, requireReason } from "./operator";

const select = {
  id: true,
  storeId: true,
  currency: true,
  amountMinor: true,
  feeMinor: true,
  status: true,
  kind: true,
  rail: true,
  railRef: true,
  destinationLabel: true,
  failureReason: true,
  receipt: true,
  scheduledFor: true,
  nextPollAt: true,
  createdAt: true,
  completedAt: true,
  store: { select: { id: true, name: true, status: true } },
} satisfies Prisma.PayoutSelect;

/** A payout of any store, without the account number. */
export type OperatorPayout = Prisma.PayoutGetPayload<{ select: typeof select }>;

export type PayoutView = "hand" | "waiting" | "under_way" | "done";

const unknown: Prisma.PayoutWhereInput = { status: "sent", nextPollAt: null };
const refused: Prisma.PayoutWhereInput = { status: "requested", failureReason: { not: null } };

/** `hand`: they wait for a person. */
export const payoutViews: Record<PayoutView, Prisma.PayoutWhereInput> = {
  hand: { OR: [unknown, refused] },
  waiting: { status: "requested", failureReason: null },
  under_way: { status: "sent", nextPollAt: { not: null } },
  done: { status: { in: ["paid", "failed", "returned"] } },
};

/** Payouts of all stores, oldest first; in the view `done` newest first. Throws NotAllowed. */
export async function listOperatorPayouts(
  world: World,
  operator: Operator,
  filters: { view: PayoutView; storeId?: number } & Span,
  page: Page,
): Promise<Counted<OperatorPayout>> {
  await requireOperator(world.db, operator);
  const { view, storeId } = filters;
  const where = { ...payoutViews[view], ...given({ storeId, createdAt: inSpan(filters) }) };
  const direction = view === "done" ? "desc" : "asc";
  const orderBy = [{ createdAt: direction }, { id: direction }] as const;
  return counted(
    world.db.payout.findMany({ where, select, orderBy: [...orderBy], ...page }),
    world.db.payout.count({ where }),
  );
}

/** One payout of any store. Throws NotAllowed or NotFound. */
export async function readOperatorPayout(
  world: World,
  operator: Operator,
  id: string,
): Promise<OperatorPayout> {
  await requireOperator(world.db, operator);
  const row = isUuidV4(id) ? await world.db.payout.findUnique({ where: { id }, select }) : null;
  if (!row) throw new NotFound();
  return row;
}

/**
 * Decides a payout whose outcome the rail cannot report, by what the operator saw elsewhere. It is logged with reason
 * and evidence, mailed to the owners, and its open tasks are resolved. Throws NotAllowed, NotFound, or Invalid by
 * field, and on `form` when a person cannot decide this payout (any more).
 */
export async function decidePayout(
  world: World,
  operator: Operator,
  input: { payoutId: string; act: PayoutAct; reason: string; evidence: string },
): Promise<void> {
  const rule = payoutActRules[input.act];
  await transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const payout = await locked(unit, input.payoutId);
    if (!rule.applies(payout)) throw new Invalid({ form: [say("payout_moved_on")] });
    const evidence = rule.needsEvidence(payout) ? requireEvidence(input.evidence) : "";
    const { id, storeId } = payout;
    const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
    await unit.audit(
      { accountId: store.accountId, storeId, actor: operator.actor },
      {
        reason,
        target: `payout:${id}`,
        action: rule.action,
        details: {
          ...{ currency: payout.currency, amountMinor: String(payout.amountMinor) },
          ...(evidence ? { evidence } : {}),
          was: payout.status,
        },
      },
    );
    await unit.resolveTasks({ kind: { in: payoutTasks }, subject: id }, operator.actor);
    const template = rule.action;
    const isUnsent = input.act === "returned" && payout.status === "requested";
    const effect = said(isUnsent ? "act_returned_unsent_effect" : `act_${input.act}_effect`);
    const act = said(`acted.${input.act}`, { store: store.name });
    const key = `${template}/${id}`;
    await notifyOwners(world, unit, store, { key, template, act, effect, reason, contact });
    await settleByHand(unit, payout, foundOf(input.act, payout, evidence));
  });
}

const payoutTasks = ["payout_no_answer", "insufficient_float", "needs_manual_approval", "payer_busy"];

function foundOf(act: PayoutAct, { status }: PayoutRow, evidence: string) {
  if (act === "paid") return { as: "paid" as const, receipt: evidence };
  if (act === "came_back") return { as: "came_back" as const };
  return { as: status === "requested" ? ("not_sent" as const) : ("not_arrived" as const) };
}

async function locked(unit: Unit, id: string): Promise<PayoutRow> {
  if (!isUuidV4(id)) throw new NotFound();
  return unit.lock("payouts", { id });
}

/**
 * Polls the rail for a payout now, outside its plan, and returns the payout's new state. Throws NotAllowed or NotFound.
 */
export async function askAboutPayout(world: World, operator: Operator, id: string): Promise<OperatorPayout> {
  await readOperatorPayout(world, operator, id);
  await checkPayout(world, id);
  return readOperatorPayout(world, operator, id);
}

/** The decisions of an operator about a payout that the rail cannot or did not decide. */
export const payoutActs = ["paid", "returned", "came_back"] as const;
export type PayoutAct = (typeof payoutActs)[number];

/** The state of a payout for operators. */
export type PayoutHand =
  /** The rail was polled for 72 hours and never reported whether it arrived. */
  | "unknown"
  /** The rail refused it, for example for lack of money in our account or of an approval; nobody has the money. */
  | "refused"
  /** Not sent yet: our account does not cover it, or the store is suspended. */
  | "waiting"
  /** The rail has it, and is polled automatically. */
  | "under_way"
  | "done";

export function handOf(payout: Pick<PayoutRow, "status" | "failureReason" | "nextPollAt">): PayoutHand {
  const { status, failureReason, nextPollAt } = payout;
  if (status === "requested") return failureReason === null ? "waiting" : "refused";
  if (status !== "sent") return "done";
  return nextPollAt === null ? "unknown" : "under_way";
}

interface PayoutActRule {
  action: string;
  /** Whether evidence is required; not if nothing was sent. */
  needsEvidence(payout: Pick<PayoutRow, "status">): boolean;
  applies(payout: Pick<PayoutRow, "status" | "failureReason" | "nextPollAt">): boolean;
}

export const payoutActRules: Record<PayoutAct, PayoutActRule> = {
  paid: {
    action: "payout.marked_paid",
    needsEvidence: () => true,
    applies: (payout) => handOf(payout) === "unknown",
  },
  returned: {
    action: "payout.marked_returned",
    needsEvidence: ({ status }) => status !== "requested",
    applies: (payout) => ["unknown", "refused", "waiting"].includes(handOf(payout)),
  },
  came_back: {
    action: "payout.marked_came_back",
    needsEvidence: () => true,
    applies: ({ status }) => status === "paid",
  },
};
