import type { Anomaly } from "@/lib/providers/rails/wire/client";

/** What a provider answers at one path: a status and a body, or the lack of both. */
export type Answered = { status?: number; body?: unknown } | "silent";

/** What was sent to it. */
export interface Sent {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

/**
 * A provider that answers by method and path as it is told, without a server of its own; `*` is every other path. `answers`
 * may change at any time.
 */
export function answersOf(answers: Record<string, Answered | ((sent: Sent) => Answered)>) {
  const requests: Sent[] = [];
  const anomaly: Anomaly[] = [];
  const clock = { at: new Date("2026-11-29T10:00:00Z") };
  const go: typeof fetch = async (input, init) => {
    const { host, pathname: path, searchParams: query } = new URL(String(input));
    const text = String(init?.body ?? "");
    const { method = "GET" } = init ?? {};
    const headers = new Headers(init?.headers);
    const one = { method, host, path, query, headers, text, json: JSON.parse(text || "{}") };
    requests.push(one);
    const found = answers[`${method} ${path}`] ??
      answers["*"] ?? { status: 404, body: { message: "no such path" } };
    const said = typeof found === "function" ? found(one) : found;
    if (said === "silent") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    const { status = 200, body } = said;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
  return {
    ...{ answers, requests, anomaly, clock },
    sent: (path: string) => requests.filter((one) => `${one.method} ${one.path}` === path),
    options: {
      ...{ baseUrl: "https://provider.example.com", fetch: go, now: () => clock.at },
      onAnomaly: (one: Anomaly) => {
        anomaly.push(one);
      },
    },
  };
}
