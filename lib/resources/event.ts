import type { EventType } from "@/lib/domain/event-types";

export type { EventType } from "@/lib/domain/event-types";

export interface EventFacts {
  id: string;
  type: EventType | "ping";
  livemode: boolean;
  createdAt: Date;
  data: Record<string, unknown>;
}

/**
 * The exact text that is signed, sent and resent: `{id, type, livemode, created_at, data}` (spec, Events). It is made
 * once and stored, because receivers verify the signature over these bytes.
 */
export function serializeEvent(event: EventFacts): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    created_at: timestamp(event.createdAt),
    data: event.data,
  });
}

/** ISO 8601 with a UTC offset, whole seconds: `2026-01-31T09:30:00+00:00` (spec, rule 4). */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}

export function timestampOrNull(at: Date | null): string | null {
  return at && timestamp(at);
}
