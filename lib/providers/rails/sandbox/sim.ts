import { exponentOf } from "@/lib/domain/money";
import { type PhoneNetwork, phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { writeMessage } from "@/lib/domain/phone-messages/write";
import type { PaymentRail } from "../port";
import { newRecord } from "./state";
import type { SandboxContext, SandboxRecord, SimState, SimText } from "./store";

// The SIM in a store's phone, as the sandbox simulates it: it has a true balance, and its network writes a message for each
// movement. The phone's forwarder posts them to the account's own address, or fails to, as whoever plays wants it.

/** What becomes of a message. `forged`: nothing moves, and somebody who does not know the balance writes one. */
export type SimFate = "arrives" | "lost" | "twice" | "forged";

export interface SimMove {
  way: "in" | "out";
  amountMinor: bigint;
  /** The other side, E.164. */
  phone: string;
  fate: SimFate;
  /** The number of the transaction, and what a forger guesses. */
  code: string;
  guess: bigint;
}

/** `code` of the message; null where its network writes none of that direction that we know. */
export type SimDone =
  | { kind: "moved" | "forged"; code: string }
  | { kind: "too_little"; balanceMinor: bigint };

/** In whole units of the currency. */
const startingBalance = 10_000n;
const textsKept = 30;
const payerName = "Sandbox Payer";

/** The SIM of an account that is a phone; made with some money on it when somebody looks first. */
export async function readSim(context: SandboxContext, account: PaymentRail): Promise<SimState | null> {
  const network = networkOfSim(account);
  if (!network) return null;
  const id = idOf(account);
  const found = await context.store.get(id);
  if (found?.sim) return found.sim;
  const balanceMinor = String(startingBalance * 10n ** BigInt(exponentOf(network.currency)));
  const sim: SimState = { balanceMinor, texts: [] };
  await context.store.insert({ ...newRecord("charge", id, context.now().getTime()), sim });
  return sim;
}

/** Money comes to the SIM or leaves it, its network writes, and the forwarder posts. Null: the account is no phone. */
export async function moveSim(
  context: SandboxContext,
  account: PaymentRail,
  move: SimMove,
): Promise<SimDone | null> {
  const network = networkOfSim(account);
  const before = network && (await readSim(context, account));
  if (!network || !before) return null;
  const isForged = move.fate === "forged";
  let done: SimDone = { kind: isForged ? "forged" : "moved", code: move.code };
  let texts: SimText[] = [];
  await context.store.update(idOf(account), (record) => {
    const sim = record.sim ?? before;
    const balance = BigInt(sim.balanceMinor);
    const moved = isForged ? 0n : move.way === "in" ? move.amountMinor : -move.amountMinor;
    if (balance + moved < 0n) {
      done = { kind: "too_little", balanceMinor: balance };
      return record;
    }
    texts = textsOf(context, network, move, balance + moved);
    const kept = [...texts, ...sim.texts].slice(0, textsKept);
    return { ...record, sim: { balanceMinor: String(balance + moved), texts: kept } };
  });
  if (move.fate !== "lost") await tell(context, account, texts);
  if (move.fate === "twice") await tell(context, account, texts);
  return done;
}

/** The forwarder looks through the phone's inbox, and posts what it did not, oldest first. Returns how many there were. */
export async function forwardLost(context: SandboxContext, account: PaymentRail): Promise<number> {
  const lost = (await readSim(context, account))?.texts.filter(({ isTold }) => !isTold).reverse() ?? [];
  await tell(context, account, lost);
  return lost.length;
}

function textsOf(
  context: SandboxContext,
  network: PhoneNetwork,
  { way, fate, amountMinor, phone, code, guess }: SimMove,
  balanceMinor: bigint,
): SimText[] {
  const at = context.now();
  const isForged = fate === "forged";
  const told = isForged && guess === balanceMinor ? guess + 1n : isForged ? guess : balanceMinor;
  const said = { code, amountMinor, balanceMinor: told, phone, name: payerName, at };
  const text = writeMessage(network, isForged ? "in" : way, said);
  return text === null ? [] : [{ atMs: at.getTime(), text, isTold: false }];
}

async function tell(context: SandboxContext, account: PaymentRail, texts: SimText[]): Promise<void> {
  const { phone, callbackUrl } = account;
  const [sender] = networkOfSim(account)?.senders ?? [];
  if (!phone || !callbackUrl || sender === undefined) return;
  for (const { text, atMs } of texts) {
    const { body, headers } = phone.forward({ sender, text, at: new Date(atMs), sim: phone.sim });
    try {
      await context.sendCallback(body, headers, new URL(callbackUrl).pathname);
    } catch {
      // It was not taken in: the forwarder still has it.
      continue;
    }
    await context.store.update(idOf(account), (record) => withTold(record, text));
  }
}

function withTold(record: SandboxRecord, text: string): SandboxRecord {
  if (!record.sim) return record;
  const texts = record.sim.texts.map((one) => (one.text === text ? { ...one, isTold: true } : one));
  return { ...record, sim: { ...record.sim, texts } };
}

function networkOfSim({ phone }: PaymentRail): PhoneNetwork | null {
  return phoneNetworkOf(phone?.network ?? "");
}

function idOf({ id }: PaymentRail): string {
  return `sim/${id}`;
}
