import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { answerRailCallback } from "@/lib/api/rail-callback";
import { createRouter } from "@/lib/api/router";

/**
 * Answers the API and the callbacks of rails straight from Node's server, without Next: the same endpoint functions,
 * found by the same table. A route handler of Next costs more than the work it does. False for whatever is neither, or is
 * written in a way that Next would send to another address first.
 */
export function openFastLane(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const api = createRouter(routes, apiRoot);
  const listener = getRequestListener(
    (request) => {
      const rail = railOf(pathOf(request.url.slice(request.url.indexOf("/", 8))));
      return rail === null ? api(request) : answerRailCallback(request, rail, startSoon);
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => {
    const path = request.url ?? "";
    if (!isApiPath(path) && !(isCallback(request.method) && railOf(pathOf(path)) !== null)) return false;
    void listener(request, response);
    return true;
  };
}

/** Without empty segments: Next leads an address with a slash at its end to the one without. */
function isApiPath(url: string): boolean {
  return /^\/api\/v1(\/[^/?#\\]+)*(\?|$)/.test(url);
}

function isCallback(method: string | undefined): boolean {
  return method === "POST" || method === "PUT";
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/** Of a path where rails call. Their names need no escapes; what has some is left to Next. */
function railOf(path: string): string | null {
  return path.match(/^\/api\/rails\/([a-z0-9_-]+)$/)?.[1] ?? null;
}

/** After the answer is on its way. The work never throws, and what a stop cuts off is found in the inbox again. */
function startSoon(work: () => Promise<void>): void {
  setImmediate(() => void work());
}
