import type { RailTown } from "./emulated";

/** A town, and the attempts whose end was compared with the provider's word. */
type Compared = Pick<RailTown, "world" | "shop" | "harness"> & { compared: Set<string> };

/**
 * 9. Money is in the books as the provider has it, and nobody was told "failed" while it says otherwise. Each attempt is
 * compared once for each end that it reaches, with a line that is good.
 */
export async function whatDiffers(life: Compared): Promise<string[]> {
  const { world, shop, harness, compared } = life;
  const attempts = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id, status: { in: ["succeeded", "failed"] } },
  });
  const problems: string[] = [];
  for (const { id, status, railRef, amountMinor, suspenseReason } of attempts) {
    const key = `${id} ${status}`;
    if (compared.has(key)) continue;
    compared.add(key);
    const said = await harness.rail.chargeStatus({ attemptId: id, railRef: railRef ?? undefined });
    if (status === "succeeded") {
      const took = said.kind === "succeeded" ? said.settlement.amount.minor : 0n;
      if (took !== amountMinor || suspenseReason !== null)
        problems.push(`9 Booked ${amountMinor} (${suspenseReason}), the provider took ${took}: ${id}`);
    } else if (said.kind !== "failed" && said.kind !== "not_found")
      problems.push(`9 Called failed while the provider says ${said.kind}: ${id}`);
  }
  return problems;
}

/** The same over everything, once nothing is under way: payments, refunds and payouts, each at most once. */
export async function whatDiffersAtLast(life: Compared): Promise<string[]> {
  return [...(await paymentsDiffer(life)), ...(await refundsDiffer(life)), ...(await payoutsDiffer(life))];
}

async function paymentsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const attempts = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  const problems: string[] = [];
  for (const { id, status, railRef } of attempts) {
    const said = await harness.rail.chargeStatus({ attemptId: id, railRef: railRef ?? undefined });
    const isPaid = said.kind === "succeeded";
    if (isPaid !== (status === "succeeded")) problems.push(`9 ${status}, the provider: ${said.kind}: ${id}`);
    if ((await harness.held(id)) > 1) problems.push(`7 Asked for more than once: ${id}`);
  }
  return problems;
}

async function refundsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const rows = await world.db.refund.findMany({
    where: { attempt: { storeId: shop.store.id } },
    include: { attempt: true },
  });
  const problems: string[] = [];
  for (const { id, status, railRef, attempt } of rows) {
    const charge = { attemptId: attempt.id, railRef: attempt.railRef ?? undefined };
    const said = await harness.rail.refundStatus?.({ refundId: id, railRef: railRef ?? undefined, charge });
    if ((said?.kind === "succeeded") !== (status === "paid"))
      problems.push(`9 A refund is ${status}, the provider: ${said?.kind}: ${id}`);
    if ((await harness.held(id)) > 1) problems.push(`7 Refunded more than once: ${id}`);
  }
  return problems;
}

async function payoutsDiffer({ world, shop, harness }: Compared): Promise<string[]> {
  const rows = await world.db.payout.findMany({ where: { storeId: shop.store.id } });
  const problems: string[] = [];
  for (const { id, status } of rows) {
    const said = await harness.rail.payoutStatus?.({ payoutId: id });
    if ((said?.kind === "succeeded") !== (status === "paid"))
      problems.push(`9 A payout is ${status}, the provider: ${said?.kind}: ${id}`);
    if ((await harness.held(id)) > 1) problems.push(`7 Paid out more than once: ${id}`);
  }
  return problems;
}
