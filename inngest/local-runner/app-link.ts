import type { Clock } from "./clock";
import type { Scheduler } from "./scheduler";
import type { Send, Sent } from "./send";

export type AppLinkOptions = {
  send: Send;
  clock: Clock;
  appUrl: string;
  log: (line: string) => void;
  /** How often an app that is up is registered again, so that a restart or a new deploy is noticed. */
  resyncMs: number;
  scheduler: Scheduler;
};

const firstDelayMs = 250;
const longestDelayMs = 5000;
const putTimeoutMs = 30_000;

/**
 * Asks the app to register its functions until it does. Logs one line each time the app comes up or goes down, and one
 * when it is still not there some seconds after the start.
 */
export class AppLink {
  phase: "starting" | "up" | "down" = "starting";
  private delayMs = firstDelayMs;
  private said = "";
  private askSoon = () => {};

  constructor(private readonly options: AppLinkOptions) {}

  async start(): Promise<void> {
    const { send, clock, appUrl, scheduler } = this.options;
    scheduler.onUnreachable = (reason) => {
      this.becomeDown(reason);
      this.askSoon();
    };
    while (!scheduler.isStopped) {
      const before = scheduler.registrations;
      const sent = await send("PUT", new URL(appUrl), "{}", putTimeoutMs);
      if (scheduler.isStopped) return;
      const hasRegistered = scheduler.registrations > before;
      const pauseMs = hasRegistered ? this.becomeUp() : this.becomeDown(problemOf(sent));
      await new Promise<void>((resolve) => {
        const cancel = clock.after(pauseMs, resolve);
        this.askSoon = () => {
          cancel();
          clock.after(firstDelayMs, resolve);
        };
      });
    }
  }

  private becomeUp(): number {
    const { scheduler, resyncMs } = this.options;
    const { functions } = scheduler.counts();
    this.phase = "up";
    this.delayMs = firstDelayMs;
    this.say(`The app is up: ${functions.length} functions (${functions.join(", ")}).`);
    scheduler.resume();
    return resyncMs;
  }

  /** Returns how long to wait now; the next wait is twice as long. */
  private becomeDown(problem: string): number {
    if (this.phase === "up") this.phase = "down";
    const delayMs = this.delayMs;
    // In a good start the app needs some seconds, and nobody has to read that.
    if (this.phase !== "starting" || delayMs === longestDelayMs)
      this.say(`Waiting for the app at ${this.options.appUrl}: ${problem}`);
    this.delayMs = Math.min(delayMs * 2, longestDelayMs);
    return delayMs;
  }

  private say(line: string): void {
    if (line !== this.said) this.options.log(line);
    this.said = line;
  }
}

function problemOf(sent: Sent): string {
  if (sent.kind !== "answer") return sent.reason;
  return `it answered ${sent.status} and did not register here; INNGEST_SIGNING_KEY and INNGEST_BASE_URL must be this runner's.`;
}
