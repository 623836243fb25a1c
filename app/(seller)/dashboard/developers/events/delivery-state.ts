import type { DeliveryState } from "@/components/dashboard/event-list";

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

/** An event that goes to several endpoints is shown by the one that needs somebody most. */
export function eventState(deliveries: Delivery[]): DeliveryState {
  const states = deliveries.map(deliveryState);
  return worstFirst.find((state) => states.includes(state)) ?? "no_endpoint";
}

const reasons: Record<string, string> = {
  endpoint_disabled: "The endpoint was disabled.",
  endpoint_deleted: "The endpoint was deleted.",
  store_suspended: "The store was suspended.",
  developer_access_blocked: "Developer access was turned off.",
  plan_required: "The plan did not include webhooks.",
};

/** Why nothing was sent. */
export function skippedInWords(reason: string | null): string {
  return (reason && reasons[reason]) || "It was not sent.";
}
