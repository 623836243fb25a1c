import type { AccessSubject } from "./access.ts";
import type { Sente } from "./client.ts";
import { WebhookSignatureError } from "./errors.ts";
import { type NotLetIn, refusalOf } from "./refusal.ts";
import { knownSecrets, type Secrets, verifyWebhook, type WebhookEvent } from "./webhooks.ts";

type Handler<Context> = (request: Request, context: Context) => Promise<Response> | Response;

/**
 * Lets in who has paid, in a route handler: `export const GET = withAccess(sente, async (request) => ({ ref: await
 * userOf(request) }), handler)`. Others get 401, 402 or 503 with a sentence, or what `otherwise` answers.
 */
export function withAccess<Context = unknown>(
  sente: Pick<Sente, "access">,
  who: (request: Request) => Promise<AccessSubject | null> | AccessSubject | null,
  handler: Handler<Context>,
  otherwise: (why: NotLetIn, request: Request) => Promise<Response> | Response = refuse,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const why = await refusalOf(sente.access, await who(request));
    return why ? otherwise(why, request) : handler(request, context);
  };
}

/**
 * Takes webhooks in a route handler: `export const POST = takeWebhooks(secret, async (event) => { … })`. Answers 200 when
 * `take` is done, 400 for what is not genuine; where `take` throws, the service sends the event again. An event can
 * arrive twice: remember its `id`.
 */
export function takeWebhooks(
  secrets: Secrets,
  take: (event: WebhookEvent) => Promise<unknown> | unknown,
): (request: Request) => Promise<Response> {
  const known = knownSecrets(secrets);
  return async (request) => {
    const body = await request.arrayBuffer();
    try {
      await take(verifyWebhook(new Uint8Array(body), request.headers, known));
      return Response.json({ message: "Taken." });
    } catch (error) {
      if (error instanceof WebhookSignatureError)
        return Response.json({ message: error.message }, { status: 400 });
      throw error;
    }
  };
}

function refuse({ status, message }: NotLetIn): Response {
  return Response.json({ message }, { status });
}
