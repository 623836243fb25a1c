import { railIn } from "@/lib/domain/rail-account";
import { airtelMoney } from "./airtel/airtel";
import { flutterwave } from "./flutterwave/flutterwave";
import type { RailKind, RealRailId } from "./kind";
import { mpesa } from "./mpesa/mpesa";
import { mtnMomo } from "./mtn-momo/mtn-momo";
import { pawapay } from "./pawapay/pawapay";
import { paystack } from "./paystack/paystack";
import { phone } from "./phone/phone";
import type { ChargeResult, PaymentRail, Way } from "./port";
import { stripe } from "./stripe/stripe";
import { wave } from "./wave/wave";

const kinds: Record<RealRailId, RailKind> = {
  pawapay,
  flutterwave,
  paystack,
  stripe,
  mtn_momo: mtnMomo,
  mpesa,
  airtel: airtelMoney,
  wave,
  phone,
};

/** Every rail at which a store can have an account of its own, in the order in which they are offered. */
export const ownKinds: readonly RailKind[] = Object.values(kinds);

/** Every rail that the operator can set up. */
export const railKinds: readonly RailKind[] = ownKinds.filter(({ isOwnAlone }) => !isOwnAlone);

/** The kind of a rail, by its id or the key of an account at it. */
export function kindOf(key: string): RailKind | null {
  const id = railIn(key);
  return ownKinds.find((kind) => kind.id === id) ?? null;
}

/** Where a rail's callbacks go; some providers refuse addresses with their own name. */
export function callbackUrlOf(siteUrl: string, key: string): string {
  return `${siteUrl}/api/rails/${kindOf(key)?.address ?? railIn(key)}`;
}

/** The rail of such an address. */
export function railAddressed(address: string): string {
  return ownKinds.find((kind) => kind.address === address)?.id ?? address;
}

/** A payment in or out that needs a rail. `network` is our code, once the payer has chosen one. */
export interface RouteQuery extends Way {
  network?: string;
}

/**
 * The rails that can do this, best first. The sandbox is used only where no real rail is set up: test money never
 * replaces real money. A rail whose network is down or in an unknown state comes after those that are up. `order` is
 * the operator's own preference; it goes before our order.
 */
export async function routeFor(
  rails: readonly PaymentRail[],
  query: RouteQuery,
  order: readonly string[] = [],
): Promise<PaymentRail[]> {
  const real = rails.filter(({ id }) => id !== "sandbox");
  const candidates = (real.length > 0 ? real : rails).flatMap((rail) => {
    const wanted = order.indexOf(rail.id);
    const ours = placeOf(rail.id, query);
    const place = wanted >= 0 ? wanted : ours === null ? null : order.length + ours;
    return place !== null && isAble(rail, query) ? [{ rail, place }] : [];
  });
  const ranked = await Promise.all(
    candidates.map(async (one) => ({ ...one, doubt: await doubtOf(one.rail, query) })),
  );
  return ranked
    .filter(({ doubt }) => doubt !== "impossible")
    .sort((a, b) => doubts.indexOf(a.doubt) - doubts.indexOf(b.doubt) || a.place - b.place)
    .map(({ rail }) => rail);
}

/**
 * Whether the next rail of the route may be tried, as a new attempt. Only after an immediate refusal because the
 * provider is not available, so that nobody was prompted. In any other case a second prompt could be a second debit.
 */
export function mayFallBack(first: ChargeResult): boolean {
  return first.kind === "failed" && first.failure.reason === "provider_unavailable";
}

/**
 * Our own rank, as each rail's folder sets it; null where this rail never does that. The sandbox is never ranked with
 * others.
 */
function placeOf(id: string, { op, method }: RouteQuery): number | null {
  if (railIn(id) === "sandbox") return 0;
  const routing: Readonly<Partial<Record<string, number | null>>> = kindOf(id)?.routing ?? {};
  return routing[`${op}/${method}`] ?? null;
}

type Doubt = "none" | "some" | "down" | "impossible";
const doubts: readonly Doubt[] = ["none", "some", "down"];

function isAble(rail: PaymentRail, { op, method }: RouteQuery): boolean {
  if (op === "charge") return rail.capabilities.methods.includes(method);
  return rail.payout !== undefined && rail.capabilities.payout.some((able) => able === method);
}

/**
 * Reads the current state of the networks. A rail that answers with an error comes after those that are up, before
 * those that are down.
 */
async function doubtOf(rail: PaymentRail, query: RouteQuery): Promise<Doubt> {
  if (query.method !== "mobile_money") return (rail.reaches?.(query) ?? true) ? "none" : "impossible";
  try {
    const found = (await rail.networks({ country: query.country, op: query.op })).filter(
      (row) => row.currency === query.currency && (!query.network || row.code === query.network),
    );
    if (found.length === 0) return "impossible";
    if (found.some(({ health }) => health === "up")) return "none";
    return found.some(({ health }) => health === "degraded") ? "some" : "down";
  } catch {
    // The rail's list cannot be read now. The charge itself will show, after the rails that are known to be up.
    return "some";
  }
}
