import { addressOf } from "@/app/_lists/filters";
import { Pages } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { type TestStep, TestSubscriptionRow } from "@/components/dashboard/test-subscription-row";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/page-header";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import {
  accessEndsAt,
  canRenewAt,
  hasAccess,
  type SubscriptionFacts,
  statusAt,
} from "@/lib/domain/subscription";
import { isInTrial } from "@/lib/domain/trial";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { wordsFor } from "../../words";
import { moveAction } from "./actions";

const perPage = 25;

/** Every test subscription with its four buttons (spec, Test mode behaviour). */
export async function TestSubscriptions({ seller, page }: { seller: CurrentSeller; page: number }) {
  const world = systemWorld();
  const words = wordsFor(seller);
  const now = world.clock.now();
  const { rows, total } = await listSubscriptions(
    world,
    seller.caller(false),
    { trials: "too" },
    {
      skip: (page - 1) * perPage,
      take: perPage,
    },
  );
  return (
    <Section title={words.text("testSubscriptions")} aside={words.text("inAll", { count: String(total) })}>
      {rows.length === 0 ? (
        <EmptyState sentence={words.text("noTestSubscription")} />
      ) : (
        <ul>
          {rows.map((row) => (
            <TestSubscriptionRow
              key={row.id}
              id={row.id}
              who={row.ref ?? row.customer.email ?? words.text("noRef")}
              planName={row.product.name}
              status={statusAt(row, now)}
              isInTrial={isInTrial(row, now)}
              hasAccess={hasAccess(row, now)}
              accessEndsAt={accessEndsAt(row)}
              timeZone={seller.store.timeZone}
              words={words}
              manageUrl={manageUrl(world, row)}
              target={{ action: moveAction, fields: { id: row.id, page: String(page) } }}
              blocked={
                may(seller.role, "test_mode.change") ? blockedSteps(row, now, words) : notTheirs(words)
              }
            />
          ))}
        </ul>
      )}
      <Pages
        {...{ words, page, perPage, total }}
        hrefOf={(other) => addressOf("/dashboard/developers/test-mode", {}, other)}
      />
    </Section>
  );
}

function notTheirs(words: DashboardWords): Record<TestStep, string> {
  const notYours = words.text("roleLooks");
  return {
    renew: notYours,
    end_period: notYours,
    end_grace: notYours,
    end_trial: notYours,
    cancel: notYours,
    fail_renewal: notYours,
  };
}

/** Why a step would be refused now, as the words under its button. */
function blockedSteps(
  sub: SubscriptionFacts,
  now: Date,
  words: DashboardWords,
): Partial<Record<TestStep, string>> {
  const status = statusAt(sub, now);
  return {
    ...(canRenewAt(sub, now) ? {} : { renew: words.text("stepPaidAhead") }),
    ...(status === "active" ? {} : { end_period: words.text("stepOnlyActive") }),
    ...(status === "past_due" ? {} : { end_grace: words.text("stepOnlyGrace") }),
    ...(isInTrial(sub, now) ? {} : { end_trial: words.text("stepOnlyTrial") }),
    ...(status === "active" || status === "past_due" ? {} : { cancel: words.text("stepOnlyOpen") }),
  };
}
