import canonicalize from "canonicalize";
import type { GetStepTools } from "inngest";
import { serve } from "inngest/edge";
import { readBytes } from "@/lib/api/read-request";
import { env } from "@/lib/env";
import { inngest } from "@/lib/providers/inngest-client";
import type { Steps } from "./repeat-while-due";
import { sameSecret, signatureOf } from "./signature";
import { cronOf, type Sweep } from "./sweep";
import { sweeps } from "./sweeps";

/** The sweeps for a real Inngest server, which calls them by HTTP. Without one, `clock.ts` runs them. */
export const functions = sweeps.map(toFunction);

const timer = "inngest/scheduled.timer";

function toFunction(sweep: Sweep) {
  const { id, wokenBy, atOnce = 1 } = sweep;
  const wakes = wokenBy ? [{ event: `sente/${wokenBy}.due` }] : [];
  return inngest.createFunction(
    { id, triggers: [{ cron: cronOf(sweep) }, ...wakes], concurrency: atOnce },
    ({ step, event }) => sweep.run(stepsOf(step), event.name === timer ? "cron" : "wake"),
  );
}

/** Safe: its results have gone through JSON, and a sweep makes dates of what were dates. */
function stepsOf(step: GetStepTools<typeof inngest>): Steps {
  return step as unknown as Steps;
}

/** A call contains the stored results of its run: some bytes for each step. */
const bytesMax = 1024 * 1024;
const methods = ["GET", "POST", "PUT"];

let handler: ((request: Request) => Promise<Response>) | undefined;

/**
 * The endpoint where the executor calls our functions and requests their list. Without a valid signature of the signing
 * key nothing is parsed or registered: only a holder of the key gets the list, with our own address in it. Only a dev
 * server (INNGEST_DEV), which has no keys, is trusted without a signature.
 */
export async function answerExecutor(request: Request): Promise<Response> {
  handler ??= openHandler();
  if (inngest.mode !== "cloud") return handler(request);
  const { method, url, headers } = request;
  if (!methods.includes(method)) return refusal(405, "This path does not take this HTTP method.");
  const signature = new URLSearchParams(request.headers.get("x-inngest-signature") ?? "");
  if (!signature.get("t") || !signature.get("s")) return unsigned();
  const body = await readBytes(request, bytesMax);
  if (!body) return refusal(413, "A call has at most 1 MiB.");
  const text = body.toString("utf8");
  if (!isSigned(text, signature)) return unsigned();
  return handler(new Request(url, { method, headers, ...(method === "GET" ? {} : { body: text }) }));
}

/** Uses our own address, whatever the caller's Host says. INNGEST_SERVE_ORIGIN is for a server on an inner network. */
function openHandler() {
  const { SITE_URL, INNGEST_SERVE_ORIGIN } = env();
  const site = new URL(`${SITE_URL}/api/inngest`);
  const serveOrigin = INNGEST_SERVE_ORIGIN ?? site.origin;
  return serve({ client: inngest, functions, serveOrigin, servePath: site.pathname });
}

/** The signed text includes its time, which the SDK compares with the clock. */
function isSigned(text: string, signature: URLSearchParams): boolean {
  const body = canonicalOf(text);
  const sentMs = Number(signature.get("t")) * 1000;
  if (body === undefined || !Number.isSafeInteger(sentMs)) return false;
  const keys = [process.env.INNGEST_SIGNING_KEY, process.env.INNGEST_SIGNING_KEY_FALLBACK];
  return keys.some((key) => {
    if (!key) return false;
    const expected = new URLSearchParams(signatureOf(body, key, sentMs));
    return sameSecret(signature.get("s") ?? "", expected.get("s") ?? "");
  });
}

function canonicalOf(text: string): string | undefined {
  if (text === "") return "";
  try {
    return canonicalize(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function unsigned(): Response {
  return refusal(401, "This call is not signed with the signing key.");
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "Cache-Control": "no-store" } });
}
