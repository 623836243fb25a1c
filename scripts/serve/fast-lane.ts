import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { answerExecutor } from "@/inngest/answer-executor";
import type { Answer } from "@/lib/api/answers";
import { answerRailCallback } from "@/lib/api/rail-callback";
import { createReplier } from "@/lib/api/router";
import { createPictures } from "./pictures";

/**
 * Answers the API, the callbacks of rails, the calls of the executor and pictures straight from Node's server, without Next: the
 * same functions, found by the same table. A route handler of Next costs more than the work it does, and has a copy of
 * everything that it uses. False for whatever is none of these, or is written in a way that Next would send to another
 * address first.
 */
export function openFastLane(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const api = createReplier(routes, apiRoot);
  const pictures = createPictures();
  const listener = getRequestListener(
    async (request, env) => {
      const path = pathOf(request.url.slice(request.url.indexOf("/", 8)));
      if (path === executorPath) return answerExecutor(request);
      const rail = railOf(path);
      if (rail !== null) return answerRailCallback(request, rail, startSoon);
      const picture = pictures.at(path);
      if (picture !== null) return picture(request);
      // Safe: our server speaks HTTP/1.
      write((env as HttpBindings).outgoing, await api(request));
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => {
    const url = request.url ?? "";
    const path = pathOf(url);
    const isOurs =
      path === executorPath ||
      isApiPath(url) ||
      (isCallback(request.method) && railOf(path) !== null) ||
      (request.method === "GET" && pictures.at(path) !== null);
    if (!isOurs) return false;
    void listener(request, response);
    return true;
  };
}

const executorPath = "/api/inngest";

function write(outgoing: ServerResponse, { status, headers, text }: Answer): void {
  if (text === null) outgoing.writeHead(status, headers).end();
  else outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(text) }).end(text);
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
