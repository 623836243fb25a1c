import type { ProductRow, SubscriptionRow } from "@/lib/db/rows";
import type { Network } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { composeId } from "@/lib/domain/token";
import { startTrial, type TrialIdentity, type TrialProof, trialEmail } from "@/lib/domain/trial";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import {
  type CodeAsked,
  confirmProof,
  type ProofConfirmed,
  type ProofOf,
  readOpenProof,
  sendProof,
  testCode,
} from "@/lib/services/notify/proofs/proof";
import { permit } from "@/lib/services/people/accounts/permit";
import { contactPhone, despiteRaces } from "@/lib/services/people/customers/contact";
import { createCustomer, findKnown } from "@/lib/services/people/customers/save";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { requireTestMode } from "../test-mode/start-subscription";
import { type ContactChannel, readContact } from "./contact-code";
import { recordPrices } from "./publish";
import { lockSubscriber } from "./read";
import { createSubscription, noPrice, recordPeriod } from "./record";

export interface NewTrial {
  productId: number;
  /** The seller's own id for the user. */
  ref: string | null;
  name: string | null;
  /** Trimmed and lower-cased. */
  email: string | null;
  /** As typed. */
  phone: string | null;
  /** Messages go out in it. */
  language?: string;
}

/**
 * Starts a subscription with the free days of its product: nothing is paid, and nothing is charged at their end. Each
 * person has them once in a store. Whoever calls this has proven who they are: the seller's server, or a code. Throws
 * NotFound, Invalid on `phone`, and Refusal `not_on_sale`, `no_trial`, `already_subscribed`, `trial_used`,
 * `customer_blocked`, `store_suspended` or `test_mode_off`.
 */
export async function startFreeDays(world: World, caller: Caller, input: NewTrial): Promise<SubscriptionRow> {
  permit(caller, "subscription.extend");
  return despiteRaces(() => transact(world, (unit) => startIn(unit, caller, input)));
}

/** The same in the transaction of the caller, which repeats it where a contact is taken meanwhile. */
export async function startIn(unit: Unit, caller: Caller, input: NewTrial): Promise<SubscriptionRow> {
  const product = await triedProduct(unit, caller, input.productId);
  const { email } = input;
  const phone = input.phone && (await contactPhone(unit, caller, input.phone));
  const known = await findKnown(unit, caller, email, phone);
  if (known?.status === "blocked") throw new Refusal("customer_blocked");
  const id = composeId("sub_", unit.now.getTime(), unit.world.random.bytes(24));
  if (input.ref !== null) lockSubscriber(unit, { productId: product.id, ref: input.ref, customerId: 0 });
  const had = await findHad(unit, caller, input, known?.id ?? null);
  if (had && hasAccess(had, unit.now)) throw new Refusal("already_subscribed");
  await claim(unit, caller, id, [
    ...(input.ref === null ? [] : [{ kind: "ref" as const, value: input.ref }]),
    ...identities(
      "email",
      [email, known?.email].map((one) => one && trialEmail(one)),
    ),
    ...identities("phone", [phone, known?.phone]),
  ]);
  if (had) throw new Refusal("already_subscribed");
  const customerId = known?.id ?? (await newCustomer(unit, caller, { ...input, phone }));
  if (input.ref === null) lockSubscriber(unit, { productId: product.id, ref: null, customerId });
  return write(unit, caller, product, { id, customerId, ref: input.ref });
}

/** A product that is on sale and has free days, in a store that is open. */
export async function triedProduct(unit: Unit, caller: Caller, productId: number): Promise<ProductRow> {
  if (!caller.livemode) await requireTestMode(unit, caller);
  const { status } = await unit.store(caller.storeId);
  if (status === "suspended") throw new Refusal("store_suspended");
  const product = await unit.tx.product.findFirst({ where: { id: productId, storeId: caller.storeId } });
  if (!product?.interval) throw new NotFound();
  if (product.status !== "active") throw new Refusal("not_on_sale");
  if (product.trialDays === 0) throw new Refusal("no_trial");
  return product;
}

/** This user's subscription to the product, whatever became of it. */
function findHad(unit: Unit, caller: Caller, { productId, ref }: NewTrial, customerId: number | null) {
  if (ref === null && customerId === null) return null;
  const { storeId, livemode } = caller;
  const whose = ref === null ? { ref, customerId: customerId ?? 0 } : { ref };
  return unit.tx.subscription.findFirst({
    where: { storeId, livemode, productId, ...whose },
    orderBy: { createdAt: "desc" },
  });
}

interface Identity {
  kind: TrialIdentity;
  value: string;
}

function identities(kind: TrialIdentity, values: (string | null | undefined)[]): Identity[] {
  return [...new Set(values)].flatMap((value) => (value ? [{ kind, value }] : []));
}

/**
 * The free days are used up for all by which this person can be recognised, and for good: no customer's row has them, so
 * nothing that happens to a customer gives them back. Of two at once, the unique key lets one through.
 */
async function claim(
  unit: Unit,
  { storeId, livemode }: Caller,
  subscriptionId: string,
  whose: readonly Identity[],
): Promise<void> {
  const hashes = whose.map(({ kind, value }) => ({
    kind,
    // Those of earlier secrets count as well.
    all: unit.world.secrets.macs("trial-use", `${kind}/${value}`).map((mac) => new Uint8Array(mac)),
  }));
  const OR = hashes.map(({ kind, all }) => ({ kind, hash: { in: all } }));
  if ((await unit.tx.trialUse.count({ where: { storeId, livemode, OR } })) > 0)
    throw new Refusal("trial_used");
  const data = hashes.flatMap(({ kind, all: [hash] }) =>
    hash ? [{ storeId, livemode, kind, hash, subscriptionId, createdAt: unit.now }] : [],
  );
  // In one order for all, so that two at once cannot wait for each other.
  data.sort((a, b) => a.kind.localeCompare(b.kind) || Buffer.compare(a.hash, b.hash));
  const { count } = await unit.tx.trialUse.createMany({ data, skipDuplicates: true });
  if (count < data.length) throw new Refusal("trial_used");
}

/** Test users are in no list, and nobody is told of them. */
async function newCustomer(unit: Unit, caller: Caller, input: NewTrial): Promise<number> {
  const { email, phone, ref, language } = input;
  const name = input.name ?? email ?? phone ?? ref ?? "Customer";
  const none = { company: null, country: null, city: null, address: null };
  if (caller.livemode) {
    const { row } = await createCustomer(unit, caller, { name, email, phone, ...none }, "subscription");
    if (language) await unit.tx.customer.update({ where: { id: row.id }, data: { language } });
    return row.id;
  }
  const { accountId, livemode } = caller;
  const times = { customerSince: unit.now, createdAt: unit.now, updatedAt: unit.now };
  const data = { accountId, livemode, name, email, phone, source: "subscription" as const, ...times };
  return (await unit.tx.customer.create({ data, select: { id: true } })).id;
}

async function write(
  unit: Unit,
  caller: Caller,
  product: ProductRow,
  whose: { id: string; customerId: number; ref: string | null },
): Promise<SubscriptionRow> {
  if (!product.interval) throw new NotFound();
  const { facts, period, event } = startTrial({
    interval: product.interval,
    days: product.trialDays,
    at: unit.now,
  });
  const row = await createSubscription(unit, caller, product, facts, whose);
  const step = { at: unit.now, event, previousStatus: null, to: {} };
  const started = await recordPeriod(unit, row, {
    ...{ kind: "trial", period, step, price: noPrice, paymentKey: null },
  });
  recordPrices(unit, [started], "plan", caller.actor);
  await notifySubscriber(unit, started, "trial_started", started.eventSequence);
  return started;
}

/** Who wants free days, by what their product asks them to prove. The value is normalized. */
export interface TrialAddress {
  channel: ContactChannel;
  value: string;
}

/** What is proven before free days of this kind; null where no payer can start them. */
export function provenBy(proof: TrialProof): ContactChannel | null {
  if (proof === "none") return null;
  return proof === "phone" ? "sms" : "email";
}

/**
 * Sends six digits to the phone or e-mail that somebody wants to try a product with. `from` is where they are; codes go to numbers that anybody can type, so it is counted.
 * Whether that phone had its free days is told only after the code, to nobody but its owner. Throws PayInvalid on
 * `email` or `phone`, NotFound, and the Refusals of `startFreeDays`.
 */
export async function askTrialCode(
  world: World,
  caller: Caller,
  asked: { productId: number; value: string; language: string; from: Network },
): Promise<{ kind: CodeAsked; to: TrialAddress }> {
  return transact(world, async (unit) => {
    const product = await triedProduct(unit, caller, asked.productId);
    const channel = provenBy(product.trialProof);
    if (channel === null) throw new Refusal("no_trial");
    const { country } = await unit.store(caller.storeId);
    const value = readContact(channel, asked.value, country);
    const to = { channel, value };
    const subject = `trial:${asked.from}`;
    if (caller.livemode && !(await countWithin(unit.tx, subject, [limits.trialStarts], unit.now)))
      return { kind: "too_many", to };
    const kind = await sendProof(unit, proofOf(caller, value), { ...to, language: asked.language });
    return { kind, to };
  });
}

/** Whether a code for this address can still be typed; in test mode also the code, for no message brings it. */
export async function readTrialCode(
  world: World,
  caller: Caller,
  { value }: TrialAddress,
): Promise<{ shown: string | null } | null> {
  const of = proofOf(caller, value);
  if (!(await readOpenProof(world, of))) return null;
  return { shown: caller.livemode ? null : testCode(world, of) };
}

/** What the page of the free days says that they bring, and what the plan costs after them. */
export function trialShown({ trialDays, interval, salePriceMinor, priceMinor }: ProductRow): Shown {
  const price = String(salePriceMinor ?? priceMinor);
  return { days: String(trialDays), interval: interval ?? "", price };
}

export function trialPage({ id }: { id: number }): string {
  return `trial/${id}`;
}

export type TrialConfirmed =
  | { kind: "started"; row: SubscriptionRow }
  | Exclude<ProofConfirmed, { kind: "proven" }>;

/** Starts the free days when the code is right. Throws Changed, and the Refusals of `startFreeDays`: the code then works on. */
export async function confirmTrialCode(
  world: World,
  caller: Caller,
  input: TrialAddress & { productId: number; code: string; ref: string | null; language: string },
): Promise<TrialConfirmed> {
  const { productId, channel, value, code, ref, language } = input;
  const contact = { email: null, phone: null, [channel === "sms" ? "phone" : "email"]: value };
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const confirmed = await confirmProof(unit, proofOf(caller, value), code);
      if (confirmed.kind !== "proven") return confirmed;
      const product = await triedProduct(unit, caller, productId);
      if (provenBy(product.trialProof) !== channel) throw new Refusal("no_trial");
      requireShown(world, caller, trialPage(product), trialShown(product));
      const row = await startIn(unit, caller, { productId, ref, name: null, ...contact, language });
      return { kind: "started", row };
    }),
  );
}

function proofOf({ storeId, livemode }: Caller, value: string): ProofOf {
  return { storeId, livemode, purpose: "trial", whose: { value } };
}
