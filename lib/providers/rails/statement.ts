import type { MovementOp } from "@/lib/domain/reconciliation";

/** A rail's own list of movements. The absence of an operation that is not in `holds` proves nothing. */
export interface Statement {
  holds: readonly MovementOp[];
  lines: StatementLine[];
}

/** `ourId`: of our attempt, refund or payout. Null where the rail names none, as for movements by others. */
export interface StatementLine {
  op: MovementOp;
  ourId: string | null;
  railRef: string;
  currency: string;
  /** Above zero: into the balance at the rail. Before the rail's fee. */
  minor: bigint;
  at: Date;
}
