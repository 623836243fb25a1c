import type { Prisma } from "@/lib/db/client";
import type { PeriodKind } from "@/lib/db/generated/enums";
import { type ProductRow, type StoreRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { maskedPhone } from "@/lib/providers/phone";
import { idOfManageToken, isManageToken, wasManageToken } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";

import { type RenewalFacts, readRenewal } from "../../renewal/on-manage-page";

const periodsShown = 24;

export interface ManagePage {
  store: StoreRow;
  product: ProductRow;
  subscription: SubscriptionRow;
  /** Newest first, at most 24. */
  periods: {
    startsAt: Date;
    endsAt: Date;
    paidAt: Date;
    number: number;
    /** When a change of plan ended it. */
    cutAt: Date | null;
    kind: PeriodKind;
    paidMinor: bigint;
    currency: string;
    /** The order that brought it; null in test mode, and of days that the seller gave. */
    order: { receiptToken: string; refundedMinor: bigint } | null;
  }[];
  /** Who cancelled it; null while it is not. */
  cancelledBy: "subscriber" | "seller" | null;
  /** How it renews by itself, or could; null where it cannot. */
  renewal: RenewalFacts | null;
  /** The subscriber's number, for the next prompt; null when none is known. */
  phone: { phone: string; masked: string } | null;
}

const include = {
  product: true,
  previousProduct: true,
  pendingProduct: true,
  customer: subscriptionInclude.customer,
  store: true,
  periods: {
    orderBy: { number: "desc" },
    take: periodsShown,
    include: { order: { select: { receiptToken: true, refundedMinor: true } } },
  },
} satisfies Prisma.SubscriptionInclude;

/** The subscriber's private page by its token, in either mode. Null when the token is not (or no longer) the right one. */
export async function readManagePage(world: World, token: string): Promise<ManagePage | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({ where: { id }, include });
  if (!found || !isManageToken(world, found, token)) return null;
  const { store, periods, ...subscription } = found;
  const { phone } = found.customer;
  return {
    store,
    product: found.product,
    subscription,
    periods,
    cancelledBy: await whoCancelled(world, found),
    renewal: await readRenewal(world, subscription, store),
    phone: phone ? { phone, masked: maskedPhone(phone) } : null,
  };
}

/**
 * The subscription of a link that was replaced. Null when it never was a valid link, and in test mode, where nothing is
 * sent.
 */
export async function readEndedLink(
  world: World,
  token: string,
): Promise<{ id: string; store: StoreRow } | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({ where: { id }, include: { store: true } });
  if (!found?.livemode || !wasManageToken(world, found, token)) return null;
  return { id, store: found.store };
}

/** Read from the audit log: on this page the actor is a payer, everywhere else it is the seller or their server. */
async function whoCancelled(
  world: World,
  { id, storeId, cancelledAt }: SubscriptionRow,
): Promise<ManagePage["cancelledBy"]> {
  if (!cancelledAt) return null;
  const act = await world.db.auditEntry.findFirst({
    where: {
      storeId,
      createdAt: cancelledAt,
      action: "subscription.cancelled",
      target: `subscription:${id}`,
    },
    select: { actor: true },
  });
  return act?.actor === "payer" ? "subscriber" : "seller";
}
