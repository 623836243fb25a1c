import type { Unit, World } from "@/lib/services/core/world";
import { notify } from "./notify";

/** Notifies the owners of the store's account about a payout, in each owner's language. */
export async function notifyPayout(
  world: World,
  unit: Unit,
  kind: "payout_sent" | "payout_paid" | "payout_returned",
  payout: {
    id: string;
    storeId: number;
    currency: string;
    amountMinor: bigint;
    /** Masked: "MTN 0772 •••456". */
    destinationLabel: string;
  },
): Promise<void> {
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: payout.storeId } });
  const owners = await unit.tx.member.findMany({
    where: { accountId: store.accountId, role: "owner" },
    include: { user: true },
    orderBy: { userId: "asc" },
    take: 20,
  });
  const values = {
    amount: { minor: payout.amountMinor, currency: payout.currency },
    destination: payout.destinationLabel,
    link: `${world.config.siteUrl}/dashboard/wallet`,
  };
  for (const { user } of owners) {
    await notify(world, unit, {
      store,
      to: { name: user.name, email: user.email, phone: null, language: user.language },
      kind,
      values,
      objectId: `payout/${payout.id}`,
      key: `${kind}/${payout.id}/${user.id}`,
    });
  }
}
