import { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import type { PayoutRow } from "@/lib/db/rows";
import { isFailureReason } from "@/lib/domain/failure-reason";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import type { PayoutRequest } from "@/lib/providers/rails/port";
import {
  type AmountSpan,
  type Counted,
  counted,
  given,
  inAmounts,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";
import { routeOf } from "../../rails";

export type { PayoutRow } from "@/lib/db/rows";

/** One payout of the store. */
export async function readPayout(world: World, caller: Caller, id: string): Promise<PayoutRow> {
  permitRead(caller, "money");
  const where = { id, storeId: caller.storeId };
  const row = isUuidV4(id) ? await world.db.payout.findFirst({ where }) : null;
  if (!row) throw new NotFound();
  return row;
}

/** Whether this payout of the store was asked for already. */
export async function isPayout(world: World, { storeId }: Caller, id: string): Promise<boolean> {
  return (await world.db.payout.count({ where: { id, storeId } })) > 0;
}

export interface PayoutFilters extends Span, AmountSpan {
  status?: PayoutRow["status"] | undefined;
  /** Asked for, and not ended. */
  isUnderWay?: boolean;
}

/** Newest first. */
export async function listPayouts(
  world: World,
  caller: Caller,
  page: Page,
  filters: PayoutFilters = {},
): Promise<Counted<PayoutRow>> {
  permitRead(caller, "money");
  const where = payoutsWhere(caller, filters);
  return counted(
    world.db.payout.findMany({ where, orderBy: newestFirst, ...page }),
    world.db.payout.count({ where }),
  );
}

/** All payouts in batches, for a file. */
export function walkPayouts(
  world: World,
  caller: Caller,
  filters: PayoutFilters,
): AsyncGenerator<PayoutRow[]> {
  permitRead(caller, "money");
  const where = payoutsWhere(caller, filters);
  return inBatches<PayoutRow>((batch) => world.db.payout.findMany({ where, orderBy: newestFirst, ...batch }));
}

function payoutsWhere({ storeId }: Caller, filters: PayoutFilters): Prisma.PayoutWhereInput {
  const { status, currency, isUnderWay } = filters;
  const spans = { createdAt: inSpan(filters), amountMinor: inAmounts(filters) };
  const open = isUnderWay ? { status: { in: ["requested" as const, "sent" as const] } } : {};
  return { storeId, ...given({ status, currency, ...spans }), ...open };
}

export type PayoutTrouble =
  | "no_wallet"
  | "limit"
  | "unknown_account"
  | "size"
  | "unavailable"
  | "float"
  | "reversed"
  | "called_back"
  | "provider"
  | "unknown";

/** The reason shown to the seller when a payout came back or waits (docs/gaps.md, Money out). */
export function payoutTrouble(reason: string): PayoutTrouble {
  switch (reason) {
    case "recipient_not_found":
      return "no_wallet";
    case "recipient_limit":
      return "limit";
    case "account_invalid":
    case "invalid_phone":
      return "unknown_account";
    case "amount_out_of_range":
      return "size";
    case "provider_unavailable":
      return "unavailable";
    case "insufficient_float":
    case "needs_manual_approval":
      return "float";
    case "reversed":
      return "reversed";
    case "called_back":
      return "called_back";
    default:
      return isFailureReason(reason) ? "provider" : "unknown";
  }
}

/** The visible part of a destination: its number is sealed and only the last digits are in the label. */
export const destinationSelect = {
  id: true,
  kind: true,
  currency: true,
  label: true,
  accountName: true,
  createdAt: true,
} satisfies Prisma.PayoutDestinationSelect;

export type DestinationView = Prisma.PayoutDestinationGetPayload<{ select: typeof destinationSelect }>;

/** The recipient of a payout, in the form that is sealed. */
export type PayoutTo = PayoutRequest["to"];

const sealed = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("mobile_money"),
    phone: z.string(),
    network: z.string(),
    name: z.string(),
  }),
  z.object({
    type: z.literal("bank"),
    bankCode: z.string(),
    accountNumber: z.string(),
    name: z.string(),
  }),
]);

export function sealTo(world: World, to: PayoutTo) {
  return world.secrets.seal(JSON.stringify(to));
}

export function openTo(world: World, bytes: Uint8Array): PayoutTo {
  return sealed.parse(JSON.parse(world.secrets.open(bytes)));
}

/** The store's destinations, oldest first, without removed ones; at most 100. */
export async function listDestinations(world: World, caller: Caller): Promise<DestinationView[]> {
  permitRead(caller, "money");
  return world.db.payoutDestination.findMany({
    where: { storeId: caller.storeId, deletedAt: null },
    orderBy: { id: "asc" },
    select: destinationSelect,
    take: 100,
  });
}

/** One destination with its recipient. Throws NotFound for another store's or a removed one. */
export async function readDestination(
  world: World,
  caller: Caller,
  id: number,
): Promise<DestinationView & { to: PayoutTo }> {
  permitRead(caller, "money");
  const found = await world.db.payoutDestination.findFirst({
    where: { id, storeId: caller.storeId, deletedAt: null },
    select: { ...destinationSelect, detailsSealed: true },
  });
  if (!found) throw new NotFound();
  const { detailsSealed, ...view } = found;
  return { ...view, to: openTo(world, detailsSealed) };
}

/** The rail that pays out this way, or null where none is set up. */
export async function payoutRail(
  world: World,
  query: { kind: "mobile_money" | "bank"; country: string; currency: string; network?: string },
) {
  const { kind, country, currency, network } = query;
  const [rail] = await routeOf(world, {
    op: "payout",
    storeId: null,
    method: kind,
    country,
    currency,
    network,
  });
  return rail ?? null;
}

/**
 * The banks to which the store can be paid out, by name; empty where no rail pays banks there, or its list is
 * unavailable.
 */
export async function listBanks(world: World, caller: Caller): Promise<{ code: string; name: string }[]> {
  const { country, currency } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true, currency: true },
  });
  const rail = await payoutRail(world, { kind: "bank", country, currency });
  try {
    const banks = (await rail?.banks?.(country)) ?? [];
    return [...banks].sort((a, b) => a.name.localeCompare(b.name));
  } catch (error) {
    world.log.warn({ err: error, rail: rail?.id }, "The banks of a rail could not be read.");
    return [];
  }
}
