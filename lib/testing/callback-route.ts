import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NotFound } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type ReceivedCallback, receiveCallback } from "@/lib/services/money/settlement/receive-callback";

/** A server that takes callbacks at `/api/rails/<rail>` as the app does: answered first, worked through after. */
export interface CallbackRoute {
  /** Without a slash at its end. */
  url: string;
  /** The answers that callbacks got. */
  answered: number[];
  /** Ends when everything that was received is worked through. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A rail that this world does not have is answered as the app answers it: the sender must not wait for nothing. */
function refused(error: unknown): ReceivedCallback {
  if (!(error instanceof NotFound)) throw error;
  return { status: 404, body: "", work: async () => {} };
}

/** `worldOf` is asked at each callback, so that the world may be made after its route. */
export async function openCallbackRoute(worldOf: () => World): Promise<CallbackRoute> {
  const answered: number[] = [];
  const working = new Set<Promise<void>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const received = await receiveCallback(worldOf(), url.pathname.split("/").at(-1) ?? "", {
      method: request.method ?? "POST",
      host: url.host,
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks),
      ip: "127.0.0.1",
    }).catch(refused);
    answered.push(received.status);
    response.writeHead(received.status).end(received.body);
    const work = received.work();
    working.add(work);
    await work;
    working.delete(work);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    async settled() {
      while (working.size > 0) await Promise.all(working);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
