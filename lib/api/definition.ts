import type { z } from "zod";
import type { RefusalCode } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import type { KeyHolder } from "@/lib/services/people/keys/authenticate";
import type { Rate } from "@/lib/services/people/keys/rate-limit";
import type { Answer } from "./answers";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Which keys may call it: `none` asks for no key at all. */
export type KeyRule = "live" | "any" | "test" | "none";

/** What is known of an endpoint without running it. OpenAPI, the test matrices and the reference are made from this. */
export interface EndpointFacts {
  /** A few words, an imperative: "Cancel a subscription". */
  summary: string;
  description?: string;
  /** The heading it stands under. */
  tag: string;
  keys: KeyRule;
  /** A failure here is a 404: such an id names nothing. */
  params?: z.ZodObject;
  /** Every field is read as text, once. */
  query?: z.ZodObject;
  /** Without it any body is ignored. */
  body?: z.ZodObject;
  /** Of a success; 200 when not given. */
  status?: number;
  /** Another success that `setStatus` may choose. */
  alsoStatus?: number;
  returns: z.ZodType;
  /** What its verb refuses with, beside the refusals every endpoint shares. */
  errors?: readonly RefusalCode[];
  /** Cache-Control of a success; no-store when not given. */
  cache?: string;
  /** Its verb calls the network between transactions, so that the work cannot be one: it must use `once`. */
  callsOut?: boolean;
}

/** A first part of the work that a repetition does not do again. Its result is a text, to find what it made by. */
export type Once = (work: (world: World) => Promise<string>) => Promise<string>;

/** What `handle` is given. */
export interface Call<Keys extends KeyRule, Params, Query> {
  world: World;
  caller: Keys extends "none" ? null : Caller;
  params: Params;
  query: Query;
  /** The one instant at which this request is answered. */
  now: Date;
  /** The list's absolute URL without a query, and the query as it was asked for, to make links from. */
  path: string;
  given: Readonly<Record<string, string>>;
  setStatus(status: number): void;
  /** Aborted when the caller has gone away, for an endpoint that waits. */
  signal: AbortSignal;
  /** Where the endpoint calls out: the part that a repetition of a request that was killed must not do again. */
  once: Once;
}

export interface Definition<
  Keys extends KeyRule,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Returns extends z.ZodType,
> extends EndpointFacts {
  keys: Keys;
  params?: Params;
  query?: Query;
  body?: Body;
  returns: Returns;
  /** Throws NotFound when the object of the path does not exist. Only needed where a body is checked as well. */
  exists?: (call: Call<Keys, z.output<Params>, unknown>) => Promise<unknown>;
  /**
   * The same answer in one round trip with the key and its turn, for what is asked so often that trips count. Null for a
   * key that does not work. Used when the query is valid; `handle` says what is wrong with one that is not.
   */
  inOne?: (
    world: World,
    key: string,
    query: z.output<Query>,
  ) => Promise<(Admission & { answer: () => z.output<Returns> }) | null>;
  handle: (
    call: Call<Keys, z.output<Params>, z.output<Query>> & { body: z.output<Body> },
  ) => z.output<Returns> | Promise<z.output<Returns>>;
}

/** Whose key it is, and whether it is within its turns. */
export interface Admission {
  holder: KeyHolder;
  rate: Rate;
}

/** The second argument of a route handler, as Next passes it. */
export interface RouteContext {
  params?: Promise<Record<string, string | string[] | undefined>>;
}

/** What a route file exports for one method. */
export type Handler = (request: Request, context?: RouteContext) => Promise<Response>;

/** A handler with its definition, and the way to run it in a world of one's own. */
export type Endpoint = Handler & {
  definition: EndpointFacts;
  reply(world: World, request: Request, context?: RouteContext): Promise<Answer>;
  /** The same as a web Response. */
  answerIn(world: World, request: Request, context?: RouteContext): Promise<Response>;
};
