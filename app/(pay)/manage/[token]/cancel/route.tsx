import { CancelView } from "@/components/pay/renew-views";
import { statusAt } from "@/lib/domain/subscription";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { factsOf, planOfSubscription } from "../../../plan";
import { payRoute, seeOther, show } from "../../../respond";
import { endedLink } from "../ended-link";

/** Says what ends and when, before anything does. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const world = systemWorld();
  const found = await readManagePage(world, token);
  if (!found) return endedLink(pay, token);
  const { store, product, subscription } = found;
  const manage = `/manage/${token}`;
  const status = statusAt(subscription, world.clock.now());
  if (status !== "active" && status !== "past_due") return seeOther(manage);
  return show(
    pay,
    <CancelView
      page={pay.page(store, { test: !subscription.livemode })}
      plan={planOfSubscription(product, subscription, pay.lang(store))}
      account={{ ref: subscription.ref, email: subscription.customer.email }}
      subscription={factsOf(subscription, world.clock.now())}
      form={{ action: manage, fields: { act: "cancel" } }}
      keepUrl={manage}
    />,
  );
});
