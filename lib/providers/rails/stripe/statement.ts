import type Stripe from "stripe";
import { isUuidV4 } from "@/lib/domain/token";
import type { Statement, StatementLine } from "../port";
import { fromStripe, type StripeClient } from "./client";

const pagesMax = 200;
// The object of a line, and the charge of a dispute: they carry our ids.
const expand = ["data.source", "data.source.charge"];

/**
 * All balance transactions of a period, oldest pages last (GET /v1/balance_transactions). Amounts are those of the
 * charge, refund or dispute, in its currency, because the balance may have another. Top-ups, payouts to the operator's
 * bank and Stripe's own fees are not our movements and are left out. Throws when a page cannot be read.
 */
export async function statement(client: StripeClient, range: { from: Date; to: Date }): Promise<Statement> {
  const created = { gte: secondsOf(range.from), lt: secondsOf(range.to) };
  const lines: StatementLine[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await client.api.balanceTransactions.list(
      { created, limit: 100, expand, ...(after ? { starting_after: after } : {}) },
      { timeout: client.readMs, maxNetworkRetries: 2 },
    );
    lines.push(...answer.data.flatMap((one) => lineOf(one) ?? []));
    after = answer.data.at(-1)?.id;
    if (!answer.has_more || !after) return { holds: ["charge", "refund", "reversal"], lines };
  }
  throw new Error("Stripe's list of this time is too long to be read whole.");
}

function lineOf(one: Stripe.BalanceTransaction): StatementLine | null {
  const { source } = one;
  if (source === null || typeof source === "string") return null;
  switch (source.object) {
    case "charge":
      return lineFrom(one, "charge", source.amount, source.currency, source.metadata.attempt, source.id);
    case "refund":
      return refundLine(one, source);
    case "dispute": {
      const charge = typeof source.charge === "string" ? null : source.charge;
      return lineFrom(one, "reversal", source.amount, source.currency, charge?.metadata.attempt, source.id);
    }
    default:
      return null;
  }
}

/** A refund from Stripe's dashboard is not ours: it counts as a partial reversal of the payment. */
function refundLine(one: Stripe.BalanceTransaction, source: Stripe.Refund): StatementLine | null {
  const { amount, currency, metadata, charge, id } = source;
  if (metadata?.refundId) return lineFrom(one, "refund", amount, currency, metadata.refundId, id);
  const attempt = typeof charge === "string" ? undefined : charge?.metadata.attempt;
  return lineFrom(one, "reversal", amount, currency, attempt, id);
}

/** The sign is the balance's: money that returns from a refund or a dispute is above zero. */
function lineFrom(
  one: Stripe.BalanceTransaction,
  op: StatementLine["op"],
  amount: number,
  currency: string,
  ourId: string | undefined,
  railRef: string,
): StatementLine | null {
  const money = fromStripe(Math.abs(amount), currency);
  if (!money || one.amount === 0) return null;
  return {
    ...{ op, railRef, currency: money.currency, at: new Date(one.created * 1000) },
    ourId: ourId && isUuidV4(ourId) ? ourId : null,
    minor: one.amount < 0 ? -money.minor : money.minor,
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
