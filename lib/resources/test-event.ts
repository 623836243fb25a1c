import { z } from "zod";
import type { EventRow } from "@/lib/db/rows";
import { choosableEventTypes } from "@/lib/domain/event-types";
import type { ProblemCode } from "@/lib/domain/refusal";
import { timestamp } from "./event";
import { oneOf } from "./input";

const eventExample = {
  id: "evt_2b8f6c1d9e7a4f30",
  object: "event" as const,
  type: "order.paid",
  livemode: false as const,
  created_at: "2026-01-31T12:30:00+00:00",
  body: '{"id":"evt_2b8f6c1d9e7a4f30","type":"order.paid","livemode":false,"data":{}}',
  headers: {
    "content-type": "application/json",
    "webhook-id": "evt_2b8f6c1d9e7a4f30",
    "webhook-timestamp": "1769862600",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
};

/** A test event, as a listener posts it to its own server. */
export const TestEvent = z
  .object({
    id: z.string(),
    object: z.literal("event"),
    type: z.string(),
    livemode: z.literal(false),
    created_at: z.string().meta({ format: "date-time" }),
    body: z.string().meta({ description: "The exact text to post; its signature holds for these bytes." }),
    headers: z
      .record(z.string(), z.string())
      .meta({ description: "The headers to post it with, signed just now with the listen secret." }),
  })
  .meta({ id: "TestEvent", example: eventExample });

export const TestEvents = z
  .object({
    data: z.array(TestEvent).meta({ description: "Oldest first, at most 50." }),
    cursor: z.string().meta({ description: "Ask with this next time: nothing is missed in between." }),
  })
  .meta({ id: "TestEvents", example: { data: [eventExample], cursor: "1769862600123" } });

export const Listener = z
  .object({
    object: z.literal("listener"),
    secret: z.string().meta({
      description:
        "What test events are signed with for a listener; the same for all who listen to this store.",
    }),
    cursor: z.string().meta({ description: "The place after the newest event there is." }),
  })
  .meta({
    id: "Listener",
    example: {
      object: "listener",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      cursor: "1769862600123",
    },
  });

export const waitSecondsMax = 25;

export const TestEventQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,13}$/, "cursor" satisfies ProblemCode)
    .optional()
    .meta({
      description: "The cursor of the answer before; without it, what comes from now on.",
      example: "1769851800123",
    }),
  wait: z
    .string()
    .regex(/^\d{1,2}$/, "wait_seconds" satisfies ProblemCode)
    .transform(Number)
    .refine((seconds) => seconds <= waitSecondsMax, "wait_seconds" satisfies ProblemCode)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0, maximum: waitSecondsMax },
      description:
        "How long to wait for the first event, in seconds. Short enough for the proxies in between.",
      example: 25,
    }),
});

/** The body that requests a made-up event. */
export const NewTestEvent = z
  .object({ type: oneOf(choosableEventTypes) })
  .meta({ id: "NewTestEvent", example: { type: "order.paid" } });

export function serializeTestEvent({
  row,
  headers,
}: {
  row: EventRow;
  headers: Record<string, string>;
}): z.infer<typeof TestEvent> {
  return {
    id: row.id,
    object: "event",
    type: row.type,
    livemode: false,
    created_at: timestamp(row.occurredAt),
    body: row.payload,
    headers,
  };
}

export function serializeListener(listener: { secret: string; cursor: string }): z.infer<typeof Listener> {
  return { object: "listener", ...listener };
}
