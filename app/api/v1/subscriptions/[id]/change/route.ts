import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionPath } from "@/lib/resources/input";
import { ChangeBody, SubscriptionChange, serializeChange } from "@/lib/resources/plan-change";
import { undoChange } from "@/lib/services/billing/changes/change";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { previewChange } from "@/lib/services/money/checkout/pages/read-manage-page";
import { subscriptions } from "../../../objects";

export const POST = endpoint({
  summary: "Change the plan of a subscription",
  description:
    "To another active subscription product of the same store and currency. A plan that costs more a period or lasts longer begins now: unused paid time counts against its price, what is left to pay is paid by the subscriber at payment_url, and unused time above the price becomes time of the new plan. Any other plan begins when all paid time is over, with the next payment. Where nothing is to pay, this request makes the change; with preview it changes nothing.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  body: ChangeBody,
  returns: one(SubscriptionChange),
  errors: ["same_plan", "not_changeable", "plan_taken", "other_currency", "not_on_sale", "store_suspended"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  handle: async ({ world, caller, params, body }) => {
    const act = body.preview ? previewChange : changePlan;
    return { data: serializeChange(await act(world, caller, params.id, body.product_id)) };
  },
});

export const DELETE = subscriptions.one({
  summary: "Undo the change that was chosen for the next payment",
  description:
    "The next payment buys the plan that there is, as before. Without such a change nothing happens. One that is paid for already stays: 422 not_changeable.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  errors: ["not_changeable"],
  row: ({ world, caller, params }) => undoChange(world, caller, params.id),
});

export const { GET, PUT, PATCH, HEAD, OPTIONS } = methodNotAllowed({ POST, DELETE });
