import { attemptPlanMs } from "@/lib/domain/retry-schedule";
import { graceMs } from "@/lib/domain/subscription";
import { perPageDefault, perPageMax } from "@/lib/resources/input";
import { keysMax } from "@/lib/services/people/keys/create-key";
import { rateLimit } from "@/lib/services/people/keys/rate-limit";

const hourMs = 60 * 60 * 1000;

/** The limits that no schema can express (spec, Limits), from the code that enforces them. */
export const limits = {
  requests_per_minute: (rateLimit.requests * 60) / rateLimit.seconds,
  page_size: perPageDefault,
  page_size_max: perPageMax,
  keys_per_store: keysMax,
  grace_period_days: graceMs / (24 * hourMs),
  webhook_retry_hours: Math.max(...attemptPlanMs) / hourMs,
};
