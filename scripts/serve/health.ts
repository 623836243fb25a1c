import type { IncomingMessage, ServerResponse } from "node:http";
import { lastTimes } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { stoppedMs } from "@/lib/services/desk/operator/health/queues";

/** Whoever asks more often gets the last answer: anybody may ask, and it must cost nothing. */
const askEveryMs = 1_000;
const answerWithinMs = 1_000;

export interface Health {
  /** Answers a probe. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** From now on this process says that it is not ready. */
  drain(): void;
}

interface Findings {
  database: "well" | "away";
  clock: "well" | "apart" | "leapt" | "unknown";
  executor: "well" | "late" | "unknown";
}

/** Asks `/healthz` or `/readyz`. Balancers do it by the machine's address or by none, so its Host is nobody's concern. */
export function isProbe({ method, url }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && /^\/(healthz|readyz)(\?|$)/.test(url ?? "");
}

const away: Findings = { database: "away", clock: "unknown", executor: "unknown" };

/**
 * `/healthz`: the process answers. `/readyz`: it also reaches the database and is not about to end; a balancer sends it
 * no request otherwise. A doubtful clock and an executor that does not call are told and are no reason: pages, payments
 * and access go on, and without the app nobody could see what is wrong.
 */
export function createHealth(world: () => Pick<World, "pool" | "clock">): Health {
  let isDraining = false;
  let asked: { at: number; findings: Promise<Findings> } | null = null;
  const find = () => {
    if (!asked || performance.now() - asked.at > askEveryMs)
      asked = { at: performance.now(), findings: findingsOf(world()) };
    return asked.findings;
  };
  const ready = async (response: ServerResponse) => {
    const findings = await find();
    const isReady = findings.database === "well" && !isDraining;
    send(response, isReady ? 200 : 503, { ready: isReady, draining: isDraining, ...findings });
  };
  return {
    answer(request, response) {
      if (request.url?.startsWith("/healthz")) send(response, 200, { alive: true });
      else void ready(response);
    },
    drain() {
      isDraining = true;
    },
  };
}

async function findingsOf({ pool, clock }: Pick<World, "pool" | "clock">): Promise<Findings> {
  const late = new Promise<Findings>((resolve) => {
    setTimeout(() => resolve(away), answerWithinMs).unref();
  });
  const found = async (): Promise<Findings> => {
    await pool.query("SELECT FROM stores LIMIT 1");
    const { clock: tickAt } = await lastTimes(pool);
    const isLate = tickAt && clock.now().getTime() - tickAt.getTime() >= stoppedMs;
    return {
      database: "well",
      clock: (await clock.doubt?.()) ?? "well",
      executor: tickAt ? (isLate ? "late" : "well") : "unknown",
    };
  };
  return Promise.race([late, found().catch(() => away)]);
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...(status === 503 ? { "Retry-After": "5" } : {}),
  });
  response.end(text);
}
