import type { DeliveryState } from "@/components/dashboard/event-list";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";

interface Delivery {
  status: "pending" | "succeeded" | "failed" | "skipped";
  attemptsMade: number;
}

/** One delivery in the words of the list. */
export function deliveryState({ status, attemptsMade }: Delivery): DeliveryState {
  switch (status) {
    case "pending":
      return attemptsMade > 0 ? "retrying" : "pending";
    case "succeeded":
      return "delivered";
    case "failed":
      return "failed";
    case "skipped":
      return "skipped";
  }
}

const worstFirst: DeliveryState[] = ["failed", "retrying", "pending", "skipped", "delivered"];

/** An event with several endpoints shows the delivery that most needs attention. */
export function eventState(deliveries: Delivery[]): DeliveryState {
  const states = deliveries.map(deliveryState);
  return worstFirst.find((state) => states.includes(state)) ?? "no_endpoint";
}

/** The code of the last answer that was no success, else of any; null where no endpoint answered. */
export function lastCode(deliveries: { attempts: { statusCode: number | null }[] }[]): number | null {
  const codes = deliveries.flatMap(({ attempts }) => attempts.flatMap(({ statusCode }) => statusCode ?? []));
  return codes.find((code) => code < 200 || code > 299) ?? codes[0] ?? null;
}

const reasons = new Map<string | null, DashboardKey>([
  ["endpoint_disabled", "skipped_endpoint_disabled"],
  ["endpoint_deleted", "skipped_endpoint_deleted"],
  ["store_suspended", "skipped_store_suspended"],
  ["developer_access_blocked", "skipped_developer_access_blocked"],
  ["plan_required", "skipped_plan_required"],
]);

/** Why nothing was sent. */
export function skippedInWords(reason: string | null, words: DashboardWords): string {
  return words.loose(reasons.get(reason) ?? "skipped_other", {});
}
