import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { HttpAnswer } from "./protocol";

export type OutboundRequest = {
  method: "PUT" | "POST";
  url: URL;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
};

/**
 * `unreachable` means that no byte of the request arrived, so nothing has run and nothing counts as an attempt. `lost`
 * means that it may have run: the connection ended, or the time was over, before there was an answer.
 */
export type Sent =
  | { kind: "answer"; answer: HttpAnswer }
  | { kind: "unreachable"; reason: string }
  | { kind: "lost"; reason: string };

export type Send = (request: OutboundRequest) => Promise<Sent>;

const maxAnswerBytes = 8 * 1024 * 1024;
const neverArrived = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** Sends on a connection of its own: a kept one may have been closed by a restarting app, which looks like a lost call. */
export const sendOverHttp: Send = (outbound) =>
  new Promise((resolve) => {
    const open = outbound.url.protocol === "https:" ? requestHttps : requestHttp;
    const body = Buffer.from(outbound.body);
    const headers = { ...outbound.headers, "content-length": String(body.length), connection: "close" };
    const request = open(outbound.url, { method: outbound.method, headers, agent: false });
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${outbound.timeoutMs} ms`)),
      outbound.timeoutMs,
    );
    const settle = (sent: Sent) => {
      clearTimeout(timer);
      resolve(sent);
    };
    request.on("error", (error: NodeJS.ErrnoException) => {
      const kind = neverArrived.has(error.code ?? "") ? "unreachable" : "lost";
      settle({ kind, reason: error.code ?? error.message });
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxAnswerBytes) request.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", (error) => settle({ kind: "lost", reason: error.message }));
      response.on("close", () => settle({ kind: "lost", reason: "the connection closed within the answer" }));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const answer = { status: response.statusCode ?? 0, headers: flat(response.headers), body: text };
        settle({ kind: "answer", answer });
      });
    });
    request.end(body);
  });

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
