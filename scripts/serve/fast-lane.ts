import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/router";

/**
 * Answers the API straight from Node's server, without Next: the same endpoint functions, found by the same table. A
 * route handler of Next costs more than the work it does. False for whatever is not the API, or is written in a way
 * that Next would send to another address first.
 */
export function openFastLane(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const route = createRouter(routes, apiRoot);
  const listener = getRequestListener((request) => route(request), { overrideGlobalObjects: false });
  return (request, response) => {
    if (!isApiPath(request.url ?? "")) return false;
    void listener(request, response);
    return true;
  };
}

/** Without empty segments: Next leads an address with a slash at its end to the one without. */
function isApiPath(url: string): boolean {
  return /^\/api\/v1(\/[^/?#\\]+)*(\?|$)/.test(url);
}
