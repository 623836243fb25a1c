import { CronExpressionParser } from "cron-parser";
import { recordOf, textOr } from "./send";

/** What the runner knows about one function of the app. `unsupported` names what only a real Inngest server can do. */
export type FunctionSpec = {
  id: string;
  crons: string[];
  events: string[];
  maxAttempts: number;
  concurrency: number;
  unsupported: string[];
};

/** The end of every message about a feature that only a real Inngest server has. */
export const needsServer =
  "is not supported by the local runner; point the app at a real Inngest server (docs/self-hosting.md).";

const defaultRetries = 3;
const defaultConcurrency = 10;
/** A function with any other option is refused, because ignoring the option would change what the function does. */
const understood = ["id", "name", "triggers", "steps", "concurrency", "priority"];

/**
 * Reads the body of the SDK's `POST /fn/register`; undefined when it is not one. Addresses in it are ignored: the SDK
 * takes them from the Host header of the registering request, and calls must go only to our own app.
 */
export function readRegistration(body: unknown): FunctionSpec[] | undefined {
  const { functions } = recordOf(body);
  if (!Array.isArray(functions)) return undefined;
  const specs = functions.map((entry) => readFunction(recordOf(entry)));
  return specs.every(({ id }) => id !== "") ? specs : undefined;
}

function readFunction(entry: Record<string, unknown>): FunctionSpec {
  const triggers = [entry.triggers ?? []].flat().map(recordOf);
  const crons = triggers.flatMap(({ cron }) => textOr(cron, []));
  const { attempts } = recordOf(recordOf(recordOf(entry.steps).step).retries);
  const { concurrency = defaultConcurrency } = entry;
  return {
    id: textOr(entry.id, ""),
    crons,
    events: triggers.flatMap(({ event }) => textOr(event, [])),
    maxAttempts: 1 + (typeof attempts === "number" ? attempts : defaultRetries),
    concurrency: Number(concurrency),
    unsupported: [
      ...Object.keys(entry).filter((key) => !understood.includes(key) && entry[key] !== null),
      ...crons.filter((cron) => !isCron(cron)).map((cron) => `cron "${cron}"`),
      ...triggers.flatMap(({ expression }) => (expression ? [`event expression "${expression}"`] : [])),
      ...(Number(concurrency) > 0 ? [] : ["concurrency that is no number"]),
    ],
  };
}

/** The first instant after `afterMs` at which a cron trigger is due, in UTC. Throws for an invalid expression. */
export function nextTick(cron: string, afterMs: number): number {
  return CronExpressionParser.parse(cron, { currentDate: new Date(afterMs), tz: "UTC" })
    .next()
    .getTime();
}

function isCron(text: string): boolean {
  try {
    return nextTick(text, 0) > 0;
  } catch {
    return false;
  }
}
