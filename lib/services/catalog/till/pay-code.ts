import type { Money } from "@/lib/domain/money";
import type { PayCode } from "@/lib/providers/rails/direct";
import type { World } from "@/lib/services/core/world";
import { takingAtTill } from "./account-numbers";

/** What a payer scans to pay at a till: number, account and amount are in it. */
export interface CodeWish {
  /** The seller, as the payer's phone shows it. */
  name: string;
  /** The account number; of a till, which has none, any word for it. */
  reference: string;
  amount: Money;
}

type Place = { id: number; country: string; currency: string };

const keptMs = 24 * 60 * 60_000;
/** A provider that gave none is asked again after this. */
const refusedMs = 60_000;
const keptMax = 500;

// Stored on globalThis because each route of the framework has its own copy of a module.
const holder = globalThis as { sentePayCodes?: Map<string, { code: Promise<PayCode>; untilMs: number }> };
holder.sentePayCodes ??= new Map();
const kept = holder.sentePayCodes;

/** Whether the rail of the store's till can be asked for codes. */
export function hasPayCodes(world: Pick<World, "rails">, place: Place): boolean {
  return Boolean(takingAtTill(world, place)?.direct);
}

/**
 * The code as a PNG, from the rail of the store's till: one question a day for one content. Null where there is none, also
 * where the rail does not answer. It asks over the network: never in a transaction.
 */
export async function payCodeOf(
  world: Pick<World, "rails" | "clock" | "log">,
  place: Place,
  { name, reference, amount }: CodeWish,
): Promise<Buffer<ArrayBuffer> | null> {
  const rail = takingAtTill(world, place);
  if (!rail?.direct || amount.minor <= 0n) return null;
  const { direct, id, till } = rail;
  const content = JSON.stringify([id, till?.number, name, reference, amount.currency, String(amount.minor)]);
  const nowMs = world.clock.now().getTime();
  const ask = () =>
    direct.payCode({ name, reference, amount }).catch((error: unknown) => {
      world.log.warn({ err: error, rail: id }, "A code to scan could not be had.");
      return null;
    });
  const before = kept.get(content);
  const entry = before && before.untilMs > nowMs ? before : { code: ask(), untilMs: nowMs + keptMs };
  if (entry !== before) keep(content, entry);
  const code = await entry.code;
  if (!code) entry.untilMs = Math.min(entry.untilMs, nowMs + refusedMs);
  return code && Buffer.from(code.png, "base64");
}

function keep(content: string, entry: { code: Promise<PayCode>; untilMs: number }): void {
  kept.delete(content);
  kept.set(content, entry);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
}
