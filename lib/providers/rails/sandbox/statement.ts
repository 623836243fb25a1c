import type { Statement, StatementLine } from "../port";
import type { SandboxContext } from "./context";
import { railRefOf } from "./state";
import type { SandboxRecord, SandboxStep } from "./store";

/** A payment may be decided days after it began. */
const longestMs = 5 * 24 * 60 * 60 * 1000;

/** Every step that moved test money in this period. */
export async function statement(
  context: SandboxContext,
  range: { from: Date; to: Date },
): Promise<Statement> {
  const [fromMs, toMs] = [range.from.getTime(), Math.min(range.to.getTime(), context.now().getTime() + 1)];
  const records = await context.store.between({ fromMs: fromMs - longestMs, toMs });
  const lines = records.flatMap((record) =>
    record.steps
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .flatMap((step) => lineOf(record, step) ?? []),
  );
  return { holds: ["charge", "refund", "payout", "reversal"], lines };
}

/** A charge brings money in, a refund or payout takes it out; a reversal goes the opposite way. */
function lineOf(record: SandboxRecord, { atMs, word }: SandboxStep): StatementLine | null {
  if (word !== "succeeded" && word !== "reversed") return null;
  const paid = BigInt(record.amountMinor) - BigInt(record.shortByMinor);
  const isIn = (record.op === "charge") === (word === "succeeded");
  return {
    op: record.op === "charge" && word === "reversed" ? "reversal" : record.op,
    ...{ ourId: record.id, railRef: railRefOf(record.id), currency: record.currency, at: new Date(atMs) },
    minor: isIn ? paid : -paid,
  };
}
