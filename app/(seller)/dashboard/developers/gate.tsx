import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import type { CurrentSeller } from "@/lib/auth/current-seller";

export interface Gate {
  /** What the API answers meanwhile. */
  code: "402 plan_required" | "403 store_suspended" | "403 developer_access_blocked";
  title: string;
  why: string;
  since: Date | null;
  next: string;
}

/** Why the developer settings are closed to this store, in the order of the API's refusals; null when they are open. */
export function developerGate({ store }: CurrentSeller): Gate | null {
  if (store.status === "suspended") {
    return {
      code: "403 store_suspended",
      title: "This store is suspended",
      why: "Whoever runs this service has suspended it. No webhooks are sent and no keys work.",
      since: store.suspendedAt,
      next: "Ask them for the reason. When the store is restored, everything here is as it was.",
    };
  }
  if (store.developerAccessBlockedAt) {
    return {
      code: "403 developer_access_blocked",
      title: "Developer access is turned off for this store",
      why: "Whoever runs this service has turned it off. Selling goes on; keys and webhooks do not work.",
      since: store.developerAccessBlockedAt,
      next: "Ask them to turn it on again. Your keys and endpoints are kept.",
    };
  }
  if (!store.plan.includesApi) {
    return {
      code: "402 plan_required",
      title: "Your plan does not include the API",
      why: `This store is on the plan ${store.plan.name}. Keys and webhooks need a plan with API access.`,
      since: null,
      next: "Ask whoever runs this service to move the store to another plan.",
    };
  }
  return null;
}

/** In place of a page of the developer settings: what, why, since when, whom to ask, what still works. */
export function GatePage({ gate, seller }: { gate: Gate; seller: CurrentSeller }) {
  return (
    <>
      <PageHeader title={gate.title} purpose={gate.why} />
      <Facts
        items={[
          { label: "The API answers", value: <code className="font-mono text-label">{gate.code}</code> },
          {
            label: "Since",
            value: gate.since ? (
              <Timestamp at={gate.since} timeZone={seller.store.timeZone} />
            ) : (
              "The store was made"
            ),
          },
          { label: "What to do", value: gate.next },
          {
            label: "Still works",
            value: "Subscribers keep what they paid for. The event log can be read.",
          },
        ]}
      />
      <div className="mt-6">
        <ButtonLink href="/dashboard/developers/events">Open the event log</ButtonLink>
      </div>
    </>
  );
}
