import { Agent, request } from "node:http";
import { Problem } from "../../problem";
import type { Load, Shot } from "./load";

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
  const { status, body } = await asked(url + shot.path, shot.headers, agent);
  tookMs.push(performance.now() - dueMs);
  if (status !== 200 || !body.includes(shot.holds))
    throw new Problem(`A wrong answer from ${url}: ${status} ${shot.path}: ${body.slice(0, 200)}`);
}

function asked(
  url: string,
  headers: Record<string, string> | undefined,
  agent: Agent,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.once("error", reject);
    })
      .once("error", reject)
      .end();
  });
}
