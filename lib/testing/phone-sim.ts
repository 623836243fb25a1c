import { createHmac } from "node:crypto";

// A SIM with its true account, and what its network writes; the phone around it forwards it as SMS Gateway for Android does.

type SimNetwork = "mtn_ug" | "mpesa_ke";
interface Clock {
  now(): Date;
}

/** Both count from the same hour: East Africa. */
const local = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString();
const iso = (at: Date) => local(at).slice(0, 19).replace("T", " ");

/** "15/10/25 at 12:16 PM" */
function twelve(at: Date): string {
  const [, year, month, day, hours, minutes] = /^..(..)-(..)-(..)T(..):(..)/.exec(local(at)) ?? [];
  const hour = Number(hours);
  return `${Number(day)}/${Number(month)}/${year} at ${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

export class Sim {
  private static count = 0;

  constructor(
    private readonly clock: Clock,
    public balance = 100_000,
    private readonly network: SimNetwork = "mtn_ug",
  ) {}

  /** The text for money that came. `from`: as people write it; Kenya's network hides its middle. */
  receives(amount: number, { from = "0772 123 789", at = this.clock.now() } = {}): string {
    this.balance += amount;
    return this.told(amount, { from, at, balance: this.balance });
  }

  /** What somebody writes who does not know the balance. */
  forged(amount: number, { balance, at = this.clock.now() }: { balance: number; at?: Date }): string {
    return this.told(amount, { from: "0772 000 001", at, balance });
  }

  /** The text for money that the seller took out. */
  withdraws(amount: number, at = this.clock.now()): string {
    this.balance -= amount;
    if (this.network === "mtn_ug")
      return `You have withdrawn UGX ${amount} from WAKALA on ${iso(at)}. Fee: UGX 0, Tax: UGX 0. New balance: UGX ${this.balance}. ID: ${this.code()}.`;
    return `${this.code()} Confirmed. Ksh${amount}.00 paid to DUKA MOJA. on ${twelve(at)}.New M-PESA balance is Ksh${this.balance}.00. Transaction cost, Ksh0.00.`;
  }

  /** The text for money that the seller sent to somebody's phone. */
  sends(amount: number, to: string, at = this.clock.now()): string {
    this.balance -= amount;
    const digits = to.replaceAll(/\D/g, "");
    return `You have sent UGX ${amount} to AMINA TESTER, 256${digits.slice(1)} on ${iso(at)}, fee: UGX 0. Reason: . New balance: UGX ${this.balance}. ID: ${this.code()}.`;
  }

  /** The text for a payment that Kenya's network took back. */
  takesBack(undone: string, amount: number, at = this.clock.now()): string {
    this.balance -= amount;
    return `${this.code()} confirmed. Reversal of transaction ${undone} has been successfully reversed  on ${twelve(at)} and Ksh${amount}.00 is debited from your M-PESA account. New M-PESA account balance is Ksh${this.balance}.00.`;
  }

  private told(amount: number, { from, at, balance }: { from: string; at: Date; balance: number }): string {
    const digits = from.replaceAll(/\D/g, "");
    if (this.network === "mtn_ug")
      return `You have received UGX ${amount} from AMINA TESTER, 256${digits.slice(1)} on ${iso(at)}. Reason: . New balance: UGX ${balance}. ID: ${this.code()}.`;
    const hidden = `${digits.slice(0, 4)}***${digits.slice(-3)}`;
    return `${this.code()} Confirmed.You have received Ksh${amount}.00 from AMINA TESTER ${hidden} on ${twelve(at)}  New M-PESA balance is Ksh${balance}.00.`;
  }

  private code(): string {
    Sim.count += 1;
    return this.network === "mtn_ug" ? String(20_000_000_000 + Sim.count) : `TJ${36_000_000 + Sim.count}`;
  }
}

interface Heard {
  secret: string;
  at: Date;
  sender?: string;
  sim?: number;
}

/** As SMS Gateway for Android posts a message. */
export function gatewayPost(
  text: string,
  { secret, at, sender = "MTNMobMoney", sim = 1 }: Heard,
): { body: string; headers: Record<string, string> } {
  const payload = { messageId: "m1", message: text, sender, simNumber: sim, receivedAt: at.toISOString() };
  const body = JSON.stringify({ deviceId: "d1", event: "sms:received", id: "e1", payload, webhookId: "w1" });
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac("sha256", secret)
    .update(body + timestamp)
    .digest("hex");
  return { body, headers: { "x-signature": signature, "x-timestamp": timestamp } };
}
