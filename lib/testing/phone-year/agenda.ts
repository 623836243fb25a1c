import type { TestClock } from "../world";

/** What happens when, in the order of a simulated clock. */
export class Agenda {
  private readonly plans: { atMs: number; number: number; run(): Promise<unknown> }[] = [];
  private made = 0;

  constructor(private readonly clock: TestClock) {}

  add(at: number | Date, run: () => Promise<unknown>): void {
    const plan = { atMs: Number(at), number: this.made, run };
    this.made += 1;
    const place = this.plans.findLastIndex(({ atMs }) => atMs <= plan.atMs) + 1;
    this.plans.splice(place, 0, plan);
  }

  /** In so many minutes from now. */
  in(minutes: number, run: () => Promise<unknown>): void {
    this.add(this.clock.now().getTime() + minutes * 60_000, run);
  }

  async runUntil(end: Date): Promise<void> {
    for (let next = this.plans[0]; next && next.atMs <= end.getTime(); next = this.plans[0]) {
      this.plans.shift();
      if (next.atMs > this.clock.now().getTime()) this.clock.set(new Date(next.atMs));
      await next.run();
    }
    this.clock.set(end);
  }
}
