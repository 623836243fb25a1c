import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type RunnerEvent, readEvents } from "./event";
import { parseJson } from "./json";
import { needsServer } from "./protocol";
import { type FunctionSpec, readRegistration } from "./registry";
import { registrationToken, sameSecret } from "./signature";

export type ServerOptions = {
  signingKey: string;
  eventKey: string;
  now: () => number;
  newId: () => string;
  health: () => Record<string, unknown>;
  register: (specs: FunctionSpec[]) => void;
  accept: (events: RunnerEvent[]) => boolean;
};

type Answer = { status: number; body: Record<string, unknown> };

const maxBodyBytes = 1024 * 1024;

/** The runner's own door: what the SDK sends to an Inngest server, and a health page. Bound to 127.0.0.1 by its caller. */
export function createRunnerServer(options: ServerOptions): Server {
  const server = createServer((request, response) => {
    void answerTo(request, options).then(
      (answer) => write(response, answer),
      () => write(response, refusal(500, "The local runner could not answer.")),
    );
  });
  server.requestTimeout = 15_000;
  return server;
}

async function answerTo(request: IncomingMessage, options: ServerOptions): Promise<Answer> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (request.method === "GET" && path === "/health") return { status: 200, body: options.health() };
  if (request.method === "POST" && path === "/fn/register") return registration(request, options);
  if (request.method === "POST" && path.startsWith("/e/"))
    return eventArrival(request, path.slice(3), options);
  return refusal(404, `${request.method} ${path} ${needsServer}`);
}

async function registration(request: IncomingMessage, options: ServerOptions): Promise<Answer> {
  const expected = `Bearer ${registrationToken(options.signingKey)}`;
  if (!sameSecret(request.headers.authorization ?? "", expected)) {
    return refusal(401, "The app's INNGEST_SIGNING_KEY is not this runner's.");
  }
  const text = await readBody(request);
  if (text === undefined) return refusal(413, "The registration is too large.");
  const specs = readRegistration(parseJson(text));
  if (specs === undefined) return refusal(400, "This is not a registration of functions.");
  options.register(specs);
  return { status: 200, body: { ok: true, modified: true } };
}

async function eventArrival(request: IncomingMessage, key: string, options: ServerOptions): Promise<Answer> {
  if (!sameSecret(decoded(key), options.eventKey)) {
    return refusal(401, "The event key is not this runner's.");
  }
  const text = await readBody(request);
  if (text === undefined) return refusal(413, "The events are too large.");
  const events = readEvents(parseJson(text), options.now(), options.newId);
  if (events === undefined) return refusal(400, "This is not an event or a list of events.");
  if (!options.accept(events)) return refusal(503, "The queue is full.");
  return { status: 200, body: { ids: events.map((event) => event.id), status: 200 } };
}

/** The SDK puts the key into an address, which encodes some characters and leaves others as they are. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** The body as text, or undefined when it is larger than the runner reads. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

function refusal(status: number, error: string): Answer {
  return { status, body: { error, status } };
}

function write(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
}
