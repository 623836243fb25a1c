import { isOutage } from "./errors.js";
import type { Send } from "./send.js";
import type { AccessResult, operations } from "./types.js";

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
  /** Asks anew next time: call it when a webhook tells of this user's subscription. */
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

export function createAccess(send: Send, options: AccessOptions = {}): Access {
  const cacheMs = Math.min(Math.max(options.cacheSeconds ?? 180, 0) * 1000, keptMaxMs);
  const now = options.now ?? Date.now;
  const cache = new Map<string, Cached>();
  const asking = new Map<string, Promise<AccessResult>>();

  async function ask(name: string, subject: AccessSubject): Promise<AccessResult> {
    const startedAt = now();
    const { ref, email, product_id } = subject;
    try {
      const result = asResult(
        await send({ method: "GET", path: "/access", query: { ref, email, product_id } }),
      );
      const endsAt = result.has_access && result.access_ends_at ? Date.parse(result.access_ends_at) : null;
      const keptMs = result.has_access ? cacheMs : Math.min(cacheMs, refusedMaxMs);
      if (cacheMs > 0)
        remember(name, { result, endsAt, freshUntil: Math.min(startedAt + keptMs, endsAt ?? Infinity) });
      return result;
    } catch (error) {
      const known = cache.get(name);
      if (known?.endsAt && now() < known.endsAt && isOutage(error)) return known.result;
      throw error;
    }
  }

  function remember(name: string, entry: Cached): void {
    cache.delete(name);
    cache.set(name, entry);
    const oldest = cache.keys().next().value;
    if (cache.size > entriesMax && oldest !== undefined) cache.delete(oldest);
  }

  return {
    async check(subject) {
      const name = nameOf(subject);
      const known = cache.get(name);
      if (known && now() < known.freshUntil) return known.result;
      const open = asking.get(name) ?? ask(name, subject).finally(() => asking.delete(name));
      asking.set(name, open);
      return open;
    },
    forget(subject) {
      cache.delete(nameOf(subject));
    },
  };
}

function nameOf({ ref, email, product_id }: AccessSubject): string {
  return JSON.stringify([
    ref ?? null,
    ref ? null : (email?.trim().toLowerCase() ?? null),
    product_id ?? null,
  ]);
}

/** Safe: the API's description is where the type was made from, and a test holds its answers against it. */
function asResult(answer: unknown): AccessResult {
  return answer as AccessResult;
}
