import { formatMoney } from "@/lib/domain/money";
import type { StatementLine } from "./statement";

/** What a line of the statement was, in plain words: "Payment for ORD-000042". */
export function lineWords({ kind, about, currency, effects }: StatementLine): string {
  const order = about?.type === "order" ? about.number : "an order";
  const payout = about?.type === "payout" ? about : null;
  const where = payout ? ` to ${payout.destination}` : "";
  const amount = payout ? `${formatMoney({ minor: payout.amountMinor, currency })} ` : "";
  const aside = (minor: bigint) => formatMoney({ minor: minor < 0n ? -minor : minor, currency });
  switch (kind) {
    case "payment_settled":
      return `Payment for ${order}, after the fee; on hold at first`;
    case "hold_released":
      return about ? `The hold on ${order} ended` : "A hold ended";
    case "refund_requested":
      return `Refund of ${order} asked for`;
    case "refund_paid":
      return `Refund of ${order}: the payer has ${aside(effects.refundInFlightMinor)}`;
    case "refund_failed":
      return `Refund of ${order} failed and was put back`;
    case "payout_requested":
      return `Payout${where} asked for, with its fee`;
    case "payout_paid":
      return `Payout arrived: ${amount}reached ${payout?.destination ?? "you"}`;
    case "payout_returned":
      return `Payout${where} came back, with its fee`;
    case "payout_reversed":
      return `Payout${where} was taken back after it arrived; the fee came back too`;
    case "suspense_received":
      return `${aside(effects.suspenseMinor)} came for ${order} and matched no payment: set aside`;
    case "suspense_allocated":
      return `Money set aside was accepted for ${order}`;
    case "suspense_returned":
      return `${aside(effects.suspenseMinor)} set aside for ${order} goes back to its payer`;
    case "suspense_return_failed":
      return `Money for ${order} could not go back and is set aside again`;
    case "suspense_reversed":
      return `The provider took back money that was set aside for ${order}`;
    case "payment_reversed":
      return `The provider took back the payment for ${order}`;
    default:
      return kind.replaceAll("_", " ");
  }
}
