import type { ProductRow, SubscriptionRow } from "@/lib/db/rows";
import type { Network } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Refusal } from "@/lib/domain/refusal";
import type { TrialProof } from "@/lib/domain/trial";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import {
  type CodeAsked,
  confirmProof,
  type ProofConfirmed,
  type ProofOf,
  readOpenProof,
  sendProof,
  testCode,
} from "@/lib/services/notify/proofs/proof";
import { despiteRaces } from "@/lib/services/people/customers/contact";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { type ContactChannel, readContact } from "./contact-code";
import { startIn, triedProduct } from "./trial";

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
    const kind = await sendProof(world, unit, proofOf(caller, value), { ...to, language: asked.language });
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
      const confirmed = await confirmProof(world, unit, proofOf(caller, value), code);
      if (confirmed.kind !== "proven") return confirmed;
      const product = await triedProduct(unit, caller, productId);
      if (provenBy(product.trialProof) !== channel) throw new Refusal("no_trial");
      requireShown(world, caller, trialPage(product), trialShown(product));
      const row = await startIn(world, unit, caller, { productId, ref, name: null, ...contact, language });
      return { kind: "started", row };
    }),
  );
}

function proofOf({ storeId, livemode }: Caller, value: string): ProofOf {
  return { storeId, livemode, purpose: "trial", whose: { value } };
}
