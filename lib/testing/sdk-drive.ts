import { createSente, SenteConnectionError, SenteError, WebhookSignatureError } from "@/sdk/client";
import { verifyWebhook } from "@/sdk/webhooks";

// For tests: the client for JavaScript does what the list of cases says, as its sisters in other languages do.

// biome-ignore lint/suspicious/noExplicitAny: a case says what it needs.
export type Step = { do: string; with: any };
export interface Driven {
  do(step: Step): Promise<{ gives?: unknown; fails?: unknown }>;
  end(): unknown;
}

export function driveJavaScript(environment: { SENTE_KEY: string; SENTE_BASE_URL: string }): Driven {
  let laterMs = 0;
  const open = ({ cache_seconds: cacheSeconds, retries, key, base_url }: Step["with"]) =>
    createSente({
      apiKey: key ?? environment.SENTE_KEY,
      baseUrl: base_url ?? environment.SENTE_BASE_URL,
      ...(retries === undefined ? {} : { retries }),
      access: { now: () => Date.now() + laterMs, ...(cacheSeconds === undefined ? {} : { cacheSeconds }) },
    });
  let sente = open({});
  const act = async ({ do: what, with: given }: Step): Promise<unknown> => {
    if (what === "later") laterMs += given.seconds * 1000;
    else if (what === "new") sente = open(given);
    else return asked(sente, what, given);
    return null;
  };
  return {
    do: async (step) => {
      try {
        return { gives: await act(step) };
      } catch (error) {
        return { fails: failureOf(error) };
      }
    },
    end: () => undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a case says which part of the client it means.
async function asked(sente: any, what: string, given: Step["with"]): Promise<unknown> {
  const name = (given.resource ?? "orders").replace(/_(\w)/g, (_: string, letter: string) =>
    letter.toUpperCase(),
  );
  const resource = sente[name];
  const write = given.key ? { idempotencyKey: given.key } : undefined;
  switch (what) {
    case "access":
      return sente.access.check(given);
    case "forget":
      return sente.access.forget(given) ?? null;
    case "list":
      return resource.list(given.query);
    case "all": {
      const items = [];
      for await (const item of resource.all(given.query)) items.push(item);
      return items;
    }
    case "retrieve":
      return resource.retrieve(given.id);
    case "create":
      return (resource.create ?? resource.save)(given.body, write);
    case "update":
      return resource.update(given.id, given.body, write);
    case "act":
      return resource[given.act](given.id, given.body, write);
    default:
      return verifyWebhook(given.body, given.headers, given.secrets, { nowSeconds: given.now });
  }
}

function failureOf(error: unknown): object {
  if (error instanceof SenteError) {
    const { status, code, errors, retryAfter } = error;
    return { refused: "api", status, code, fields: Object.keys(errors), retry_after: retryAfter };
  }
  if (error instanceof SenteConnectionError) return { refused: "connection" };
  if (error instanceof WebhookSignatureError) return { refused: "signature" };
  if (error instanceof TypeError) return { refused: "argument" };
  throw error;
}
