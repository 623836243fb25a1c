import { z } from "zod";
import type { ForgetResult, KeptCard } from "../port";
import type { SandboxContext } from "./context";
import type { KeptPart, SandboxRecord } from "./store";

const tokenShape = z.object({ charge: z.uuid() });

/** The kept card of a paid charge; undefined where none was kept. */
export function keptCardOf({ id, keep, card }: SandboxRecord): KeptCard | undefined {
  if (!keep || !card?.kept) return undefined;
  const { expMonth, expYear } = card.kept;
  return { kind: "card", token: JSON.stringify({ charge: id }), ...namedCard(card), expMonth, expYear };
}

/** A card as every payment with it names it. */
export function namedCard({ brand, last4 }: { brand: string; last4: string }) {
  return { brand, last4, fingerprint: `sbx_${brand}_${last4}` };
}

/** The charge with which the card was kept; null where there is none (any more). */
export async function readKept(context: SandboxContext, token: string): Promise<SandboxRecord | null> {
  const id = chargeIdOf(token);
  const record = id === null ? null : await context.store.get(id);
  return record?.keep && record.card?.kept && !record.card.kept.isForgotten ? record : null;
}

export function isExpired({ expMonth, expYear }: KeptPart, now: Date): boolean {
  return expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/** Also for a card that is not known: then there is nothing to charge. */
export async function forget(context: SandboxContext, token: string): Promise<ForgetResult> {
  const id = chargeIdOf(token);
  if (id !== null) await context.store.update(id, forgotten);
  return { kind: "forgotten" };
}

function forgotten(record: SandboxRecord): SandboxRecord {
  const { card } = record;
  return card?.kept ? { ...record, card: { ...card, kept: { ...card.kept, isForgotten: true } } } : record;
}

function chargeIdOf(token: string): string | null {
  try {
    const found = tokenShape.safeParse(JSON.parse(token));
    return found.success ? found.data.charge : null;
  } catch {
    return null;
  }
}
