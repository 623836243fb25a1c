import type { Unit, World } from "@/lib/services/core/world";
import { mailReaders } from "./mail-owners";
import { notify } from "./notify";

interface Payout {
  id: string;
  storeId: number;
  currency: string;
  amountMinor: bigint;
  /** Masked: "MTN 0772 •••456". */
  destinationLabel: string;
}

const alertKinds = { payout_paid: "alert_payout_paid", payout_returned: "alert_payout_failed" } as const;

/**
 * Notifies people of the store's account about a payout, each in their own language: the owners that one is on its way,
 * because they must know of one that they did not request; of its end, those who chose to be told.
 */
export async function notifyPayout(
  world: World,
  unit: Unit,
  kind: "payout_sent" | "payout_paid" | "payout_returned",
  payout: Payout,
): Promise<void> {
  const store = await unit.store(payout.storeId);
  const amount = { minor: payout.amountMinor, currency: payout.currency };
  const destination = payout.destinationLabel;
  const path = "/dashboard/wallet";
  const values = { amount, destination, link: `${world.config.siteUrl}${path}` };
  const of = { storeId: store.id, accountId: store.accountId };
  for (const { user, notBefore } of await mailReaders(
    unit,
    of,
    kind === "payout_sent" ? undefined : "payout",
  )) {
    await notify(world, unit, {
      store,
      to: { name: user.name, email: user.email, phone: null, language: user.language },
      kind,
      values,
      objectId: `payout/${payout.id}`,
      key: `${kind}/${payout.id}/${user.id}`,
      ...(notBefore ? { notBefore } : {}),
    });
  }
  if (kind === "payout_sent") return;
  const fact = `${kind}/${payout.id}`;
  const details = { destination, path };
  unit.alert({
    ...{ storeId: store.id, event: "payout", kind: alertKinds[kind], fact },
    ...{ amount, details, hasMail: true },
  });
}
