import { Refusal } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type Answer, toResponse, UnknownRoute } from "./answers";
import { type Endpoint, type Handler, type Method, methods, type RouteContext } from "./definition";
import { guarded } from "./trace";

/** The endpoints of one path, by method, which its route file exports. */
export type RouteEndpoints = Partial<Record<Method, Endpoint>>;

/** Every method that a route file answers itself, so that the framework never does. */
type AnyMethod = Method | "HEAD" | "OPTIONS";

/**
 * The methods a route does not have: 405 with Allow. HEAD is GET without its body; OPTIONS needs no key.
 * `export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });`
 */
export function methodNotAllowed<Own extends RouteEndpoints>(
  own: Own,
): Record<Exclude<AnyMethod, keyof Own>, Handler> {
  const handler: Handler = async (request, context) =>
    toResponse(await answerRoute(systemWorld(), own, request, context));
  const all: Record<AnyMethod, Handler> = {
    GET: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    HEAD: handler,
    OPTIONS: handler,
  };
  return all;
}

/** The answer of a path to any method. */
export async function answerRoute(
  world: World,
  own: RouteEndpoints,
  request: Request,
  context?: RouteContext,
): Promise<Answer> {
  const method = methods.find((one) => one === request.method);
  const found = method && own[method];
  if (found) return found.reply(world, request, context);
  if (request.method === "HEAD" && own.GET) {
    return { ...(await own.GET.reply(world, request, context)), text: null };
  }
  return guarded(world, request, async ({ headers }) => {
    headers.Allow = allowOf(own);
    if (request.method === "OPTIONS") return { status: 204, headers, text: null };
    throw new Refusal("method_not_allowed");
  });
}

function allowOf(own: RouteEndpoints): string {
  const ours = methods.filter((method) => own[method]);
  return [...ours, ...(own.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** 404 in JSON, for every path without an endpoint. */
export const unknownRoute: Handler = async (request) =>
  toResponse(await unknownRouteIn(systemWorld(), request));

export function unknownRouteIn(world: World, request: Request): Promise<Answer> {
  return guarded(world, request, async () => {
    throw new UnknownRoute();
  });
}

/** A path below the API root as the spec writes it, `/subscriptions/{id}`, and its endpoints. */
export interface Route {
  path: string;
  endpoints: RouteEndpoints;
}

/**
 * Answers requests below `root` ("/api/v1") without a framework: the same endpoints, found by their path. A literal
 * segment goes before a parameter.
 */
export function createRouter(routes: readonly Route[], root: string) {
  const reply = createReplier(routes, root);
  return async (request: Request, world = systemWorld()): Promise<Response> =>
    toResponse(await reply(request, world));
}

/** The same, for a server that writes responses itself. */
export function createReplier(routes: readonly Route[], root: string) {
  const fixedFirst = [...routes].sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  const table = fixedFirst.map((route) => ({ route, segments: route.path.split("/").slice(1) }));
  return async (request: Request, world = systemWorld()): Promise<Answer> => {
    const { pathname } = new URL(request.url);
    const asked = segmentsBelow(root, pathname);
    for (const { route, segments } of asked ? table : []) {
      const params = match(segments, asked ?? []);
      if (params) {
        return answerRoute(world, route.endpoints, request, { params: Promise.resolve(params) });
      }
    }
    return unknownRouteIn(world, request);
  };
}

/** Null when the path is not below the root or is not valid UTF-8. */
function segmentsBelow(root: string, pathname: string): string[] | null {
  if (!pathname.startsWith(`${root}/`)) return null;
  try {
    return pathname
      .slice(root.length + 1)
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

function match(segments: readonly string[], asked: readonly string[]): Record<string, string> | null {
  if (segments.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const value = asked[at] ?? "";
    if (segment.startsWith("{") && value !== "") params[segment.slice(1, -1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}
