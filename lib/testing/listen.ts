import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { RawCallback } from "@/lib/providers/rails/port";

/** A real HTTP server on this machine. `close` ends the connections that are still open. */
export async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { server, port, url: `http://127.0.0.1:${port}`, close };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A request as the adapter of a rail is given it. */
export async function callbackOf(request: IncomingMessage): Promise<RawCallback> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? "",
    host: url.host,
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    body: await bodyOf(request),
    ip: "127.0.0.1",
  };
}
