import { z } from "zod";
import type { AttemptRow, StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { type Interval, intervals } from "@/lib/domain/interval";
import { networkOf } from "@/lib/domain/network";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { isBeyond } from "@/lib/domain/renewal-plan";
import { statusAt } from "@/lib/domain/subscription";
import { maskedPhone } from "@/lib/providers/phone";
import type { KeptCard } from "@/lib/providers/rails/port";
import { type Card, cardOf } from "@/lib/resources/subscription";
import { comingTryAt } from "@/lib/services/billing/renewal/announce";
import { agreeToRenewal, type ProvenBy, type RenewalWay } from "@/lib/services/billing/renewal/change";
import { letsRenew, renewalTotal } from "@/lib/services/billing/renewal/renewing";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { recordDueSteps } from "@/lib/services/billing/subscriptions/record";
import { feesOf } from "@/lib/services/core/rails";
import { requireShown, type Shown, sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { routeOf } from "../rails";
import { keepCard } from "./keep-card";

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
  /**
   * The subscriber's own phone that paid last, which could be asked by itself, and what it would pay. `seen`: the page's
   * token for it.
   */
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
  const [plan, consent, paid, same, rails] = await Promise.all([
    world.db.plan.findUniqueOrThrow({ where: { code: store.planCode } }),
    row.renewalConsentId === null
      ? null
      : world.db.renewalConsent.findUnique({ where: { id: row.renewalConsentId } }),
    provenPhone(world, row),
    sameWay(world, row),
    routeOf(world, {
      ...{
        op: "charge",
        method: "card",
        storeId: row.storeId,
        country: store.country,
        currency: row.currency,
      },
    }),
  ]);
  const terms = { ...store, plan: feesOf(world, store.id, plan) };
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
            masked: maskedPhone(paid.way.phone),
            totalMinor: renewalTotal(terms, row, paid.way.network),
            seen: sealShown(world, `renewal/${row.id}`, renewalShown(terms, row, paid.way)),
          }
        : null,
    seen: sealShown(world, `renewal/${row.id}`, renewalShown(terms, row, same?.way ?? null)),
    keepsCards: letsRenew(store) && rails.some(({ capabilities }) => capabilities.keeps.includes("card")),
  };
}

/** The words that the payer agreed to, and the total in them. */
export interface AgreedHere {
  /** `same`: what is on, at the price of today. `phone`: the subscriber's own phone that paid last. */
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
    const row = await recordDueSteps(unit, locked);
    const store = await unit.store(row.storeId);
    const found = to === "same" ? await sameWay(world, row) : await provenPhone(world, row);
    const isOpen = row.status === "active" || row.status === "past_due";
    if (!isOpen || !row.livemode || !letsRenew(store) || !found) throw new Refusal("not_active");
    const { provenBy, way } = found;
    requireShown(world, caller, `renewal/${id}`, renewalShown(store, row, way));
    const totalMinor = renewalTotal(store, row, way.kind === "phone" ? way.network : null);
    const mode = way.kind === "phone" ? ("prompt" as const) : ("charge" as const);
    const { interval } = nextPlan(row);
    const said = { mode, text, language, capMinor: totalMinor, interval, provenBy };
    return agreeToRenewal(unit, row, said, way);
  });
}

/** A phone or card of the subscriber, and by what we know that it is theirs. */
interface Proven<Way extends RenewalWay = RenewalWay> {
  way: Way;
  provenBy: ProvenBy;
}

async function sameWay(world: World, row: SubscriptionRow): Promise<Proven | null> {
  const card = cardOf(row.renewalCard);
  const { renewalPhoneSealed, renewalNetwork: network, instrumentId } = row;
  if (row.renewalMode === "charge" && card && instrumentId !== null) {
    const { fingerprint: hash } = await world.db.paymentInstrument.findUniqueOrThrow({
      where: { id: instrumentId },
      select: { fingerprint: true },
    });
    return { way: { kind: "card", instrumentId, hash, card }, provenBy: "before" };
  }
  if (row.renewalMode !== "prompt" || !renewalPhoneSealed) return null;
  const phone = world.secrets.open(renewalPhoneSealed);
  return { way: { kind: "phone", phone, network }, provenBy: "before" };
}

type PhoneWay = RenewalWay & { kind: "phone"; network: string };

/**
 * The phone that paid for this subscription last and is known to be its subscriber's own: nobody else's is ever shown here
 * or asked by itself. Only where it can be asked without a code.
 */
async function provenPhone(world: World, row: SubscriptionRow): Promise<Proven<PhoneWay> | null> {
  const paid = await world.db.subscriptionPeriod.findMany({
    where: {
      ...{ subscriptionId: row.id, storeId: row.storeId, order: { customerId: row.customerId } },
      attempt: { method: "mobile_money", phoneSealed: { not: null } },
    },
    orderBy: { number: "desc" },
    take: periodsLookedAt,
    select: { attempt: true },
  });
  for (const { attempt } of paid) {
    const { phoneSealed, network } = attempt ?? {};
    if (!attempt || !phoneSealed || !network || networkOf(network)?.auth !== "pin_push") continue;
    const phone = world.secrets.open(phoneSealed);
    const provenBy = attempt.consent ? "ticked" : await howProven(world, row, phone, attempt.id);
    if (provenBy) return { way: { kind: "phone", phone, network }, provenBy };
  }
  return null;
}

const periodsLookedAt = 12;

/** A borrowed phone pays too: only that of the customer can be theirs, and only where more than the payment says so. */
async function howProven(
  world: World,
  { id, storeId, customer: { email, phone: theirs } }: SubscriptionRow,
  phone: string,
  attemptId: string,
): Promise<ProvenBy | null> {
  if (phone !== theirs) return null;
  // Without an e-mail they are known by this phone alone: it is theirs who has it.
  if (email === null) return "paid";
  // Whoever dials may let another number pay: only the one that dialled is in their hand.
  const act = await world.db.ussdAct.findUnique({ where: { attemptId }, select: { phoneSealed: true } });
  if (act?.phoneSealed && world.secrets.open(act.phoneSealed) === phone) return "dialled";
  const proofs = await world.db.proof.findMany({
    where: { storeId, subscriptionId: id, channel: "sms", usedAt: { not: null } },
    select: { valueSealed: true },
  });
  return proofs.some(({ valueSealed }) => world.secrets.open(valueSealed) === phone) ? "code" : null;
}

const shape = z.object({
  mode: z.enum(["prompt", "charge"]),
  text: z.string(),
  language: z.string(),
  capMinor: z.string().regex(/^\d+$/),
  /** Absent where an earlier release wrote it. */
  interval: z.enum(intervals).optional(),
});

/** What the payer agreed to on the form, as it is stored with the attempt. */
export type TickedConsent = z.infer<typeof shape>;

/**
 * The payment came with which its payer agreed that the subscription renews by itself: from the phone that paid, or from
 * the card if its rail keeps it. Otherwise it stays as it was, and so it does where the payer is not the subscriber: they
 * paid for this ref, but would hear of no later payment.
 */
export async function beginRenewing(
  unit: Unit,
  row: SubscriptionRow,
  attempt: AttemptRow,
  card: KeptCard | undefined,
  payer: { id: number },
): Promise<SubscriptionRow> {
  const ticked = shape.safeParse(attempt.consent);
  if (!ticked.success || row.cancelledAt || row.endedAt || row.customerId !== payer.id) return row;
  if (await wasEndedSince(unit, row, attempt)) return row;
  const way = await wayOf(unit, row, attempt, card);
  if (!way) return row;
  const { capMinor, interval = nextPlan(row).interval, ...said } = ticked.data;
  const proof = { provenBy: "ticked" as const, attemptId: attempt.id };
  return agreeToRenewal(unit, row, { ...said, interval, capMinor: BigInt(capMinor), ...proof }, way);
}

/** Switched off, disputed or given back after the box was ticked: the later word counts. */
async function wasEndedSince(unit: Unit, { id }: SubscriptionRow, attempt: AttemptRow): Promise<boolean> {
  const ended = { endedAt: { gt: attempt.createdAt }, endedBy: { not: "replaced" } };
  return (await unit.tx.renewalConsent.count({ where: { subscriptionId: id, ...ended } })) > 0;
}

async function wayOf(
  unit: Unit,
  row: SubscriptionRow,
  attempt: AttemptRow,
  card: KeptCard | undefined,
): Promise<RenewalWay | null> {
  const { storeId, rail, method, phoneSealed, network } = attempt;
  if (method === "card")
    return card ? keepCard(unit, { storeId, customerId: row.customerId, rail }, card) : null;
  // Where the payer must fetch a code first, nobody can be asked by itself.
  if (!phoneSealed || network === null || networkOf(network)?.auth !== "pin_push") return null;
  return { kind: "phone", phone: unit.world.secrets.open(phoneSealed), network };
}
