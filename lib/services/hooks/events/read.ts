import type { EventRow, WebhookAttemptRow, WebhookDeliveryRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { attemptPlanMs, maxAttempts } from "@/lib/domain/retry-schedule";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { eventIdOf } from "../webhooks/event-id";

const attemptsShown = 100;

export interface DeliveryDetails extends WebhookDeliveryRow {
  endpoint: { id: number; url: string; description: string; disabledAt: Date | null; deletedAt: Date | null };
  /** Newest first, at most 100. `sentBy` is set where a person asked. */
  attempts: WebhookAttemptRow[];
  /** Attempts of the plan that are still to come; 0 when the delivery has ended. */
  triesLeft: number;
  /** About when the last of them is made; null when the delivery has ended or not begun. */
  givesUpAt: Date | null;
}

/** One event of the caller's store and mode: its exact payload, and all that is known of its way to each endpoint. */
export async function readEvent(
  world: World,
  caller: Caller,
  id: string,
): Promise<EventRow & { deliveries: DeliveryDetails[] }> {
  const event = await world.db.event.findFirst({
    where: { id: eventIdOf(id), storeId: caller.storeId, livemode: caller.livemode },
    include: {
      deliveries: {
        orderBy: { endpointId: "asc" },
        include: {
          endpoint: {
            select: { id: true, url: true, description: true, disabledAt: true, deletedAt: true },
          },
          attempts: { orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: attemptsShown },
        },
      },
    },
  });
  if (!event) throw new NotFound();
  return { ...event, deliveries: event.deliveries.map((delivery) => ({ ...delivery, ...planOf(delivery) })) };
}

function planOf(delivery: WebhookDeliveryRow): { triesLeft: number; givesUpAt: Date | null } {
  if (delivery.status !== "pending") return { triesLeft: 0, givesUpAt: null };
  const lastMs = attemptPlanMs[maxAttempts - 1] ?? 0;
  const givesUpAt = delivery.firstAttemptAt && new Date(delivery.firstAttemptAt.getTime() + lastMs);
  return { triesLeft: maxAttempts - delivery.attemptsMade, givesUpAt };
}
