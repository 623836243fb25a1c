import { type TestStep, TestSubscriptionRow } from "@/components/dashboard/test-subscription-row";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import {
  accessEndsAt,
  canRenewAt,
  hasAccess,
  type SubscriptionFacts,
  statusAt,
} from "@/lib/domain/subscription";
import { listSubscriptions } from "@/lib/services/subscriptions/list";
import { manageUrl } from "@/lib/services/subscriptions/manage-token";
import { systemWorld } from "@/lib/services/system-world";
import { moveAction } from "./actions";

const perPage = 25;

/** Every test subscription with its four buttons (spec, Test mode behaviour). */
export async function TestSubscriptions({ seller, page }: { seller: CurrentSeller; page: number }) {
  const world = systemWorld();
  const now = world.clock.now();
  const { rows, total } = await listSubscriptions(
    world,
    seller.caller(false),
    {},
    {
      skip: (page - 1) * perPage,
      take: perPage,
    },
  );
  return (
    <Section title="Test subscriptions" aside={total === 1 ? "1 in all" : `${total} in all`}>
      {rows.length === 0 ? (
        <EmptyState sentence="No test subscription yet. Open a test page, put your own user id behind ref=, and press Payment succeeds." />
      ) : (
        <ul>
          {rows.map((row) => (
            <TestSubscriptionRow
              key={row.id}
              id={row.id}
              who={row.ref ?? row.customer.email ?? "No ref"}
              planName={row.product.name}
              status={statusAt(row, now)}
              hasAccess={hasAccess(row, now)}
              accessEndsAt={accessEndsAt(row)}
              timeZone={seller.store.timeZone}
              manageUrl={manageUrl(world, row)}
              target={{ action: moveAction, fields: { id: row.id, page: String(page) } }}
              blocked={may(seller.role, "test_mode.change") ? blockedSteps(row, now) : notTheirs}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => `/dashboard/developers/test-mode?page=${other}`}
      />
    </Section>
  );
}

const notYours = "Your role may only look";
const notTheirs = { renew: notYours, end_period: notYours, end_grace: notYours, cancel: notYours };

/** Why a step would be refused now, as the words under its button. */
function blockedSteps(sub: SubscriptionFacts, now: Date): Partial<Record<TestStep, string>> {
  const status = statusAt(sub, now);
  return {
    ...(canRenewAt(sub, now) ? {} : { renew: "Paid for 24 periods ahead" }),
    ...(status === "active" ? {} : { end_period: "Only while active" }),
    ...(status === "past_due" ? {} : { end_grace: "Only when in grace" }),
    ...(status === "active" || status === "past_due" ? {} : { cancel: "Only while active or past_due" }),
  };
}
