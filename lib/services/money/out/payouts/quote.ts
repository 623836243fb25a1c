import type { Tx } from "@/lib/db/client";
import { fixedFeesIn, type PlanFees } from "@/lib/domain/fees";
import type { Language } from "@/lib/domain/languages";
import { exponentOf, parseTypedAmount } from "@/lib/domain/money";
import { chargeProblem, type Network, networkOf, termsOf } from "@/lib/domain/network";
import { amountProblem, Invalid, type Problem, say } from "@/lib/domain/refusal";
import { type AutomaticLimits, automaticAmount, largestPayout, payoutFee } from "@/lib/domain/transfer";
import { readWallet } from "@/lib/services/core/ledger/hold";
import type { Shown } from "@/lib/services/core/shown";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { type DestinationView, type PayoutTo, payoutRail, readDestination } from "./read";

/** The terms of a payout, before anything is written. Amounts in minor units of `currency`. */
export interface PayoutQuote {
  destination: DestinationView & { to: PayoutTo };
  currency: string;
  /** What reaches the account. */
  amountMinor: bigint;
  /** The service's fee, taken from the wallet on top of the amount. */
  feeMinor: bigint;
  availableMinor: bigint;
  rail: string;
  country: string;
}

/** What the page of a payout says. */
export function payoutShown({ destination, currency, amountMinor, feeMinor }: PayoutQuote): Shown {
  const { label, accountName } = destination;
  return { fee: { minor: feeMinor, currency }, amount: String(amountMinor), to: `${label}/${accountName}` };
}

/**
 * Quotes a payout of `amount` (major units, as typed in `language`). Throws NotFound for an unknown destination, or Invalid on
 * `amount`, or on `form` where the store cannot pay out now.
 */
export async function quotePayout(
  world: World,
  caller: Caller,
  input: { destinationId: number; amount: string; language?: Language },
): Promise<PayoutQuote> {
  const terms = await readTerms(world, caller, input.destinationId);
  const { network, availableMinor, plan } = terms;
  const { currency } = terms.destination;
  const amountMinor = amountOf(input.amount, currency, network, input.language ?? "en");
  if (amountMinor + feeOn(amountMinor, plan, currency) > availableMinor)
    throw new Invalid({ amount: [tooMuch(availableMinor, plan, currency, network)] });
  return quoteOf(world, terms, amountMinor);
}

/**
 * Quotes an automatic payout: all that is available beyond what is kept back. Null where that is less than the minimum.
 * Throws as `quotePayout` does.
 */
export async function quoteAutomatic(
  world: World,
  caller: Caller,
  schedule: { destinationId: number; minMinor: bigint; keepMinor: bigint },
): Promise<PayoutQuote | null> {
  const terms = await readTerms(world, caller, schedule.destinationId);
  const { currency } = terms.destination;
  const amountMinor = allOf(
    terms.availableMinor,
    terms.plan,
    currency,
    limitsOf(schedule, currency, terms.network),
  );
  return amountMinor > 0n ? quoteOf(world, terms, amountMinor) : null;
}

/** What holds one automatic payout: what the seller chose, and what the account takes. */
export function limitsOf(
  { minMinor, keepMinor }: { minMinor: bigint; keepMinor: bigint },
  currency: string,
  network: Network | null,
): AutomaticLimits {
  const taken = network ? termsOf(network, currency) : null;
  const leastMinor = taken?.min?.minor ?? 0n;
  return {
    keepMinor,
    minMinor: minMinor > leastMinor ? minMinor : leastMinor,
    mostMinor: taken?.max?.minor,
    stepMinor: stepOf(network, currency),
  };
}

/** What a payout of any amount to this account goes by. */
interface Terms {
  destination: PayoutQuote["destination"];
  network: Network | null;
  availableMinor: bigint;
  plan: Plan;
  country: string;
}

async function readTerms(world: World, caller: Caller, destinationId: number): Promise<Terms> {
  const store = await readPayingStore(world, caller);
  const destination = await readDestination(world, caller, destinationId);
  await requireKnownAccount(world, caller, destination);
  const { availableMinor } = await readWallet(world.db, caller.storeId, destination.currency);
  const { country, plan } = store;
  return { destination, network: walletNetwork(destination.to), availableMinor, plan, country };
}

async function quoteOf(world: World, terms: Terms, amountMinor: bigint): Promise<PayoutQuote> {
  const { destination, network, availableMinor, plan, country } = terms;
  const { kind, currency } = destination;
  const of = network ? { network: network.code } : {};
  const rail = await payoutRail(world, { kind, country, currency, ...of });
  if (!rail) throw new Invalid({ form: [say("payout_no_way")] });
  const feeMinor = feeOn(amountMinor, plan, currency);
  return { destination, currency, amountMinor, feeMinor, availableMinor, rail: rail.id, country };
}

/** Null for a bank. */
export function walletNetwork(to: PayoutTo): Network | null {
  return to.type === "mobile_money" ? networkOf(to.network) : null;
}

const hourMs = 60 * 60 * 1000;
const coolingHours = 24;

/**
 * When a destination may be paid out to. One that is not the store's first gets no payout for a day: the owners got a
 * mail when it was added, and have that time to notice that somebody else did it. The first one has no waiting time.
 */
export async function knownFrom(
  world: World,
  { storeId }: { storeId: number },
  { id, createdAt }: { id: number; createdAt: Date },
): Promise<Date> {
  const earlier = await world.db.payoutDestination.findFirst({
    where: { storeId, id: { lt: id } },
    select: { id: true },
  });
  return earlier ? new Date(createdAt.getTime() + coolingHours * hourMs) : createdAt;
}

async function requireKnownAccount(
  world: World,
  caller: Caller,
  destination: { id: number; createdAt: Date },
): Promise<void> {
  const waitMs = (await knownFrom(world, caller, destination)).getTime() - world.clock.now().getTime();
  if (waitMs <= 0) return;
  throw new Invalid({ form: [say("payout_cooling", { hours: Math.max(1, Math.ceil(waitMs / hourMs)) })] });
}

/** The store, when it may pay out: verified, not suspended and not in debt (docs/gaps.md, Money out). */
export async function readPayingStore(world: World, caller: Caller) {
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    include: { plan: true },
  });
  const bar = payoutBar(store);
  const why = bar ? say(`payout_${bar}`) : await debtBar(world.db, caller.storeId);
  if (why) throw new Invalid({ form: [why] });
  return store;
}

export type PayoutBar = "suspended" | "pending" | "unverified";

/** Why a store may not pay out now; null when it may. */
export function payoutBar(store: { status: string; verificationStatus: string }): PayoutBar | null {
  if (store.status === "suspended") return "suspended";
  if (store.verificationStatus === "verified") return null;
  return store.verificationStatus === "pending" ? "pending" : "unverified";
}

/** The largest amount that may be typed, for pages that offer the whole balance. */
export async function largestFor(
  world: World,
  caller: Caller,
  destination: { currency: string; to: PayoutTo },
): Promise<bigint> {
  const { currency, to } = destination;
  const { plan } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { plan: { select: { payoutFeePpm: true, fixedFees: true } } },
  });
  const { availableMinor } = await readWallet(world.db, caller.storeId, currency);
  const limits = limitsOf({ minMinor: 0n, keepMinor: 0n }, currency, walletNetwork(to));
  return allOf(availableMinor, plan, currency, limits);
}

function amountOf(typed: string, currency: string, network: Network | null, language: Language): bigint {
  const parsed = parseTypedAmount(typed, currency, language);
  if (!parsed.ok) throw new Invalid({ amount: [amountProblem(parsed.problem, currency)] });
  const problem = network && chargeProblem(network, parsed.money);
  if (network && problem) throw new Invalid({ amount: [networkSentence(network, problem, currency)] });
  return parsed.money.minor;
}

function networkSentence(
  network: Network,
  problem: NonNullable<ReturnType<typeof chargeProblem>>,
  currency: string,
): Problem {
  const { displayName } = network;
  if (problem === "other_currency") return say("other_currency", { network: displayName, currency });
  if (problem === "too_many_decimals") return say("whole_amounts", { network: displayName });
  const terms = termsOf(network, currency);
  const min = terms?.min ?? "";
  const max = terms?.max ?? "";
  if (min && max) return say("amount_from_to", { network: displayName, min, max });
  return min
    ? say("amount_from", { network: displayName, min })
    : say("amount_up_to", { network: displayName, max });
}

type Plan = Pick<PlanFees, "payoutFeePpm" | "fixedFees">;

function feeOn(amountMinor: bigint, plan: Plan, currency: string): bigint {
  return payoutFee(amountMinor, plan.payoutFeePpm, fixedFeesIn(plan, currency).payoutFixedMinor);
}

/** All that an automatic payout takes of what is available; 0 below its minimum. */
export function allOf(availableMinor: bigint, plan: Plan, currency: string, limits: AutomaticLimits): bigint {
  const { payoutFixedMinor } = fixedFeesIn(plan, currency);
  return automaticAmount(availableMinor, plan.payoutFeePpm, limits, payoutFixedMinor);
}

function tooMuch(availableMinor: bigint, plan: Plan, currency: string, network: Network | null): Problem {
  const { payoutFixedMinor } = fixedFeesIn(plan, currency);
  const step = stepOf(network, currency);
  const largest = largestPayout(availableMinor, plan.payoutFeePpm, step, payoutFixedMinor);
  const available = { minor: availableMinor, currency };
  return say("payout_short", { held: available, max: { minor: largest, currency } });
}

/** The smallest step of the network: whole shillings where the currency has cents but no wallet holds them. */
function stepOf(network: Network | null, currency: string): bigint {
  const decimals = network ? (termsOf(network, currency)?.decimals ?? 0) : exponentOf(currency);
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
}

/** The debts of a store to the service, one for each currency; empty when it owes nothing. */
export async function debtsOf(
  db: Pick<Tx, "ledgerAccount">,
  storeId: number,
): Promise<{ currency: string; minor: bigint }[]> {
  const rows = await db.ledgerAccount.findMany({
    where: { storeId, kind: "store_debt", balance: { balanceMinor: { gt: 0n } } },
    select: { currency: true, balance: { select: { balanceMinor: true } } },
    orderBy: { currency: "asc" },
  });
  return rows.map(({ currency, balance }) => ({ currency, minor: balance?.balanceMinor ?? 0n }));
}

/** The problem that stops payouts while the store owes money, in any currency; null when it owes nothing. */
export async function debtBar(db: Pick<Tx, "ledgerAccount">, storeId: number): Promise<Problem | null> {
  const debts = await debtsOf(db, storeId);
  if (debts.length === 0) return null;
  return say("payout_debt", { owed: debts });
}

/** Sends every owner of the account a mail that a payout destination was added or removed. */
export async function notifyOwners(
  unit: Unit,
  store: { storeId: number; accountId: number },
  { id, label, what }: { id: number; label: string; what: "added" | "removed" },
): Promise<void> {
  const { name } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { name: true },
  });
  await mailOwners(unit, store, {
    kind: `payout_destination_${what}`,
    values: { store: name, destination: label },
    dedupeKey: `payout_destination:${id}/${what}`,
  });
}
