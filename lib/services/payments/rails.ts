import type { Pool } from "pg";
import type { Clock } from "@/lib/providers/clock";
import type { PaymentRail, RailId } from "@/lib/providers/rails/port";
import { type RouteQuery, routeFor } from "@/lib/providers/rails/routing";
import { createSandbox, type Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { Odd } from "@/lib/providers/rails/wire/options";
import type { Secrets } from "@/lib/providers/secrets";
import type { RailPreference, RailSetting } from "../rails/read-settings";
import { createSandboxStore } from "./sandbox-store";

/** The rails that are set up. */
export interface Rails {
  /** Also those that the operator switched off: what is under way with them is followed to its end. */
  readonly all: readonly PaymentRail[];
  /** The phone and the card page of the sandbox, and its callbacks; null where a live rail is set up. */
  readonly sandbox: Sandbox | null;
  /** What the operator set; absent where nothing can be set: all rails are on, in our order. */
  readonly routes?: RouteSettings;
}

export interface RouteSettings {
  /** Whether something new may begin with this rail. */
  isOn(id: RailId): boolean;
  /** Whether all rails that are on are in their providers' test mode, and there is one. */
  isTest(): boolean;
  /** The operator's own order for this way to pay, before ours. */
  orderFor(query: RouteQuery): readonly RailId[];
  /** What is set just now, read afresh. */
  read(): Promise<{ settings: RailSetting[]; preferences: RailPreference[] }>;
  /** Reads again what is set and goes by it, at once. */
  reload(): Promise<void>;
  /** Ends when it was read for the first time. */
  ready(): Promise<void>;
  /** A rail made afresh of what is set just now, or of these, to be asked how it does; null where none can be made. */
  probe(
    id: RailId,
    onOdd: (odd: Odd) => void,
    instead?: { credentials: Record<string, string>; livemode: boolean },
  ): Promise<PaymentRail | null>;
}

/** Nothing is set up: pages say that payments are not open yet. */
export const noRails: Rails = { all: [], sandbox: null };

/** What payers should know of their money: none of it moves, in the sandbox or in the test mode of a rail. Null: it does. */
export function playMoneyOf({ sandbox, routes }: Rails): "sandbox" | "test" | null {
  if (sandbox && (routes?.isOn("sandbox") ?? true)) return "sandbox";
  return routes?.isTest() ? "test" : null;
}

/** Null for a rail that is not set up (any more). */
export function railOf(world: { rails: Rails }, id: string): PaymentRail | null {
  return world.rails.all.find((rail) => rail.id === id) ?? null;
}

/** The rails that can do this and are on, best first, in the operator's order where there is one. */
export async function routeOf(world: { rails: Rails }, query: RouteQuery): Promise<PaymentRail[]> {
  const { routes } = world.rails;
  await routes?.ready();
  const open = world.rails.all.filter(({ id }) => routes?.isOn(id) ?? true);
  return routeFor(open, query, routes?.orderFor(query));
}

/** Play money, while no rail is on. `sendCallback` posts to our own callback route and throws when refused. */
export function sandboxRails(options: {
  pool: Pool;
  clock: Clock;
  secrets: Secrets;
  siteUrl: string;
  merchantName: string;
  sendCallback(body: string, headers: Record<string, string>): Promise<void>;
  mode?: "auto" | "handset";
}): Rails {
  const sandbox = createSandbox({
    store: createSandboxStore(options.pool),
    now: () => options.clock.now(),
    siteUrl: options.siteUrl,
    merchantName: options.merchantName,
    callbackSecret: Buffer.from(options.secrets.mac("sandbox-callback", "1")).toString("hex"),
    sendCallback: options.sendCallback,
    mode: options.mode ?? "auto",
  });
  return { all: [sandbox.rail], sandbox };
}

const callbackTimeoutMs = 10_000;

/** Posts to the callback route of this server, the way a real rail would. */
export function callbackPoster(
  url: string,
): (body: string, headers: Record<string, string>) => Promise<void> {
  return async (body, headers) => {
    const signal = AbortSignal.timeout(callbackTimeoutMs);
    const answer = await fetch(url, { method: "POST", body, headers, signal, redirect: "error" });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The callback route answered ${answer.status}.`);
  };
}
