import { systemWorld } from "@/lib/services/desk/system-world";
import { type Answer, toResponse } from "./answers";
import { answerRoute, type RouteEndpoints, unknownRouteIn } from "./route";

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
