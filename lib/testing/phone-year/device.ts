import { expect } from "vitest";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import type { PayingWorld } from "../payments";
import type { Luck } from "../simulation/luck";
import type { Agenda } from "./agenda";
import { type Forwarder, postsOf, type Sms } from "./forwarders";

/** Where a phone posts what it hears. */
export interface Address {
  callbackUrl: string;
  secret: string;
}

/** What became of the messages of a phone. */
export interface DeviceCounts {
  heard: number;
  late: number;
  lost: number;
  doubled: number;
}

/**
 * A seller's phone with two SIMs, and the program on it: it loses, doubles, delays and reorders. While it is off, its network
 * keeps what comes. All that it got stays in its inbox, also what was lost on the way to us.
 */
export class Device {
  readonly counts: DeviceCounts = { heard: 0, late: 0, lost: 0, doubled: 0 };
  isOff = false;
  private kept: Sms[] = [];
  private inbox: Sms[] = [];

  constructor(
    private readonly world: PayingWorld,
    private readonly agenda: Agenda,
    private readonly luck: Luck,
    private readonly addresses: readonly Address[],
    public forwarder: Forwarder,
  ) {}

  /** The network sends a message: mostly in seconds, at times in half an hour, seldom in hours. */
  send(sms: Omit<Sms, "at">): void {
    const minutes = this.delay(12, 90);
    this.agenda.in(minutes, async () => this.gets({ ...sms, at: this.world.clock.now() }));
  }

  /** The phone is on again: its network tells all at once, in whatever order. */
  async turnOn(): Promise<void> {
    this.isOff = false;
    const kept = this.kept.sort(() => this.luck.roll(3) - 1);
    this.kept = [];
    const now = this.world.clock.now();
    for (const sms of kept) this.gets({ ...sms, at: now });
  }

  /** Another phone with the same SIMs and another program, which posts what is in the inbox since then. */
  async isReplaced(by: Forwarder, since: Date): Promise<void> {
    this.forwarder = by;
    await this.turnOn();
    const again = this.inbox.filter(({ at }) => at >= since);
    if (again.length > 0) await this.posts(again.sort(() => this.luck.roll(3) - 1));
  }

  private gets(sms: Sms): void {
    if (this.isOff) {
      this.kept.push(sms);
      return;
    }
    this.inbox.push(sms);
    this.counts.heard += 1;
    if (this.luck.once(60)) this.counts.lost += 1;
    else this.agenda.in(this.delay(18, 120), () => this.posts([sms]));
    if (!this.luck.once(15)) return;
    this.counts.doubled += 1;
    this.agenda.in(1 + this.luck.roll(40), () => this.posts([sms]));
  }

  /** Minutes: one in `late` takes 5 to 30, one in `veryLate` up to two hours and a half, the others seconds. */
  private delay(late: number, veryLate: number): number {
    const isVery = this.luck.once(veryLate);
    if (!isVery && !this.luck.once(late)) return (1 + this.luck.roll(40)) / 60;
    this.counts.late += 1;
    return isVery ? 30 + this.luck.roll(120) : 5 + this.luck.roll(26);
  }

  private async posts(inbox: Sms[]): Promise<void> {
    for (const { callbackUrl, secret } of this.addresses) {
      const { pathname } = new URL(callbackUrl);
      for (const { body, headers } of postsOf(this.forwarder, inbox, secret, this.world.clock.now())) {
        const received = await receiveCallback(this.world, pathname.replace("/api/rails/", ""), {
          ...{ method: "POST", host: "localhost", path: pathname, query: new URLSearchParams(), headers },
          ...{ body: Buffer.from(body), ip: "192.0.2.1" },
        });
        expect(received.status).toBe(200);
        await received.work();
      }
    }
  }
}
