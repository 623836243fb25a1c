import { flutterwave } from "./flutterwave/kind";
import type { RailKind, RealRailId } from "./kind";
import { mtnMomo } from "./mtn-momo/kind";
import { pawapay } from "./pawapay/kind";
import { paystack } from "./paystack/kind";
import { stripe } from "./stripe/kind";

const kinds: Record<RealRailId, RailKind> = { pawapay, flutterwave, paystack, stripe, mtn_momo: mtnMomo };

/** Every rail that can be set up, in the order in which they are offered. */
export const railKinds: readonly RailKind[] = Object.values(kinds);

export function kindOf(id: string): RailKind | null {
  return railKinds.find((kind) => kind.id === id) ?? null;
}
