import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { acceptedLanguages, knownLanguage } from "@/lib/domain/languages";
import { say } from "@/lib/domain/refusal";
import { serializeError } from "@/lib/resources/envelope";
import { problemText } from "@/lib/text/problem";

const reads = ["GET", "HEAD", "OPTIONS"];
/** Whoever reads must be able to sign in. */
const signIn = /^\/sign-in(\/|$)/;
const executor = /^\/api\/inngest(\/|$)/;
const retrySeconds = "60";

/**
 * Refuses what would change something in a paused instance: writes by people, by the API and by rails, and every call
 * of an executor. True when it answered.
 */
export function refusePaused(request: IncomingMessage, response: ServerResponse, siteUrl: string): boolean {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  if (!executor.test(path) && (reads.includes(request.method ?? "") || signIn.test(path))) return false;
  const isApi = path.startsWith("/api/");
  const body = isApi
    ? apiBody(response, siteUrl)
    : `${problemText(languageOf(request), say("answer.paused"))}\n`;
  response.shouldKeepAlive = false;
  response
    .writeHead(503, {
      "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "retry-after": retrySeconds,
    })
    .end(body);
  return true;
}

function apiBody(response: ServerResponse, siteUrl: string): string {
  const requestId = `req_${randomBytes(15).toString("hex")}`;
  response.setHeader("Request-Id", requestId);
  const docUrl = `${siteUrl}/docs/errors/service_unavailable`;
  const message = problemText("en", say("answer.paused"));
  return JSON.stringify(serializeError({ message, error: "service_unavailable", requestId, docUrl }));
}

function languageOf({ headers }: IncomingMessage) {
  const chosen = /(?:^|;\s*)hl=(\w{2})/.exec(headers.cookie ?? "")?.[1];
  return knownLanguage(chosen, ...acceptedLanguages(headers["accept-language"] ?? "")) ?? "en";
}
