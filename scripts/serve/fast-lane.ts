import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { answerWake, wakePath } from "@/inngest/clock";
import type { Answer } from "@/lib/api/answers";
import { answerRailCallback } from "@/lib/api/rail-callback";
import { createReplier } from "@/lib/api/route";
import { createPictures, fileAnswer } from "./files";
import { type Health, isProbe } from "./health";
import { answerFault } from "./refuse";

/**
 * Answers the API, the callbacks of rails, the calls of the executor, pictures and files directly from Node's server, without
 * Next: the same functions, found by the same table. A route handler of Next costs more than its work, and has its own
 * copy of everything it uses. False for any other request, or one whose path Next would redirect first. `onError`: what
 * was thrown.
 */
export function openFastLane(
  health: Health,
  onError: (error: unknown) => void,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const api = createReplier(routes, apiRoot);
  const pictures = createPictures();
  const answer = async (request: Request, outgoing: ServerResponse): Promise<Response> => {
    const path = pathOf(request.url.slice(request.url.indexOf("/", 8)));
    if (path === executorPath) return (await import("@/inngest/answer-executor")).answerExecutor(request);
    if (path.startsWith(wakePath)) return answerWake(request, path.slice(wakePath.length));
    const rail = railAddress(path);
    if (rail !== null) return answerRailCallback(request, rail, startSoon);
    const picture = pictures.at(path);
    if (picture !== null) return picture(request);
    const file = fileAnswer(request.method, path);
    if (file !== null) return file(request);
    write(outgoing, await api(request));
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener(
    async (request, env) => {
      // Safe: our server speaks HTTP/1.
      const { incoming, outgoing } = env as HttpBindings;
      try {
        return await answer(request, outgoing);
      } catch (error) {
        answerFault(incoming, outgoing, error, onError);
        return RESPONSE_ALREADY_SENT;
      }
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => {
    const url = request.url ?? "";
    const path = pathOf(url);
    if (isProbe(request)) {
      health.answer(request, response);
      return true;
    }
    const isOurs =
      path === executorPath ||
      path.startsWith(wakePath) ||
      isApiPath(url) ||
      (isCallback(request.method) && railAddress(path) !== null) ||
      (request.method === "GET" && pictures.at(path) !== null) ||
      fileAnswer(request.method, path) !== null;
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

/** Without empty segments, because Next redirects a path with a slash at its end. */
function isApiPath(url: string): boolean {
  return /^\/api\/v1(\/[^/?#\\]+)*(\?|$)/.test(url);
}

function isCallback(method: string | undefined): boolean {
  return method === "POST" || method === "PUT";
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/**
 * The rail in the path of a callback, and the secret of an account of a store's own behind it. They need no escapes; a path
 * with escapes is left to Next.
 */
function railAddress(path: string): string | null {
  return path.match(/^\/api\/rails\/([a-z0-9_-]+(?:\/[A-Za-z0-9]+)?)$/)?.[1] ?? null;
}

/** Runs after the answer was sent. The work never throws, and interrupted work is found in the inbox again. */
function startSoon(work: () => Promise<void>): void {
  setImmediate(() => void work());
}
