import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf, listen } from "@/lib/testing/listen";

/** A webhook as it came over the wire. */
export interface Arrival {
  headers: IncomingHttpHeaders;
  body: Buffer;
  id: string;
  type: string;
  subscriptionId: string;
}

export interface Receiver {
  url: string;
  /** Everything that came, oldest first. */
  arrivals: Arrival[];
  close(): Promise<void>;
}

/** A seller's server that notes every byte and takes its time to answer, so that some of its callers die waiting. */
export async function receive(slowestMs: number): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const { server, port, close } = await listen(async (request, response) => {
    const body = await bodyOf(request);
    const event = JSON.parse(body.toString("utf8"));
    const { id, type, data } = event;
    arrivals.push({ headers: request.headers, body, id, type, subscriptionId: data.id });
    await sleep(Math.random() * slowestMs);
    response.end("thanks");
  });
  // A caller that is killed while it sends is part of the story.
  server.on("clientError", (_error, socket) => socket.destroy());
  return { url: `http://localhost:${port}/hooks`, arrivals, close };
}
