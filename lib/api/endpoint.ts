import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { composeId } from "@/lib/domain/token";
import type { Caller } from "@/lib/services/caller";
import { systemWorld } from "@/lib/services/system-world";
import type { World } from "@/lib/services/world";
import { admit } from "./admit";
import { BrokenContract, errorAnswer, jsonAnswer } from "./answers";
import type { Call, Definition, Endpoint, KeyRule, RouteContext } from "./definition";
import { problemsOf } from "./problems";
import { readBody } from "./read-body";
import { readQuery } from "./read-query";

type Nothing = z.ZodObject<Record<never, z.ZodType>>;

/**
 * One method of one path, as data and as a function of a web Request. What it checks, in which order it refuses and
 * what every answer carries is the same for all; the definition says only what is its own.
 */
export function endpoint<
  Keys extends KeyRule,
  Returns extends z.ZodType,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodObject = Nothing,
>(definition: Definition<Keys, Params, Query, Body, Returns>): Endpoint {
  const answerIn = (world: World, request: Request, context?: RouteContext) =>
    guarded(world, request, (headers) => carryOut(definition, world, request, context, headers));
  const handler = (request: Request, context?: RouteContext) => answerIn(systemWorld(), request, context);
  return Object.assign(handler, { definition, answerIn });
}

/** Runs `work` with fresh headers and a request id; whatever it throws becomes an answer. */
export async function guarded(
  world: World,
  request: Request,
  work: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const requestId = composeId("req_", world.clock.now().getTime(), world.random.bytes(24));
  const headers = new Headers({ "Request-Id": requestId });
  try {
    return await work(headers);
  } catch (error) {
    // A bug of ours, found where there are developers to see it.
    if (error instanceof BrokenContract) throw error;
    return errorAnswer(world, request, requestId, error, headers);
  }
}

async function carryOut<
  Keys extends KeyRule,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Returns extends z.ZodType,
>(
  definition: Definition<Keys, Params, Query, Body, Returns>,
  world: World,
  request: Request,
  context: RouteContext | undefined,
  headers: Headers,
): Promise<Response> {
  const caller = callerFor(definition.keys, await admit(world, definition.keys, request, headers));
  let status = definition.status ?? 200;
  const call = {
    world,
    caller,
    params: await paramsOf(definition.params, context),
    query: {},
    now: world.clock.now(),
    path: world.config.siteUrl + new URL(request.url).pathname,
    given: {},
    setStatus(other: number) {
      status = other;
    },
  };
  await definition.exists?.(call);
  const body = definition.body ? await readBody(request) : {};
  const values = valuesOf(definition.query, definition.body, request.url, body);
  const answer = await definition.handle({ ...call, ...values });
  if (process.env.NODE_ENV !== "production") requireContract(definition, answer);
  if (definition.cache) {
    headers.set("Cache-Control", definition.cache);
    headers.set("Vary", "Authorization");
  }
  return jsonAnswer(status, answer, headers);
}

/** Safe: `admit` answers null exactly where the rule is "none", which TypeScript cannot follow through a generic. */
function callerFor<Keys extends KeyRule>(
  _keys: Keys,
  caller: Caller | null,
): Call<Keys, unknown, unknown>["caller"] {
  return caller as Call<Keys, unknown, unknown>["caller"];
}

async function paramsOf<Params extends z.ZodObject>(
  schema: Params | undefined,
  context: RouteContext | undefined,
): Promise<z.output<Params>> {
  const result = schema?.safeParse((await context?.params) ?? {});
  if (result && !result.success) throw new NotFound();
  // Safe: without a schema its type is that of an empty object.
  return (result?.data ?? {}) as z.output<Params>;
}

/** Query and body are judged together, so that a caller hears of all problems at once. */
function valuesOf<Query extends z.ZodObject, Body extends z.ZodObject>(
  querySchema: Query | undefined,
  bodySchema: Body | undefined,
  url: string,
  bodyGiven: Record<string, unknown>,
): { query: z.output<Query>; body: z.output<Body>; given: Record<string, string> } {
  const { given, errors } = readQuery(url, Object.keys(querySchema?.shape ?? {}));
  // A parameter that could not be read at all would only be reported as missing.
  const query = Object.keys(errors).length > 0 ? undefined : querySchema?.safeParse(given);
  const body = bodySchema?.safeParse(bodyGiven);
  const problems = {
    ...(query?.error ? problemsOf(query.error) : {}),
    ...(body?.error ? problemsOf(body.error) : {}),
    ...errors,
  };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  // Safe: both have been parsed, and without a schema the type is that of an empty object.
  return { query: query?.data ?? {}, body: body?.data ?? {}, given } as {
    query: z.output<Query>;
    body: z.output<Body>;
    given: Record<string, string>;
  };
}

/** The definition is what the reference promises, so every answer in development and in tests is held against it. */
function requireContract(definition: { summary: string; returns: z.ZodType }, answer: unknown): void {
  const result = definition.returns.safeParse(answer);
  if (!result.success) {
    throw new BrokenContract(`${definition.summary}: ${JSON.stringify(problemsOf(result.error))}`);
  }
  if (!isDeepStrictEqual(result.data, answer)) {
    throw new BrokenContract(`${definition.summary}: the answer has members that "returns" does not name.`);
  }
}
