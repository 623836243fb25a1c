import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

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
  close(): void;
}

/** A seller's server that notes every byte and takes its time to answer, so that some of its callers die waiting. */
export async function receive(slowestMs: number): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const event = JSON.parse(body.toString("utf8"));
    const { id, type, data } = event;
    arrivals.push({ headers: request.headers, body, id, type, subscriptionId: data.id });
    await sleep(Math.random() * slowestMs);
    response.end("thanks");
  });
  // A caller that is killed while it sends is part of the story.
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}/hooks`, arrivals, close };
}
