import canonicalize from "canonicalize";
import { isRecord, type JsonRecord } from "./json";
import type { EventTrigger, FunctionSpec } from "./registry";

/** An event as the SDK sends it and as a function receives it. `ts` is in milliseconds. */
export type RunnerEvent = {
  id: string;
  name: string;
  ts: number;
  data: JsonRecord;
  [extra: string]: unknown;
};

/** Reads what `inngest.send` posts: one event or a list of them. Undefined when any of it is not an event. */
export function readEvents(body: unknown, nowMs: number, newId: () => string): RunnerEvent[] | undefined {
  const entries = Array.isArray(body) ? body : [body];
  const events: RunnerEvent[] = [];
  for (const entry of entries) {
    if (!isRecord(entry) || typeof entry.name !== "string" || entry.name === "") return undefined;
    const event = {
      ...entry,
      id: typeof entry.id === "string" && entry.id !== "" ? entry.id : newId(),
      name: entry.name,
      ts: typeof entry.ts === "number" ? entry.ts : nowMs,
      data: isRecord(entry.data) ? entry.data : {},
    };
    if (identityOf(event) === undefined) return undefined;
    events.push(event);
  }
  return events;
}

/** Two events are identical when name and data are; undefined when they cannot be written as canonical JSON, and so
 * could never be signed. */
export function identityOf(event: RunnerEvent): string | undefined {
  try {
    return canonicalize([event.name, event.data]);
  } catch {
    return undefined;
  }
}

/** Whether an event starts a run of the function. */
export function isTriggeredBy(spec: FunctionSpec, event: RunnerEvent): boolean {
  return spec.events.some((trigger) => trigger.name === event.name && holds(trigger, event));
}

function holds(trigger: EventTrigger, event: RunnerEvent): boolean {
  if (trigger.onlyWhen === undefined) return true;
  let value: unknown = event.data;
  for (const key of trigger.onlyWhen.path) value = isRecord(value) ? value[key] : undefined;
  return value === trigger.onlyWhen.equals;
}
