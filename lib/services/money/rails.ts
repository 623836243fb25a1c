import type { Pool } from "pg";
import type { Clock } from "@/lib/providers/clock";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { type RouteQuery, routeFor } from "@/lib/providers/rails/routing";
import { createSandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { Secrets } from "@/lib/providers/secrets";
import type { Rails } from "@/lib/services/core/rails";
import { createSandboxStore } from "./sandbox-store";

/**
 * What payers should know about their money: in the sandbox, or in the test mode of a rail, no money moves. Null: it
 * moves.
 */
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

/** The sandbox, with play money. `sendCallback` posts to our own callback route and throws when refused. */
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
