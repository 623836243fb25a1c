import type { DashboardKey } from "@/components/dashboard/messages/words";
import { Facts, PageHeader, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { readNoApiSince } from "@/lib/services/catalog/stores/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { wordsFor } from "../words";

export interface Gate {
  /** The API's answer during that time. */
  code: "402 plan_required" | "403 store_suspended" | "403 developer_access_blocked";
  title: DashboardKey;
  why: DashboardKey;
  since: Date | null;
  next: DashboardKey;
}

/** Why the developer settings are closed to this store, in the order of the API's refusals; null when they are open. */
export function developerGate({ store }: CurrentSeller): Gate | null {
  if (store.status === "suspended") {
    return {
      code: "403 store_suspended",
      title: "gateSuspended",
      why: "gateSuspendedWhy",
      since: store.suspendedAt,
      next: "gateSuspendedNext",
    };
  }
  if (store.developerAccessBlockedAt) {
    return {
      code: "403 developer_access_blocked",
      title: "gateBlocked",
      why: "gateBlockedWhy",
      since: store.developerAccessBlockedAt,
      next: "gateBlockedNext",
    };
  }
  if (!store.plan.includesApi) {
    return {
      code: "402 plan_required",
      title: "gatePlan",
      why: "gatePlanWhy",
      since: null,
      next: "gatePlanNext",
    };
  }
  return null;
}

/** In place of a page of the developer settings: what is closed and why, since when, whom to ask, what still works. */
export async function GatePage({ gate, seller }: { gate: Gate; seller: CurrentSeller }) {
  const words = wordsFor(seller);
  const { timeZone, plan } = seller.store;
  const since = gate.since ?? (await readNoApiSince(systemWorld(), seller.store));
  return (
    <>
      <PageHeader title={words.loose(gate.title, {})} purpose={words.loose(gate.why, { plan: plan.name })} />
      <Facts
        items={[
          {
            label: words.text("gateAnswers"),
            value: <code className="font-mono text-label">{gate.code}</code>,
          },
          {
            label: words.text("gateSince"),
            value: since ? (
              <Timestamp at={since} timeZone={timeZone} locale={words.locale} />
            ) : (
              words.text("gateAlways")
            ),
          },
          { label: words.text("gateNext"), value: words.loose(gate.next, {}) },
          { label: words.text("gateStill"), value: words.text("gateStillWhat") },
        ]}
      />
      <div className="mt-6">
        <ButtonLink href="/dashboard/developers/events">{words.text("openEventLog")}</ButtonLink>
      </div>
    </>
  );
}
