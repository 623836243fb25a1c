import { createHash } from "node:crypto";
import { clientNetwork } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { Refusal } from "@/lib/domain/refusal";
import { parseKey } from "@/lib/domain/token";
import { isUnavailable } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { authenticateKey, type Identified, identifyKey } from "@/lib/services/people/keys/identify";
import { countRequest, type Rate, rateLimit } from "@/lib/services/people/keys/rate-limit";
import { type AddressGate, createAddressGate } from "./address-gate";
import { type AnswerHeaders, TooManyRequests } from "./answers";
import type { KeyRule } from "./definition";
import type { Trace } from "./trace";

/** Bad and missing keys are counted by address, so that guessing keys costs no query. */
const gate = createAddressGate({ now: () => performance.now(), attemptsMax: limits.badKeys.max });
// Fingerprints of keys that worked in this process. Their owners are never refused because of another caller's guesses
// from the same address, which may be shared behind a proxy. This grants no access: each call still looks its key up.
const goodKeys = new Set<string>();
const goodKeysMax = 10_000;

/** Looks up a key and counts it against the rate limit. Null when the key does not work. */
export type Ask = (world: World, key: string) => Promise<Identified | null>;

/**
 * All checks of the caller, made before any check of the request, in the order of `refusalOrder`. Null where no key is
 * needed. Sets the headers about the key as soon as it is known.
 */
export async function admit(
  world: World,
  keys: KeyRule,
  request: Request,
  trace: Trace,
  ask: Ask = (world, key) => askInOne(world, key, identifyKey),
): Promise<Caller | null> {
  if (keys === "none") return null;
  const { headers } = trace;
  const { holder, rate } = await identify(world, request, ask);
  trace.holder = holder;
  setRateHeaders(headers, rate);
  headers["X-Key-Scope"] = holder.readOnly ? "read" : "full";
  if (!rate.allowed) throw new TooManyRequests(rate.resetSeconds, rate.resetAt);
  if (holder.storeSuspended) throw new Refusal("store_suspended");
  if (holder.developerAccessBlocked) throw new Refusal("developer_access_blocked");
  if (!holder.planIncludesApi) throw new Refusal("plan_required");
  if (keys === "live" && !holder.caller.livemode) throw new Refusal("live_key_required");
  if (keys === "test" && holder.caller.livemode) throw new Refusal("test_key_required");
  if (holder.readOnly && !["GET", "HEAD"].includes(request.method)) throw new Refusal("key_is_read_only");
  return holder.caller;
}

/**
 * Looks the key up and counts it in one statement. If that fails, one after the other: where the limiter alone cannot be
 * reached, the request passes.
 */
export async function askInOne(world: World, key: string, inOne: Ask): Promise<Identified | null> {
  try {
    return await inOne(world, key);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    world.log.warn({ err: error }, "What is asked in one trip could not be; it is asked step by step.");
    const holder = await authenticateKey(world, key);
    return holder && { holder, rate: await countRequest(world, `key:${holder.keyId}`) };
  }
}

/**
 * The key's holder and rate limit. Refuses with missing_api_key or invalid_api_key, at most 60 times a minute per
 * address.
 */
async function identify(world: World, request: Request, ask: Ask): Promise<Identified> {
  const address = clientNetwork(request.headers);
  const key = bearerOf(request.headers.get("authorization"));
  const wellFormed = key !== null && parseKey(key) !== null;
  const print = wellFormed ? printOf(key) : "";
  const trusted = wellFormed && goodKeys.has(print);
  const admission = await asked(world, address, trusted, async () => {
    if (key === null) throw new Refusal("missing_api_key");
    return wellFormed ? ask(world, key) : null;
  });
  if (!admission) {
    goodKeys.delete(print);
    throw new Refusal("invalid_api_key");
  }
  remember(print);
  return admission;
}

/** Open lookups of unknown keys and the requests that wait for one, by address. */
const undecided = new Map<string, { open: number; waiting: (() => void)[] }>();

/**
 * Counted before the query and uncounted after a good one, so that many requests at once cannot exceed the limit. When
 * other lookups of the address are open, a request waits for them: a server that has just started may send a hundred
 * requests at once without guessing.
 */
async function asked(
  world: World,
  address: string,
  trusted: boolean,
  ask: () => Promise<Identified | null>,
): Promise<Identified | null> {
  if (trusted) return ask();
  while (!gate.take(address)) {
    const others = undecided.get(address);
    if (!others) throw tooManyBadKeys(gate, address, world);
    await new Promise<void>((resolve) => others.waiting.push(resolve));
  }
  const mine = undecided.get(address) ?? { open: 0, waiting: [] };
  undecided.set(address, mine);
  mine.open += 1;
  try {
    const admission = await ask();
    if (admission) gate.giveBack(address);
    return admission;
  } catch (error) {
    // Nobody has looked the key up: it was no guess.
    if (isUnavailable(error)) gate.giveBack(address);
    throw error;
  } finally {
    mine.open -= 1;
    if (mine.open === 0) undecided.delete(address);
    for (const wake of mine.waiting.splice(0)) wake();
  }
}

/** The case of the scheme does not matter. Null when there is no bearer token. */
function bearerOf(header: string | null): string | null {
  const match = /^bearer +(\S.*)$/i.exec((header ?? "").trim());
  return match?.[1] ?? null;
}

/** A hash of the whole key: of a part, the owner of one key could create others that match. */
function printOf(key: string): string {
  return createHash("sha256").update(key).digest("base64");
}

function remember(print: string): void {
  if (goodKeys.has(print)) return;
  goodKeys.add(print);
  const oldest = goodKeys.values().next().value;
  if (goodKeys.size > goodKeysMax && oldest !== undefined) goodKeys.delete(oldest);
}

function tooManyBadKeys(badKeys: AddressGate, address: string, world: World): TooManyRequests {
  const seconds = badKeys.secondsLeft(address);
  return new TooManyRequests(seconds, Math.ceil(world.clock.now().getTime() / 1000) + seconds);
}

function setRateHeaders(headers: AnswerHeaders, rate: Rate): void {
  headers["RateLimit-Policy"] = `"default";q=${rateLimit.requests};w=${rateLimit.seconds}`;
  headers.RateLimit = `"default";r=${rate.remaining};t=${rate.resetSeconds}`;
  headers["X-RateLimit-Limit"] = String(rateLimit.requests);
  headers["X-RateLimit-Remaining"] = String(rate.remaining);
}
