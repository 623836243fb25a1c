import type { z } from "zod";
import type { RefusalCode } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";
import type { Identified } from "@/lib/services/people/keys/identify";
import type { Answer } from "./answers";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Which keys may call it: `none` needs no key. */
export type KeyRule = "live" | "any" | "test" | "none";

/** The static facts of an endpoint. OpenAPI, the test matrices and the reference are generated from them. */
export interface EndpointFacts {
  /** A few words, an imperative: "Cancel a subscription". */
  summary: string;
  description?: string;
  /** The heading of its group. */
  tag: string;
  keys: KeyRule;
  /** A failure here is a 404, because such an id names no object. */
  params?: z.ZodObject;
  /** Every field is read as text and may appear once. */
  query?: z.ZodObject;
  /** Without it any body is ignored. */
  body?: z.ZodObject;
  /** Of a success; 200 when not given. */
  status?: number;
  /** Another success that `setStatus` may choose. */
  alsoStatus?: number;
  returns: z.ZodType;
  /** The refusals of its verb, in addition to those that every endpoint shares. */
  errors?: readonly RefusalCode[];
  /** Cache-Control of a success; no-store when not given. */
  cache?: string;
  /**
   * Its verb calls the network between transactions, so that the work cannot be one transaction: it must use `once`.
   */
  callsOut?: boolean;
}

/** The first part of the work, which a repeated request skips. Its result is a text that identifies what it created. */
export type Once = (work: (world: World) => Promise<string>) => Promise<string>;

/** The input of `handle`. */
export interface Call<Keys extends KeyRule, Params, Query> {
  world: World;
  caller: Keys extends "none" ? null : Caller;
  params: Params;
  query: Query;
  /** The one instant that is "now" for this request. */
  now: Date;
  /** The absolute URL without its query, and the query as sent, to build links. */
  path: string;
  given: Readonly<Record<string, string>>;
  setStatus(status: number): void;
  /** Aborted when the caller disconnects, for an endpoint that waits. */
  signal: AbortSignal;
  /** For an endpoint that calls out: runs the part that must not run again when an interrupted request is repeated. */
  once: Once;
}

/** The shape of a query or body that there is none of. */
export type Nothing = z.ZodObject<Record<never, z.ZodType>>;

/** A call whose query and body were checked. */
export type Asked<
  Keys extends KeyRule,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
> = Call<Keys, z.output<Params>, z.output<Query>> & { body: z.output<Body> };

/** What is asked for, and by whom: everything but the answer. */
export interface Asking<
  Keys extends KeyRule,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
> extends Omit<EndpointFacts, "returns"> {
  keys: Keys;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Throws NotFound when the object of the path does not exist. Only needed where a body is checked too. */
  exists?: (call: Call<Keys, z.output<Params>, unknown>) => Promise<unknown>;
}

export interface Definition<
  Keys extends KeyRule,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Returns extends z.ZodType,
> extends Asking<Keys, Params, Query, Body> {
  returns: Returns;
  /**
   * The answer in one database round trip with the key and the rate limit, for endpoints called so often that round
   * trips matter. Null for a key that does not work. Used when the query is valid; otherwise `handle` reports its
   * problems.
   */
  inOne?: (
    world: World,
    key: string,
    query: z.output<Query>,
  ) => Promise<(Identified & { answer: () => z.output<Returns> }) | null>;
  handle: (call: Asked<Keys, Params, Query, Body>) => z.output<Returns> | Promise<z.output<Returns>>;
}

/** The second argument of a route handler, as Next passes it. */
export interface RouteContext {
  params?: Promise<Record<string, string | string[] | undefined>>;
}

/** What a route file exports for one method. */
export type Handler = (request: Request, context?: RouteContext) => Promise<Response>;

/** A handler with its definition, and with functions to run it in a given world. */
export type Endpoint = Handler & {
  definition: EndpointFacts;
  reply(world: World, request: Request, context?: RouteContext): Promise<Answer>;
  /** The same as a web Response. */
  answerIn(world: World, request: Request, context?: RouteContext): Promise<Response>;
};
