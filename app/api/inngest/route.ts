import { serve } from "inngest/next";
import { advanceSubscriptions } from "@/inngest/advance-subscriptions";
import { checkInvariants } from "@/inngest/check-invariants";
import { deliverMessages } from "@/inngest/deliver-messages";
import { deliverWebhooks } from "@/inngest/deliver-webhooks";
import { forgetOldRows } from "@/inngest/forget-old";
import { moveTransfers } from "@/inngest/move-transfers";
import { pollAttempts, releaseMoney } from "@/inngest/poll-attempts";
import { remind } from "@/inngest/remind";
import { tellDates } from "@/inngest/tell-dates";
import { inngest } from "@/lib/providers/inngest-client";

export const dynamic = "force-dynamic";

/** Where the executor calls our functions. With INNGEST_SIGNING_KEY set, calls without its signature are refused. */
export const { GET, POST, PUT } = serve({
  client: inngest,
  functions: [
    deliverWebhooks,
    advanceSubscriptions,
    deliverMessages,
    forgetOldRows,
    pollAttempts,
    releaseMoney,
    tellDates,
    moveTransfers,
    remind,
    checkInvariants,
  ],
});
