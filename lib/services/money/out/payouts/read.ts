import type { Prisma } from "@/lib/db/client";
import type { PayoutRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
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
  const { status, currency } = filters;
  const spans = { createdAt: inSpan(filters), amountMinor: inAmounts(filters) };
  return { storeId, ...given({ status, currency, ...spans }) };
}
