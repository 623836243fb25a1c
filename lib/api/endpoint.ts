import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import type { Kept } from "@/lib/services/core/idempotency/claim";
import type { Caller, World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type Ask, admit, askInOne } from "./admit";
import { type Answer, BrokenContract, errorAnswer, textAnswer, toResponse } from "./answers";
import type { Definition, Endpoint, KeyRule, Nothing, RouteContext } from "./definition";
import { type Attempt, runIdempotent } from "./idempotency";
import { bodyOf, parseBody, problemsOf, readQuery } from "./read-request";
import { guarded, type Trace } from "./trace";

/**
 * One method of one path, as data and as a function of a web Request. The checks, the order of refusals and the common
 * parts of every answer are the same for all endpoints; the definition holds only the differences.
 */
export function endpoint<
  Keys extends KeyRule,
  Returns extends z.ZodType,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodObject = Nothing,
>(definition: Definition<Keys, Params, Query, Body, Returns>): Endpoint {
  // Safe: its own schemas check what it is called with.
  const any = definition as unknown as AnyDefinition;
  const reply = (world: World, request: Request, context?: RouteContext) =>
    guarded(world, request, (trace) => carryOut(any, world, request, context, trace));
  const answerIn = async (world: World, request: Request, context?: RouteContext) =>
    toResponse(await reply(world, request, context));
  const handler = (request: Request, context?: RouteContext) => answerIn(systemWorld(), request, context);
  return Object.assign(handler, { definition, reply, answerIn });
}

/** A definition whose types the compiler has checked: from here on its schemas say what is what. */
type AnyDefinition = Definition<KeyRule, z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>;

async function carryOut(
  definition: AnyDefinition,
  world: World,
  request: Request,
  context: RouteContext | undefined,
  trace: Trace,
): Promise<Answer> {
  const ready = askingInOne(definition, request);
  const caller = await admit(world, definition.keys, request, trace, ready?.ask);
  const found = ready?.answer();
  if (found) return written(definition, { status: definition.status ?? 200, text: found() }, trace);
  const read = bodyOf(request);
  const asked = {
    request,
    params: await paramsOf(definition.params, context),
    body: async () => {
      trace.sent = await read();
      return trace.sent;
    },
  };
  const work = (attempt: Attempt) => produce(definition, attempt, caller, asked);
  const key = request.method === "GET" ? null : request.headers.get("Idempotency-Key");
  const answer =
    caller === null || key === null
      ? await work({ world, once: (step) => step(world) })
      : await runIdempotent(
          definition,
          world,
          caller,
          { method: request.method, path: pathOf(request), key, body: await asked.body() },
          work,
          (error) => storedError(world, request, trace, error),
        );
  if ("replayed" in answer && answer.replayed) trace.headers["Idempotent-Replayed"] = "true";
  return written(definition, answer, trace);
}

function written({ cache }: { cache?: string }, { status, text }: Kept, { headers }: Trace): Answer {
  if (cache) {
    headers["Cache-Control"] = cache;
    headers.Vary = "Authorization";
  }
  return textAnswer(status, text, headers);
}

/**
 * For an endpoint with `inOne` and a valid query: how to admit the caller and then answer, in one statement. If that
 * statement fails, the ordinary path is used.
 */
function askingInOne(
  definition: AnyDefinition,
  request: Request,
): { ask: Ask; answer: () => (() => string) | null } | null {
  const { inOne } = definition;
  if (!inOne) return null;
  const { given, errors } = readQuery(request.url, Object.keys(definition.query?.shape ?? {}));
  const query = Object.keys(errors).length > 0 ? undefined : definition.query?.safeParse(given);
  if (!query?.success) return null;
  let found: (() => unknown) | null = null;
  const ask: Ask = (world, key) =>
    askInOne(world, key, async () => {
      const admission = await inOne(world, key, query.data);
      found = admission?.answer ?? null;
      return admission;
    });
  return { ask, answer: () => found && textOf(definition, found) };
}

function textOf(definition: AnyDefinition, answer: () => unknown): () => string {
  return () => {
    const value = answer();
    if (process.env.NODE_ENV !== "production") requireContract(definition, value);
    return JSON.stringify(value);
  };
}

type Sent = Record<string, unknown>;

/**
 * Runs the endpoint's own checks in the order of `refusalOrder`, once the caller is known, and serializes the answer.
 */
async function produce(
  definition: AnyDefinition,
  { world, once }: Attempt,
  // Null exactly where no key is needed, as `admit` gives it.
  caller: Caller | null,
  { request, params, body }: { request: Request; params: Sent; body: () => Promise<Uint8Array> },
): Promise<Kept> {
  let status = definition.status ?? 200;
  const call = {
    ...{ world, caller, params, once },
    query: {},
    now: world.clock.now(),
    path: world.config.siteUrl + new URL(request.url).pathname,
    given: {},
    signal: request.signal,
    setStatus(other: number) {
      status = other;
    },
  };
  await definition.exists?.(call);
  const sent = definition.body ? parseBody(await body(), request.headers.get("content-type")) : {};
  const values = valuesOf(definition.query, definition.body, request.url, sent);
  const answer = await definition.handle({ ...call, ...values });
  if (process.env.NODE_ENV !== "production") requireContract(definition, answer);
  return { status, text: JSON.stringify(answer) };
}

/** The answer of a refusal, as stored under an Idempotency-Key. */
async function storedError(world: World, request: Request, trace: Trace, error: unknown): Promise<Kept> {
  const { status, text } = errorAnswer(world, request, trace.requestId, error, {});
  return { status, text: text ?? "" };
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

async function paramsOf(schema: z.ZodObject | undefined, context: RouteContext | undefined): Promise<Sent> {
  const result = schema?.safeParse((await context?.params) ?? {});
  if (result && !result.success) throw new NotFound();
  return result?.data ?? {};
}

/** Query and body are checked together, so that a caller sees all problems at once. */
function valuesOf(
  querySchema: z.ZodObject | undefined,
  bodySchema: z.ZodObject | undefined,
  url: string,
  bodyGiven: Sent,
): { query: Sent; body: Sent; given: Record<string, string> } {
  const { given, errors } = readQuery(url, Object.keys(querySchema?.shape ?? {}));
  // An unreadable parameter would only be reported as missing.
  const query = Object.keys(errors).length > 0 ? undefined : querySchema?.safeParse(given);
  const body = bodySchema?.safeParse(bodyGiven);
  const problems = {
    ...(query?.error ? problemsOf(query.error) : {}),
    ...(body?.error ? problemsOf(body.error) : {}),
    ...errors,
  };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return { query: query?.data ?? {}, body: body?.data ?? {}, given };
}

/** The definition is what the reference promises, so in development and in tests every answer is checked against it. */
function requireContract(definition: { summary: string; returns: z.ZodType }, answer: unknown): void {
  const result = definition.returns.safeParse(answer);
  if (!result.success) {
    throw new BrokenContract(`${definition.summary}: ${JSON.stringify(problemsOf(result.error))}`);
  }
  if (!isDeepStrictEqual(result.data, answer)) {
    throw new BrokenContract(`${definition.summary}: the answer has members that "returns" does not name.`);
  }
}
