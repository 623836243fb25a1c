import type { AccessSubject } from "./access.ts";
import type { Sente } from "./client.ts";
import { WebhookSignatureError } from "./errors.ts";
import { type NotLetIn, refusalOf } from "./refusal.ts";
import { knownSecrets, type Secrets, verifyWebhook, type WebhookEvent } from "./webhooks.ts";

/** What Express, Connect and Node itself give to a handler. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
}
export type Next = (error?: unknown) => void;

const bodyMaxBytes = 1024 * 1024;

/**
 * Lets in who has paid: `app.get("/lessons", requireAccess(sente, (request) => ({ ref: request.user?.id })), lessons)`.
 * Others get 401, 402 or 503 with a sentence, or what `otherwise` answers. Errors of yours go to Express.
 */
export function requireAccess<Request extends NodeRequest, Response extends NodeResponse>(
  sente: Pick<Sente, "access">,
  who: (request: Request) => AccessSubject | null,
  otherwise: (why: NotLetIn, request: Request, response: Response) => void = refuse,
): (request: Request, response: Response, next: Next) => Promise<void> {
  return async (request, response, next) => {
    try {
      const why = await refusalOf(sente.access, who(request));
      if (why) otherwise(why, request, response);
      else next();
    } catch (error) {
      next(error);
    }
  };
}

/**
 * Takes webhooks: `app.post("/hooks", takeWebhooks(secret, async (event) => { … }))`, before any `express.json()`, because
 * the signature is of the bytes as they came. Answers 200 when `take` is done, 400 for what is not genuine; what `take`
 * throws goes to Express, and the service sends the event again. An event can arrive twice: remember its `id`.
 */
export function takeWebhooks<Request extends NodeRequest, Response extends NodeResponse>(
  secrets: Secrets,
  take: (event: WebhookEvent) => Promise<unknown> | unknown,
): (request: Request, response: Response, next: Next) => Promise<void> {
  const known = knownSecrets(secrets);
  return async (request, response, next) => {
    try {
      await take(verifyWebhook(await bytesOf(request), request.headers, known));
      answer(response, 200, { message: "Taken." });
    } catch (error) {
      if (error instanceof WebhookSignatureError) answer(response, 400, { message: error.message });
      else next(error);
    }
  };
}

async function bytesOf(request: NodeRequest): Promise<Uint8Array | string> {
  const { body } = request;
  if (body instanceof Uint8Array || typeof body === "string") return body;
  if (body !== undefined && body !== null)
    throw new TypeError("The body was parsed before takeWebhooks: put this route before express.json().");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.byteLength;
    if (size > bodyMaxBytes) throw new WebhookSignatureError("No delivery is that long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse({ status, message }: NotLetIn, _request: unknown, response: NodeResponse): void {
  answer(response, status, { message });
}

function answer(response: NodeResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(body));
}
