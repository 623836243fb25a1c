import { isOutage } from "./errors.ts";
import type { Send } from "./send.ts";
import type { AccessResult, operations } from "./types.ts";

type CheckAccessQuery = NonNullable<operations["checkAccess"]["parameters"]["query"]>;

export type AccessSubject = Pick<CheckAccessQuery, "ref" | "email" | "product_id">;

export interface AccessOptions {
  /**
   * How long an answer that let the user in is used again: up to 300 seconds, 180 when not given; 0 keeps nothing. One
   * that did not is used again for two seconds at most, because somebody who has just paid asks next.
   */
  cacheSeconds?: number;
  now?: () => number;
}

export interface Access {
  /**
   * May this user in? An answer that let them in is used again for some minutes, but never beyond `access_ends_at`. When
   * the API cannot be asked, such an answer holds on until then; otherwise the error is thrown.
   */
  check(subject: AccessSubject): Promise<AccessResult>;
  /** Asks anew next time, for each plan: call it when a webhook tells of this user's subscription. */
  forget(subject: AccessSubject): void;
}

interface Cached {
  result: AccessResult;
  freshUntil: number;
  /** Null when there is no access that could run out. */
  endsAt: number | null;
}

const entriesMax = 10_000;
const keptMaxMs = 300_000;
/** Answers of many who come at once, and no more. */
const refusedMaxMs = 2_000;
/** Whom an answer still lets in does not wait for an API that is away: one request, no longer than this … */
const patienceMs = 3_000;
/** … and the next one so much later. */
const outageMs = 5_000;

export function createAccess(send: Send, options: AccessOptions = {}): Access {
  const cacheMs = Math.min(Math.max(options.cacheSeconds ?? 180, 0) * 1000, keptMaxMs);
  const now = options.now ?? Date.now;
  const cache = new Map<string, Cached>();
  const asking = new Map<string, Promise<AccessResult>>();

  /** `isCurrent`: nobody forgot the user meanwhile. An answer from before what a webhook told of is not kept. */
  async function ask(name: string, subject: AccessSubject, isCurrent: () => boolean): Promise<AccessResult> {
    const startedAt = now();
    const { ref, email, product_id } = subject;
    const known = cache.get(name);
    const endsAt = known?.endsAt && startedAt < known.endsAt ? known.endsAt : null;
    const patience = endsAt === null ? {} : { retries: 0, timeoutMs: patienceMs };
    try {
      const result = asResult(
        await send({ method: "GET", path: "/access", query: { ref, email, product_id }, ...patience }),
      );
      if (isCurrent()) remember(name, result, startedAt);
      return result;
    } catch (error) {
      if (!known || endsAt === null || now() >= endsAt || !isOutage(error)) throw error;
      known.freshUntil = Math.min(now() + outageMs, endsAt);
      return known.result;
    }
  }

  function remember(name: string, result: AccessResult, startedAt: number): void {
    const endsAt = result.has_access && result.access_ends_at ? Date.parse(result.access_ends_at) : null;
    const keptMs = result.has_access ? cacheMs : Math.min(cacheMs, refusedMaxMs);
    cache.delete(name);
    cache.set(name, { result, endsAt, freshUntil: Math.min(startedAt + keptMs, endsAt ?? Infinity) });
    const oldest = cache.keys().next().value;
    if (cache.size > entriesMax && oldest !== undefined) cache.delete(oldest);
  }

  /** Those who come at once wait for one request. */
  function begin(name: string, subject: AccessSubject): Promise<AccessResult> {
    const isCurrent = () => asking.get(name) === open;
    const open = ask(name, subject, isCurrent).finally(() => {
      if (isCurrent()) asking.delete(name);
    });
    asking.set(name, open);
    return open;
  }

  return {
    async check(subject) {
      const name = nameOf(subject);
      if (!(cacheMs > 0)) return ask(name, subject, () => false);
      const known = cache.get(name);
      if (known && now() < known.freshUntil) return known.result;
      return asking.get(name) ?? begin(name, subject);
    },
    forget(subject) {
      const user = userOf(subject);
      for (const kept of [cache, asking])
        for (const name of kept.keys()) if (name.startsWith(user)) kept.delete(name);
    },
  };
}

function nameOf(subject: AccessSubject): string {
  return userOf(subject) + JSON.stringify(subject.product_id ?? null);
}

/** What the names of all answers about one user begin with. */
function userOf({ ref, email }: AccessSubject): string {
  return JSON.stringify([ref ?? null, ref ? null : (email?.trim().toLowerCase() ?? null)]);
}

/** Safe: the API's description is where the type was made from, and a test holds its answers against it. */
function asResult(answer: unknown): AccessResult {
  return answer as AccessResult;
}
