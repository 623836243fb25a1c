import { createHmac } from "node:crypto";
import type { World } from "@/lib/services/core/world";

// A SIM of MTN Uganda with its true account, and what its network writes; the phone around it is a forwarder's.

const local = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

export class Sim {
  private count = 0;

  constructor(
    private readonly world: Pick<World, "clock">,
    public balance = 100_000,
  ) {}

  /** The text for money that came, by when it happened. */
  receives(
    amount: number,
    { from = "0772 123 789", name = "AMINA TESTER", at = this.world.clock.now(), reason = "" } = {},
  ): string {
    this.balance += amount;
    const phone = `256${from.replaceAll(/\D/g, "").slice(1)}`;
    return `You have received UGX ${amount} from ${name}, ${phone} on ${local(at)}. Reason: ${reason}. New balance: UGX ${this.balance}. ID: ${this.code()}.`;
  }

  /** The text for money that the seller took out. */
  withdraws(amount: number, at = this.world.clock.now()): string {
    this.balance -= amount;
    return `You have withdrawn UGX ${amount} from WAKALA on ${local(at)}. Fee: UGX 0, Tax: UGX 0. New balance: UGX ${this.balance}. ID: ${this.code()}.`;
  }

  /** What somebody writes who does not know the balance. */
  forged(amount: number, { balance, at = this.world.clock.now() }: { balance: number; at?: Date }): string {
    return `You have received UGX ${amount} from FORGER TESTER, 256772000001 on ${local(at)}. Reason: . New balance: UGX ${balance}. ID: ${this.code()}.`;
  }

  private code(): string {
    this.count += 1;
    return String(20_000_000_000 + this.count);
  }
}

/** As SMS Gateway for Android posts a message. */
export function gatewayPost(
  text: string,
  {
    secret,
    at,
    sender = "MTNMobMoney",
    sim = 1,
  }: { secret: string; at: Date; sender?: string; sim?: number },
): { body: string; headers: Record<string, string> } {
  const payload = { messageId: "m1", message: text, sender, simNumber: sim, receivedAt: at.toISOString() };
  const body = JSON.stringify({ deviceId: "d1", event: "sms:received", id: "e1", payload, webhookId: "w1" });
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac("sha256", secret)
    .update(body + timestamp)
    .digest("hex");
  return { body, headers: { "x-signature": signature, "x-timestamp": timestamp } };
}
