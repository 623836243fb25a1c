import type { StoreRow, SubscriptionRow } from "@/lib/db/rows";
import type { Interval } from "@/lib/domain/interval";
import { networkOf } from "@/lib/domain/network";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { isBeyond } from "@/lib/domain/renewal-plan";
import { statusAt } from "@/lib/domain/subscription";
import { maskedPhone } from "@/lib/providers/phone";
import { type Card, cardOf } from "@/lib/resources/kept-card";
import { comingTryAt } from "@/lib/services/billing/renewal/announce";
import { agreeToRenewal, type RenewalWay } from "@/lib/services/billing/renewal/change";
import { letsRenew, renewalTotal } from "@/lib/services/billing/renewal/renewing";
import { lockSubscription, recordDueSteps } from "@/lib/services/billing/subscriptions/record";
import type { Caller } from "@/lib/services/core/caller";
import { requireShown, type Shown, sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { routeOf } from "../rails";

/** How a subscription renews, as its payer sees it and may change it. */
export interface RenewalFacts {
  mode: SubscriptionRow["renewalMode"];
  card: Card | null;
  /** With its middle hidden. */
  phone: string | null;
  /** When it is tried next; null when nothing is planned for this period. */
  nextTryAt: Date | null;
  hasFailed: boolean;
  currency: string;
  /** What a renewal takes now by the way that is on. */
  totalMinor: bigint;
  /** How often, once the next payment has come. */
  interval: Interval;
  /** More than the payer agreed to: nothing is taken until they agree anew. */
  isBeyondConsent: boolean;
  /** The phone that paid last, which could be asked by itself, and what it would pay. `seen`: the page's token for it. */
  otherPhone: { masked: string; totalMinor: bigint; seen: string } | null;
  /** The page's token for what is on. */
  seen: string;
  /** Whether a card could be kept here. */
  keepsCards: boolean;
}

/** Null where nothing can be switched on and nothing is. */
export async function readRenewal(
  world: World,
  row: SubscriptionRow,
  store: StoreRow,
): Promise<RenewalFacts | null> {
  const isOpen = ["active", "past_due"].includes(statusAt(row, world.clock.now()));
  if (!isOpen || (row.renewalMode === "manual" && !(row.livemode && letsRenew(store)))) return null;
  const [plan, consent, paid, rails] = await Promise.all([
    world.db.plan.findUniqueOrThrow({ where: { code: store.planCode } }),
    row.renewalConsentId === null
      ? null
      : world.db.renewalConsent.findUnique({ where: { id: row.renewalConsentId } }),
    phoneThatPaid(world, row),
    routeOf(world, { op: "charge", method: "card", country: store.country, currency: row.currency }),
  ]);
  const terms = { ...store, plan };
  const totalMinor = renewalTotal(terms, row, row.renewalNetwork);
  const { interval } = nextPlan(row);
  const isOn = row.renewalMode === "prompt";
  return {
    mode: row.renewalMode,
    card: cardOf(row.renewalCard),
    phone: row.renewalPhone,
    nextTryAt: comingTryAt(row, store, world.clock.now()),
    hasFailed: row.renewalFailure !== null,
    currency: row.currency,
    totalMinor,
    interval,
    isBeyondConsent: consent !== null && isBeyond(consent, { totalMinor, interval }),
    otherPhone:
      paid && !isOn && letsRenew(store)
        ? {
            masked: maskedPhone(paid.phone),
            totalMinor: renewalTotal(terms, row, paid.network),
            seen: sealShown(world, `renewal/${row.id}`, renewalShown(terms, row, { kind: "phone", ...paid })),
          }
        : null,
    seen: sealShown(world, `renewal/${row.id}`, renewalShown(terms, row, sameWay(world, row))),
    keepsCards: letsRenew(store) && rails.some(({ capabilities }) => capabilities.keeps.includes("card")),
  };
}

/** The words that the payer agreed to, and the total in them. */
export interface AgreedHere {
  /** `same`: what is on, at the price of today. `phone`: the phone that paid last. */
  to: "same" | "phone";
  text: string;
  language: string;
}

/** What the page says that is agreed to. */
function renewalShown(
  store: Parameters<typeof renewalTotal>[0],
  row: SubscriptionRow,
  way: RenewalWay | null,
): Shown {
  const { product, interval } = nextPlan(row);
  const network = way?.kind === "phone" ? way.network : null;
  return {
    ...{ total: String(renewalTotal(store, row, network)), plan: String(product.id), interval },
    phone: way?.kind === "phone" ? way.phone : "",
    card: way?.kind === "card" ? String(way.instrumentId) : "",
  };
}

/**
 * The payer agrees on the manage page. Refuses with `not_active` where the subscription is over, or where there is nothing
 * to take it from. Throws Changed, and NotFound.
 */
export async function agreeOnManagePage(
  world: World,
  caller: Caller,
  id: string,
  { to, text, language }: AgreedHere,
): Promise<SubscriptionRow> {
  return transact(world, async (unit) => {
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    const row = await recordDueSteps(world, unit, locked);
    const store = await unit.store(row.storeId);
    const way = to === "same" ? sameWay(world, row) : await phoneWay(world, row);
    const isOpen = row.status === "active" || row.status === "past_due";
    if (!isOpen || !row.livemode || !letsRenew(store) || !way) throw new Refusal("not_active");
    requireShown(world, caller, `renewal/${id}`, renewalShown(store, row, way));
    const totalMinor = renewalTotal(store, row, way.kind === "phone" ? way.network : null);
    const mode = way.kind === "phone" ? ("prompt" as const) : ("charge" as const);
    return agreeToRenewal(world, unit, row, { mode, text, language, capMinor: totalMinor }, way);
  });
}

function sameWay(world: World, row: SubscriptionRow): RenewalWay | null {
  const card = cardOf(row.renewalCard);
  if (row.renewalMode === "charge" && card && row.instrumentId !== null)
    return { kind: "card", instrumentId: row.instrumentId, card };
  const { renewalPhoneSealed, renewalNetwork: network } = row;
  if (row.renewalMode !== "prompt" || !renewalPhoneSealed) return null;
  return { kind: "phone", phone: world.secrets.open(renewalPhoneSealed), network };
}

async function phoneWay(world: World, row: SubscriptionRow): Promise<RenewalWay | null> {
  const paid = await phoneThatPaid(world, row);
  return paid && { kind: "phone", ...paid };
}

/** The phone that paid for this subscription last: a payment proves it. Only where it can be asked without a code. */
async function phoneThatPaid(
  world: World,
  { id, storeId }: { id: string; storeId: number },
): Promise<{ phone: string; network: string } | null> {
  const last = await world.db.subscriptionPeriod.findFirst({
    where: { subscriptionId: id, storeId, attempt: { method: "mobile_money", phoneSealed: { not: null } } },
    orderBy: { number: "desc" },
    select: { attempt: { select: { phoneSealed: true, network: true } } },
  });
  const { phoneSealed, network } = last?.attempt ?? {};
  if (!phoneSealed || !network || networkOf(network)?.auth !== "pin_push") return null;
  return { phone: world.secrets.open(phoneSealed), network };
}
