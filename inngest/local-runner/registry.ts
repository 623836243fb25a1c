import { nextTick } from "./cron";
import { durationMs } from "./duration";
import { isRecord, type JsonRecord, textAt } from "./json";

/** What the runner knows of one function of the app. `unsupported` names what only a real Inngest server can do. */
export type FunctionSpec = {
  id: string;
  crons: string[];
  events: EventTrigger[];
  maxAttempts: number;
  concurrency: number;
  finishWithinMs: number | undefined;
  unsupported: string[];
};

/** `onlyWhen` is the one form of condition understood here: a field of the event's data that must equal a text. */
export type EventTrigger = { name: string; onlyWhen: { path: string[]; equals: string } | undefined };

const defaultRetries = 3;
const defaultConcurrency = 10;
/** Ignoring any of these would change what a function does, so such a function is refused rather than half obeyed. */
const serverOnly = ["batchEvents", "debounce", "rateLimit", "throttle", "idempotency", "singleton", "cancel"];

/** Reads the body of the SDK's `POST /fn/register`, or undefined when it is not one. Addresses in it are ignored: the
 * SDK takes them from the Host header of whoever asked it to register, and calls must go to our own app only. */
export function readRegistration(body: unknown): FunctionSpec[] | undefined {
  if (!isRecord(body) || !Array.isArray(body.functions)) return undefined;
  const specs: FunctionSpec[] = [];
  for (const entry of body.functions) {
    const id = isRecord(entry) ? textAt(entry, "id") : undefined;
    if (!isRecord(entry) || id === undefined) return undefined;
    specs.push(readFunction(id, entry));
  }
  return specs;
}

function readFunction(id: string, entry: JsonRecord): FunctionSpec {
  const unsupported = serverOnly.filter((key) => entry[key] !== undefined && entry[key] !== null);
  const triggers = Array.isArray(entry.triggers) ? entry.triggers.filter(isRecord) : [];
  return {
    id,
    crons: triggers.flatMap((trigger) => readCron(trigger, unsupported)),
    events: triggers.flatMap((trigger) => readEvent(trigger, unsupported)),
    maxAttempts: readRetries(entry) + 1,
    concurrency: readConcurrency(entry.concurrency, unsupported),
    finishWithinMs: readTimeouts(entry.timeouts, unsupported),
    unsupported,
  };
}

function readCron(trigger: JsonRecord, unsupported: string[]): string[] {
  const cron = textAt(trigger, "cron");
  if (cron === undefined) return [];
  try {
    nextTick(cron, 0);
    return [cron];
  } catch {
    unsupported.push(`cron "${cron}"`);
    return [];
  }
}

function readEvent(trigger: JsonRecord, unsupported: string[]): EventTrigger[] {
  const name = textAt(trigger, "event");
  if (name === undefined) return [];
  const expression = textAt(trigger, "expression");
  if (expression === undefined) return [{ name, onlyWhen: undefined }];
  const match = /^event\.data\.([\w.]+)\s*==\s*(['"])([^'"\\]*)\2$/.exec(expression.trim());
  if (match?.[1] === undefined || match[3] === undefined) {
    unsupported.push(`event expression "${expression}"`);
    return [{ name, onlyWhen: undefined }];
  }
  return [{ name, onlyWhen: { path: match[1].split("."), equals: match[3] } }];
}

function readRetries(entry: JsonRecord): number {
  const step = isRecord(entry.steps) ? entry.steps.step : undefined;
  const retries = isRecord(step) ? step.retries : undefined;
  const attempts = isRecord(retries) ? retries.attempts : undefined;
  return typeof attempts === "number" && attempts >= 0 ? attempts : defaultRetries;
}

/** A bound with a key or a scope of its own is the server's to keep; a plain number or `{ limit }` is kept here. */
function readConcurrency(value: unknown, unsupported: string[]): number {
  const options = Array.isArray(value) ? value : [value];
  let limit = defaultConcurrency;
  for (const option of options) {
    if (isRecord(option) && (option.key !== undefined || (option.scope ?? "fn") !== "fn")) {
      unsupported.push("concurrency with a key or scope");
    }
    const bound = isRecord(option) ? option.limit : option;
    if (typeof bound === "number" && bound > 0) limit = bound;
  }
  return limit;
}

function readTimeouts(value: unknown, unsupported: string[]): number | undefined {
  if (!isRecord(value)) return undefined;
  if (value.start !== undefined) unsupported.push("timeouts.start");
  const finish = textAt(value, "finish");
  return finish === undefined ? undefined : durationMs(finish);
}
