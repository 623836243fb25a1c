import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { registrationToken, sameSecret } from "@/inngest/signature";
import type { RunnerEvent } from "./call";
import { needsServer, readRegistration } from "./functions";
import type { Scheduler } from "./scheduler";
import { parseJson, recordOf, textOr } from "./send";

export type ServerOptions = {
  signingKey: string;
  eventKey: string;
  now: () => number;
  health: () => Record<string, unknown>;
  scheduler: Scheduler;
};

type Answer = { status: number; body: Record<string, unknown> };

const maxBodyBytes = 1024 * 1024;

/** The runner's HTTP server: the endpoints the SDK needs, and a health page. Its caller binds it to 127.0.0.1. */
export function createRunnerServer(options: ServerOptions): Server {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, options).catch(() =>
      refusal(500, "The local runner could not answer."),
    );
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  server.requestTimeout = 15_000;
  return server;
}

async function answerTo(request: IncomingMessage, options: ServerOptions): Promise<Answer> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
    return refusal(413, "This is too large.");
  if (request.method === "GET" && path === "/health") return { status: 200, body: options.health() };
  if (request.method === "POST" && path === "/fn/register") return registration(request, options);
  if (request.method === "POST" && path.startsWith("/e/"))
    return eventArrival(request, path.slice(3), options);
  return refusal(404, `${request.method} ${path} ${needsServer}`);
}

async function registration(request: IncomingMessage, options: ServerOptions): Promise<Answer> {
  const expected = `Bearer ${registrationToken(options.signingKey)}`;
  if (!sameSecret(request.headers.authorization ?? "", expected))
    return refusal(401, "The app's INNGEST_SIGNING_KEY is not this runner's.");
  const specs = readRegistration(parseJson(await text(request)));
  if (specs === undefined) return refusal(400, "This is not a registration of functions.");
  options.scheduler.register(specs);
  return { status: 200, body: { ok: true, modified: true } };
}

async function eventArrival(request: IncomingMessage, key: string, options: ServerOptions): Promise<Answer> {
  // The SDK puts the key into the URL, which encodes some characters.
  if (!sameSecret(decodeURIComponent(key), options.eventKey))
    return refusal(401, "The event key is not this runner's.");
  const events = readEvents(parseJson(await text(request)), options);
  if (events === undefined) return refusal(400, "This is not an event or a list of events.");
  if (!options.scheduler.accept(events)) return refusal(503, "The queue is full.");
  return { status: 200, body: { ids: events.map(({ id }) => id), status: 200 } };
}

/** Reads the body of `inngest.send`: one event or a list of them. Undefined when any of it is not an event. */
function readEvents(body: unknown, { now }: ServerOptions): RunnerEvent[] | undefined {
  const events = [body].flat().map((one) => {
    const { id, name, ts, data, ...rest } = recordOf(one);
    const at = typeof ts === "number" ? ts : now();
    return { ...rest, id: textOr(id, randomUUID()), name: textOr(name, ""), ts: at, data: recordOf(data) };
  });
  return events.every(({ name }) => name !== "") ? events : undefined;
}

function refusal(status: number, error: string): Answer {
  return { status, body: { error, status } };
}
