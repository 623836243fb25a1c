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
