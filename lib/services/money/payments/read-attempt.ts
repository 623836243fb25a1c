import type { Prisma } from "@/lib/db/client";
import {
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderInclude,
  type PaymentLinkRow,
  type StoreRow,
  type SubscriptionRow,
  subscriptionInclude,
} from "@/lib/db/rows";
import { type AttemptStatus, isOpen } from "@/lib/domain/attempt";
import { type FailureReason, isFailureReason } from "@/lib/domain/failure-reason";
import { type Network, networkOf } from "@/lib/domain/network";
import { isCalledOff } from "@/lib/domain/order";
import { maskedPhone } from "@/lib/providers/phone";
import type { World } from "@/lib/services/core/world";
import { type Prompt, readPrompt } from "./prompt";

/** What the page of an attempt shows. */
export interface AttemptPage {
  id: string;
  token: string;
  /**
   * `waiting`: for the payer or the rail, see `prompt`. `unknown`: the rail never told; a person looks. `in_review`: the
   * money came but not as asked. `paid_twice`: it is on its way back. `reversed`: the rail took it back. `cancelled`: the
   * subscription or the invoice was cancelled while its payer was asked; nothing is to be done, and money that came (`paidAt`) goes back.
   */
  state: "waiting" | "paid" | "failed" | "unknown" | "in_review" | "paid_twice" | "cancelled" | "reversed";
  /** Of `waiting`: the time to approve is over. Never "failed" for that: the money may still come. */
  isOverdue: boolean;
  prompt: Prompt | null;
  /** Of `failed`: why, in our words. */
  reason: FailureReason | null;
  /** The same thing was paid by another attempt meanwhile: there is nothing left to pay. */
  isPaidOtherwise: boolean;
  method: string;
  network: Network | null;
  /** With its middle hidden. */
  phone: string | null;
  currency: string;
  amountMinor: bigint;
  /** Of `paid`: the part of it that was not owed any more and goes back. */
  overMinor: bigint;
  /** The operator's or bank's own transaction id. */
  receipt: string | null;
  startedAt: Date;
  promptExpiresAt: Date | null;
  paidAt: Date | null;
  store: StoreRow;
  order: OrderRow;
  /** What was or will be extended; null before a first payment has come. */
  subscription: SubscriptionRow | null;
  /** What it was paid through or for, where it was one. */
  link: PaymentLinkRow | null;
  invoice: InvoiceRow | null;
}

const include = {
  store: true,
  order: {
    include: {
      ...orderInclude,
      subscription: { include: subscriptionInclude },
      paymentLink: true,
      invoice: { include: invoiceInclude },
    },
  },
} satisfies Prisma.PaymentAttemptInclude;

/** The attempt of this page's token, or null. Reads only; `checkAttempt` before it asks the rail when that is due. */
export async function readAttempt(world: World, token: string): Promise<AttemptPage | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const found = await world.db.paymentAttempt.findUnique({ where: { token }, include });
  if (!found) return null;
  const { store, order: whole, ...attempt } = found;
  const { subscription, paymentLink: link, invoice, ...order } = whole;
  const { id, method, currency, amountMinor, receipt, promptExpiresAt, paidAt, failureReason } = attempt;
  const isCancelled = order.source === "subscription" ? isCalledOff(order) : invoice?.cancelledAt != null;
  const state = stateOf(attempt, isCancelled);
  return {
    id,
    token,
    state,
    isOverdue: state === "waiting" && promptExpiresAt !== null && promptExpiresAt <= world.clock.now(),
    prompt: state === "waiting" ? readPrompt(attempt.prompt) : null,
    reason: state === "failed" && failureReason && isFailureReason(failureReason) ? failureReason : null,
    isPaidOtherwise: state !== "paid" && order.paymentStatus === "paid",
    method,
    network: attempt.network === null ? null : networkOf(attempt.network),
    phone: attempt.phoneSealed && maskedPhone(world.secrets.open(attempt.phoneSealed)),
    currency,
    amountMinor,
    overMinor: state === "paid" ? amountMinor - order.totalMinor : 0n,
    receipt,
    startedAt: attempt.createdAt,
    promptExpiresAt,
    paidAt,
    store,
    order,
    subscription,
    link,
    invoice,
  };
}

function stateOf(
  attempt: { status: AttemptStatus; suspenseReason: string | null },
  isVoid: boolean,
): AttemptPage["state"] {
  const { status, suspenseReason } = attempt;
  if (isOpen(status)) return isVoid ? "cancelled" : "waiting";
  if (status !== "succeeded") return status === "created" || status === "pending" ? "waiting" : status;
  if (suspenseReason === null) return "paid";
  return suspenseReason === "paid_twice" || suspenseReason === "cancelled" ? suspenseReason : "in_review";
}
