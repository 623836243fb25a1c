import { bodyOf, listen } from "./listen";

/**
 * How a provider is reached. `silent`: it takes connections and never answers, and nothing arrives. `lost`: what is sent
 * arrives, and the answer never does. `broken`: each request is answered with 500, and nothing arrives.
 */
type Mood = "well" | "silent" | "lost" | "broken";

/** A provider behind a front. */
export interface Provider {
  url: string;
  mood: Mood;
  /** How many requests met it in each mood. */
  met: Record<Mood, number>;
}

export const provider = (url: string): Provider => ({
  ...{ url, mood: "well", met: { well: 0, silent: 0, lost: 0, broken: 0 } },
});

/** One address in front of several emulators. `meant`: which of them a request is for, by its headers and its text. */
export function openFront(meant: (headers: Record<string, unknown>, text: string) => Provider) {
  return listen(async (request, response) => {
    const body = await bodyOf(request);
    const to = meant(request.headers, body.toString("utf8"));
    const { mood } = to;
    to.met[mood] += 1;
    if (mood === "silent") return;
    if (mood === "broken") return void response.writeHead(500).end("<h1>Internal Server Error</h1>");
    const { connection: _, host: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(`${to.url}${request.url}`, {
      ...{ method: request.method ?? "GET", headers: headers as Record<string, string> },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (mood === "lost") return;
    const type = answer.headers.get("content-type") ?? "application/json";
    response.writeHead(answer.status, { "content-type": type }).end(text);
  });
}

/** Of a request for eTIMS: whose it is. */
export function tinOf(headers: Record<string, unknown>, text: string): string {
  return String(headers.tin ?? (JSON.parse(text) as { tin?: string }).tin);
}
