import type { PaymentAttempt } from "@/lib/db/generated/client";
import { fieldAmount, type Money, parseTypedAmount } from "@/lib/domain/money";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { formatPhone, parsePhone } from "@/lib/providers/phone";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { SimFate } from "@/lib/providers/rails/sandbox/sim";
import type { World } from "@/lib/services/core/world";
import { sandboxPhone } from "../outside/owed";
import { railOf } from "../rails";

export const simFates: readonly SimFate[] = ["arrives", "lost", "twice", "forged"];

/** A simulated phone that is the till of a store: its SIM has play money on it, and messages come to it. */
export interface PlaySim {
  balance: Money;
  /** Newest first; `isTold`: its forwarder told the store. */
  texts: { text: string; isTold: boolean }[];
}

/** Null where no store has a phone of this number in the sandbox. */
export async function readPlaySim(world: World, digits: string): Promise<PlaySim | null> {
  const account = simsOf(world, (number) => number === `+${digits}`).at(-1);
  const sim = account && (await world.rails.sandbox?.sim.read(account));
  if (!sim) return null;
  const balance = { minor: BigInt(sim.balanceMinor), currency: networkOf(account).currency };
  return { balance, texts: sim.texts.map(({ text, isTold }) => ({ text, isTold })) };
}

/** Whether anybody can be sent money in the sandbox. */
export function hasPlaySims(world: World): boolean {
  return simsOf(world, () => true).length > 0;
}

/** What became of money that was sent from a simulated phone. */
export type PlaySent =
  | { kind: "moved" | "forged"; code: string }
  | { kind: "nobody" | "no_amount" }
  | { kind: "too_little"; there: Money };

/**
 * Sends play money from this phone to a number. Where either is a store's phone, its network writes to it, and `fate` says what
 * becomes of that message. The code is unpredictable, and so is what a forger thinks the balance is.
 */
export async function sendPlayMoney(
  world: World,
  digits: string,
  typed: { number: string; amount: string; fate: string },
): Promise<PlaySent | null> {
  const { sandbox } = world.rails;
  if (!sandbox || !/^\d{7,15}$/.test(digits)) return null;
  const from = simsOf(world, (number) => number === `+${digits}`);
  const to = simsOf(world, (number, country) => {
    const parsed = parsePhone(typed.number, country);
    return parsed.ok && parsed.phone === number;
  });
  const [one] = [...to, ...from];
  if (!one) return { kind: "nobody" };
  const { currency } = networkOf(one);
  const amount = parseTypedAmount(typed.amount, currency, "en");
  if (!amount.ok) return { kind: "no_amount" };
  const fate = simFates.find((known) => known === typed.fate) ?? "arrives";
  const chance = Buffer.from(world.random.bytes(8)).readBigUInt64BE();
  const code = `SB${String(chance % 100_000_000n).padStart(8, "0")}`;
  const { minor } = amount.money;
  const move = { amountMinor: minor, code, fate, guess: minor + (chance % (minor * 100n)) };
  const other = parsePhone(typed.number, networkOf(one).country);
  for (const account of from) {
    const phone = other.ok ? other.phone : `+${digits}`;
    const done = await sandbox.sim.move(account, { ...move, way: "out", phone });
    if (done?.kind === "too_little")
      return { kind: "too_little", there: { minor: done.balanceMinor, currency } };
  }
  for (const account of to) await sandbox.sim.move(account, { ...move, way: "in", phone: `+${digits}` });
  return { kind: fate === "forged" ? "forged" : "moved", code };
}

/** The forwarder of that phone looks through its inbox. Returns how many messages the store had not heard. */
export async function forwardPlayTexts(world: World, digits: string): Promise<number> {
  let lost = 0;
  for (const account of simsOf(world, (number) => number === `+${digits}`))
    lost += (await world.rails.sandbox?.sim.forwardLost(account)) ?? 0;
  return lost;
}

/** The built-in phone of an account, with its SIM; null where it is a real one. */
export function playPhonePath(world: World, account: PaymentRail): string | null {
  return account.phone && isPlay(world, account)
    ? `/sandbox/phone/${account.phone.number.replace("+", "")}`
    : null;
}

/** Where whoever plays the payer of a payment goes: to send the money, or to answer; null with real money. */
export function playPhoneOf(
  world: World,
  { rail, amountMinor: minor, currency }: Pick<PaymentAttempt, "rail" | "amountMinor" | "currency">,
  phone: string | null,
): string | null {
  const handset = sandboxPhone(world, phone);
  const account = railOf(world, rail);
  if (!handset || !account?.phone || !isPlay(world, account)) return handset;
  const amount = fieldAmount({ minor, currency }, "en");
  return `${handset}/send?${new URLSearchParams({ number: formatPhone(account.phone.number), amount })}`;
}

/** Phones of stores whose money is the sandbox's, by number. */
function simsOf(world: World, isIt: (number: string, country: string) => boolean): PaymentRail[] {
  const all = world.rails.own?.all() ?? [];
  return all.filter(
    (rail) => rail.phone && isPlay(world, rail) && isIt(rail.phone.number, networkOf(rail).country),
  );
}

function isPlay({ rails: { own, sandbox } }: World, { id }: PaymentRail): boolean {
  const storeId = own?.storeOf(id) ?? null;
  return Boolean(sandbox && storeId !== null && own?.isOn(id) && own.modeOf(storeId) === "sandbox");
}

function networkOf({ phone }: PaymentRail): { country: string; currency: string } {
  return phoneNetworkOf(phone?.network ?? "") ?? { country: "", currency: "" };
}
