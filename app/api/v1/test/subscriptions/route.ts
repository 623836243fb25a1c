import { methodNotAllowed } from "@/lib/api/route";
import { faultOfTheBody, NewTestSubscription, newTestSubscription } from "@/lib/resources/subscription-input";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { subscriptions } from "../../objects";

export const POST = subscriptions.one({
  summary: "Start a test subscription",
  description:
    "What Payment succeeds does on the test payment page. Where the user already has a test subscription to the product, it gains a period instead and the status is 200.",
  tag: "Test mode",
  keys: "test",
  body: NewTestSubscription,
  status: 201,
  alsoStatus: 200,
  errors: ["test_mode_off", "renewal_limit"],
  row: async ({ world, caller, body, setStatus }) => {
    const started = startTestSubscription(world, caller, newTestSubscription(body));
    const { row, created } = await started.catch(faultOfTheBody);
    if (!created) setStatus(200);
    return row;
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
