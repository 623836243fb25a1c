import type { Money } from "@/lib/domain/money";
import type { MovementOp } from "@/lib/domain/reconciliation";

/** A payer's dispute at the bank, as far as the rail reports it. */
export interface RailDispute {
  /** The rail's own id of it. */
  ref: string;
  /** `accepted`: the seller's side gave in, which has the same effect as lost. */
  state: "open" | "won" | "lost" | "accepted";
  /** Absent: the whole payment. */
  amount?: Money;
  /** The rail's fee for it so far, in the currency in which it was charged. */
  fee?: Money;
  reason?: string;
  openedAt?: Date;
  /** The deadline for evidence. */
  dueAt?: Date;
}

/** A dispute, and our id of its payment as the rail stored it. */
export interface FoundDispute {
  attemptId: string;
  dispute: RailDispute;
}

export type DisputesResult = { kind: "known"; disputes: RailDispute[] } | { kind: "pending" };

/** A rail's own list of movements. The absence of an operation that is not in `holds` proves nothing. */
export interface Statement {
  holds: readonly MovementOp[];
  lines: StatementLine[];
  /** It goes back no further. Absent: it holds the whole period. */
  since?: Date;
}

/** `ourId`: of our attempt, refund or payout. Null where the rail names none, as for movements by others. */
export interface StatementLine {
  op: MovementOp;
  ourId: string | null;
  railRef: string;
  /** As in the settlement, where the rail names no id of ours. */
  receipt?: string;
  currency: string;
  /** Above zero: into the balance at the rail. Before the rail's fee. */
  minor: bigint;
  at: Date;
}
