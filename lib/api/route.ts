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
