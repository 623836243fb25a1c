import { type Filter, tabs } from "@/app/_lists/filters";
import { stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, PageHeader, Tabs } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { readNoApiSince } from "@/lib/services/catalog/stores/read";
import type { AtStore } from "../words";

export interface Gate {
  /** The API's answer during that time. */
  code: "402 plan_required" | "403 store_suspended" | "403 developer_access_blocked";
  /** Its title; why, and what comes next, stand beside it. */
  title: "gateSuspended" | "gateBlocked" | "gatePlan";
  since: Date | null;
}

/** Why the developer settings are closed to this store, in the order of the API's refusals; null when they are open. */
export function developerGate({ store }: CurrentSeller): Gate | null {
  const { status, suspendedAt, developerAccessBlockedAt: blockedAt, plan } = store;
  if (status === "suspended")
    return { code: "403 store_suspended", title: "gateSuspended", since: suspendedAt };
  if (blockedAt) return { code: "403 developer_access_blocked", title: "gateBlocked", since: blockedAt };
  return plan.includesApi ? null : { code: "402 plan_required", title: "gatePlan", since: null };
}

/** In place of a page of the developer settings: what is closed and why, since when, whom to ask, what still works. */
export async function GatePage({ who, gate }: { gate: Gate; who: AtStore }) {
  const { seller, words, world } = who;
  const { plan } = seller.store;
  const since = gate.since ?? (await readNoApiSince(world, seller.store));
  return (
    <>
      <PageHeader
        title={words.loose(gate.title, {})}
        purpose={words.loose(`${gate.title}Why`, { plan: plan.name })}
      />
      <Facts
        items={facts(words, {
          gateAnswers: <code className="font-mono text-label">{gate.code}</code>,
          gateSince: since ? stamp(since, who) : words.text("gateAlways"),
          gateNext: words.loose(`${gate.title}Next`, {}),
          gateStill: words.text("gateStillWhat"),
        })}
      />
      <div className="mt-6">
        <ButtonLink href="/dashboard/developers/events">{words.text("openEventLog")}</ButtonLink>
      </div>
    </>
  );
}

export type Mode = "live" | "test";

/** `?mode=test` or live; a page without it shows live data. */
export function modeOf(value: string | string[] | undefined): Mode {
  return value === "test" ? "test" : "live";
}

/** The mode as a filter of a list. Live and test data share no key, endpoint or event, so other filters are dropped. */
export const modeTabs: Filter<Mode> = {
  ...tabs("mode", ["live", "test"], (mode) => (mode === "live" ? "modeLive" : "modeTest")),
  isOther: true,
};

export function ModeTabs({ path, mode, words }: { path: string; mode: Mode; words: DashboardWords }) {
  const item = (name: Mode, label: string) => ({
    href: `${path}?mode=${name}`,
    label,
    current: mode === name,
  });
  return (
    <Tabs
      label={words.text("mode")}
      items={[item("live", words.text("modeLive")), item("test", words.text("modeTest"))]}
    />
  );
}

export const eventsPath = "/dashboard/developers/events";

export function eventPath(id: string, mode: Mode): string {
  return `${eventsPath}/${encodeURIComponent(id)}?mode=${mode}`;
}

/** How an answer of the API is marked. */
export function toneOf(status: number): "plain" | "warn" | "bad" {
  if (status < 400) return "plain";
  return status < 500 ? "warn" : "bad";
}

/** Others see why there is no button. */
export function OwnerOnly({ words }: { words: DashboardWords }) {
  return (
    <Notice tone="info" title={words.text("keysOwner")}>
      {words.text("keysOwnerWhy")}
    </Notice>
  );
}
