import { Prisma } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import {
  type AttemptRow,
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderColumns,
  orderFrom,
  type PaymentLinkRow,
  type StoreRow,
  type SubscriptionRow,
} from "@/lib/db/rows";
import { type AttemptStatus, isOpen } from "@/lib/domain/attempt";
import { type FailureReason, isFailureReason } from "@/lib/domain/failure-reason";
import { type Network, networkOf } from "@/lib/domain/network";
import { isCalledOff, orderKind } from "@/lib/domain/order";
import { tokenShape } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import { isReduced } from "@/lib/services/billing/orders/reduce";
import type { World } from "@/lib/services/core/world";
import { type Prompt, readPrompt } from "../checkout/prompt-limit";

export type Asked = Pick<AttemptRow, "amountMinor" | "currency" | "createdAt">;

/** For a rail that does not say again what it was asked for. */
export function askedOf({ amountMinor, currency, createdAt }: Asked) {
  return { amount: { minor: amountMinor, currency }, at: createdAt };
}

/** What the page of an attempt shows. */
export interface AttemptPage {
  id: string;
  token: string;
  /**
   * `waiting`: for the payer or the rail, see `prompt`. `unknown`: the rail never answered; a person looks.
   * `in_review`: the money came, but not as requested. `paid_twice`: it is on its way back. `reversed`: the rail
   * reversed it. `cancelled`: the subscription or the invoice was cancelled while the payment was open; the payer need
   * not do anything, and money that came (`paidAt`) goes back.
   */
  state: "waiting" | "paid" | "failed" | "unknown" | "in_review" | "paid_twice" | "cancelled" | "reversed";
  /** In `waiting`: the time to approve is over. This never makes it `failed`: the money may still come. */
  isOverdue: boolean;
  prompt: Prompt | null;
  /** In `failed`: the reason, as our code. */
  reason: FailureReason | null;
  /** The same thing was paid by another attempt meanwhile: there is nothing left to pay. */
  isPaidOtherwise: boolean;
  method: string;
  network: Network | null;
  /** With its middle hidden. */
  phone: string | null;
  currency: string;
  /** What was asked for; in `paid` what its order took of it. */
  amountMinor: bigint;
  /** The operator's or bank's own transaction id. */
  receipt: string | null;
  startedAt: Date;
  promptExpiresAt: Date | null;
  paidAt: Date | null;
  store: StoreRow;
  order: OrderRow;
  /** The subscription that was or will be extended; null before a first payment has come. */
  subscription: SubscriptionRow | null;
  /** The payment link that it was paid through, if any. */
  link: PaymentLinkRow | null;
  invoice: InvoiceRow | null;
}

/** An attempt with everything that its page needs. */
export interface FoundAttempt {
  attempt: AttemptRow;
  store: StoreRow;
  order: OrderRow;
  subscription: SubscriptionRow | null;
  link: PaymentLinkRow | null;
  invoice: InvoiceRow | null;
  /** The product of the first line that names one. */
  product: { token: string; interval: string | null } | null;
  /** The period that it paid for, and the subscriber's current details. */
  period: { number: number; phone: string | null; customerSince: Date } | null;
}

const asked = Prisma.join([
  columns("t", Prisma.PaymentAttemptScalarFieldEnum, "attempt"),
  orderColumns,
  columns("st", Prisma.StoreScalarFieldEnum, "store"),
  columns("s", Prisma.SubscriptionScalarFieldEnum, "subscription"),
  columns("plan", { id: "", name: "" }, "plan"),
  columns("owner", { id: "", name: "", email: "", phone: "", customerSince: "" }, "owner"),
  columns("l", Prisma.PaymentLinkScalarFieldEnum, "link"),
  columns("p", { token: "", interval: "" }, "product"),
]);

/** The attempt of this page's token, or null. Reads only. */
export async function findAttempt(world: World, token: string): Promise<FoundAttempt | null> {
  return tokenShape.test(token) ? find(world, Prisma.sql`t.token = ${token}`) : null;
}

/** The same for an attempt that must exist. Throws when it does not. */
export async function loadAttempt(world: World, id: string): Promise<FoundAttempt> {
  const found = await find(world, Prisma.sql`t.id = ${id}::uuid`);
  if (!found) throw new Error(`There is no attempt ${id}.`);
  return found;
}

async function find(world: World, which: Prisma.Sql): Promise<FoundAttempt | null> {
  const rows = await world.db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${asked}, (SELECT number FROM subscription_periods WHERE attempt_id = t.id) AS period
      FROM payment_attempts t JOIN stores st ON st.id = t.store_id JOIN orders ON orders.id = t.order_id
      JOIN customers customer ON customer.id = orders.customer_id
      LEFT JOIN order_items item ON item.order_id = orders.id
      LEFT JOIN products p ON p.id = item.product_id AND p.store_id = t.store_id
      LEFT JOIN subscriptions s ON s.id = orders.subscription_id LEFT JOIN products plan ON plan.id = s.product_id
      LEFT JOIN customers owner ON owner.id = s.customer_id LEFT JOIN payment_links l ON l.id = orders.payment_link_id
      WHERE ${which}`;
  const [row] = rows;
  if (!row) return null;
  const whole = <Row>(as: string) => (row[`${as}.id`] === null ? null : part<Row>(row, as));
  const order = orderFrom(rows);
  const sold = rows
    .filter((one) => one["product.token"] !== null)
    .sort((a, b) => Number(a["item.position"]) - Number(b["item.position"]))[0];
  const subscription = whole<SubscriptionRow>("subscription");
  const owner = part<SubscriptionRow["customer"] & { customerSince: Date }>(row, "owner");
  const { customerSince, ...customer } = owner;
  const number = row.period as number | null;
  return {
    attempt: part(row, "attempt"),
    store: part(row, "store"),
    order,
    subscription: subscription && { ...subscription, product: part(row, "plan"), customer },
    link: whole("link"),
    invoice:
      order.invoiceId === null
        ? null
        : await world.db.invoice.findUnique({ where: { id: order.invoiceId }, include: invoiceInclude }),
    product: sold ? part(sold, "product") : null,
    period: number === null ? null : { number, phone: customer.phone, customerSince },
  };
}

/** The page data of this token, or null. Reads only; call `checkAttempt` first to poll the rail when that is due. */
export async function readAttempt(world: World, token: string): Promise<AttemptPage | null> {
  const found = await findAttempt(world, token);
  return found && pageOf(world, found);
}

export function pageOf(world: World, found: FoundAttempt): AttemptPage {
  const { attempt, store, order, subscription, link, invoice } = found;
  const { id, method, currency, amountMinor, receipt, promptExpiresAt, paidAt, failureReason } = attempt;
  const isCancelled = orderKind(order) === "subscription" ? isCalledOff(order) : invoice?.cancelledAt != null;
  const state = stateOf(attempt, isCancelled);
  const isLess = state === "paid" && isReduced(order, attempt);
  return {
    id,
    token: attempt.token,
    state,
    isOverdue: state === "waiting" && promptExpiresAt !== null && promptExpiresAt <= world.clock.now(),
    prompt: state === "waiting" ? readPrompt(attempt.prompt) : null,
    reason: state === "failed" && failureReason && isFailureReason(failureReason) ? failureReason : null,
    isPaidOtherwise: state !== "paid" && order.paymentStatus === "paid",
    method,
    network: attempt.network === null ? null : networkOf(attempt.network),
    phone: attempt.phoneSealed && maskedPhone(world.secrets.open(attempt.phoneSealed)),
    currency,
    amountMinor: isLess ? order.totalMinor : amountMinor,
    receipt,
    startedAt: attempt.createdAt,
    promptExpiresAt,
    paidAt,
    store,
    order: isLess ? { ...order, discountCode: null } : order,
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
