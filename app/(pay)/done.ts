import type { PayPage } from "@/components/pay/types";
import { isLocalSite } from "@/lib/domain/sites";
import { systemWorld } from "@/lib/services/desk/system-world";
import { playMoneyOf } from "@/lib/services/money/rails";

/**
 * Who may be told that this is paid: the seller's own sites. Whatever runs at a port of the payer's own machine is told
 * only while no money moves. It is a hint without any fact of the payment.
 */
export function doneOf(
  { sites }: { sites: string[] },
  kind: NonNullable<PayPage["done"]>["kind"],
  livemode: boolean,
): PayPage["done"] {
  const moves = livemode && playMoneyOf(systemWorld().rails) === null;
  const to = sites.filter((site) => !moves || !isLocalSite(site));
  return to.length > 0 ? { kind, to } : null;
}
