import * as http from "node:http";
import { Agent, type IncomingHttpHeaders, type RequestOptions } from "node:http";
import * as https from "node:https";
import autocannon from "autocannon";
import { Problem } from "../../problem";

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
}

export interface Shot {
  path: string;
  headers?: Record<string, string>;
  /** Text that the body must contain; an answer without it is wrong. */
  holds: string;
}

/**
 * Sends every shot once over `connections`, each as soon as the one before is answered. Throws Problem on any answer
 * that is not 200 or lacks the required text, because a fast wrong answer is worthless.
 */
export async function fire(
  url: string,
  shots: readonly Shot[],
  options: { connections?: number } = {},
): Promise<Load> {
  const connections = options.connections ?? 20;
  const wrong: string[] = [];
  let clients = 0;
  const startedAt = performance.now();
  let endedAt = startedAt;
  const result = await autocannon({
    url,
    connections,
    amount: shots.length,
    setupClient(client) {
      const first = clients++;
      const own = shots.filter((_, index) => index % connections === first);
      client.setRequests(
        own.map(({ path, headers, holds }) => ({
          method: "GET",
          path,
          headers,
          onResponse: (status, body) => {
            endedAt = performance.now();
            if (status !== 200 || !body.includes(holds))
              wrong.push(`${status} ${path}: ${body.slice(0, 200)}`);
          },
        })),
      );
    },
  });
  const lost = result.errors + result.timeouts;
  if (wrong.length > 0 || lost > 0)
    throw new Problem(
      `${wrong.length} wrong and ${lost} lost answers from ${url}. The first: ${wrong[0] ?? "none"}`,
    );
  return {
    perSecond: (result["2xx"] * 1000) / (endedAt - startedAt),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result["2xx"],
  };
}

const everyMs = 2;
const connections = 64;

export interface SteadyLoad extends Load {
  p95Ms: number;
}

/**
 * Sends the shots at an even pace, whether or not earlier ones are answered, like independent callers; each is timed
 * from the moment it was due. autocannon's own pace is a burst at the start of each second, and its correction for
 * waits is in the wrong unit. Throws Problem on any lost or wrong answer.
 */
export async function fireSteadily(
  url: string,
  shots: readonly Shot[],
  perSecond: number,
): Promise<SteadyLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const answers: Promise<void>[] = [];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
  };
  const dueAt = (index: number) => startedAt + (index * 1000) / perSecond;
  try {
    for (let next = 0; next < shots.length; await new Promise((resolve) => setTimeout(resolve, everyMs)))
      for (; next < shots.length && dueAt(next) <= performance.now(); next += 1)
        answers.push(answered(url, shots[next] as Shot, agent, dueAt(next), tookMs).catch(fail));
    await Promise.all(answers);
    if (failures.length > 0) throw failures[0];
  } finally {
    agent.destroy();
  }
  const sorted = tookMs.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    perSecond: (shots.length * 1000) / (performance.now() - startedAt),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    requests: shots.length,
  };
}

async function answered(
  url: string,
  shot: Shot,
  agent: Agent,
  dueMs: number,
  tookMs: number[],
): Promise<void> {
  const { status, text } = await send(url + shot.path, { agent, headers: shot.headers ?? {} });
  tookMs.push(performance.now() - dueMs);
  if (status !== 200 || !text.includes(shot.holds))
    throw new Problem(`A wrong answer from ${url}: ${status} ${shot.path}: ${text.slice(0, 200)}`);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One request, which is never sent a second time. Rejects with what became of the connection. */
export function send(
  url: string,
  { body, ...options }: RequestOptions & { agent?: Agent; body?: string | undefined } = {},
): Promise<Answer> {
  const { request } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body ? "POST" : "GET", ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", () => reject(new Error("cut")));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}
