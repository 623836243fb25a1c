import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface BenchReceiver {
  /** An endpoint's address; set its secrets before anything arrives. */
  urlOf(endpoint: string): string;
  /** By endpoint; those of several with one address stand beside each other. */
  secrets: Map<string, string>;
  /** When each event first arrived at each endpoint, by `endpoint/event`. */
  arrivedAt: Map<string, number>;
  /** Number of repeated deliveries. */
  repeated: number;
  /** Number of wrong signatures. */
  forged: number;
  /** Cuts the connections that wait for an answer that never comes. */
  hangUp(): void;
  close(): void;
}

/** A seller's server that verifies every signature itself, as the documentation tells sellers to. */
export async function startBenchReceiver(): Promise<BenchReceiver> {
  const hanging = new Set<Socket>();
  const receiver: BenchReceiver = {
    urlOf: () => "",
    secrets: new Map(),
    arrivedAt: new Map(),
    repeated: 0,
    forged: 0,
    hangUp: () => {
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    close: () => server.close().closeAllConnections(),
  };
  const server = createServer(async (request, response) => {
    const endpoint = (request.url ?? "").slice(1);
    // This endpoint never answers: the others must not be affected.
    if (endpoint === hangs) {
      hanging.add(request.socket);
      return;
    }
    const body = await read(request);
    if (isGenuine(request, body, receiver.secrets.get(endpoint) ?? "")) {
      const key = `${endpoint}/${request.headers["webhook-id"]}`;
      if (receiver.arrivedAt.has(key)) receiver.repeated += 1;
      else receiver.arrivedAt.set(key, performance.now());
    } else receiver.forged += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safe: it listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  receiver.urlOf = (endpoint) => `http://127.0.0.1:${port}/${endpoint}`;
  return receiver;
}

/** The endpoint that accepts connections and never answers. */
export const hangs = "hangs";

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Standard Webhooks: `v1,` and the HMAC-SHA256 of id, timestamp and body, by the secret after its prefix. */
function isGenuine(request: IncomingMessage, body: Buffer, secrets: string): boolean {
  return secrets.split(" ").some((secret) => isSigned(request, body, secret));
}

function isSigned({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`;
  const expected = Buffer.from(
    `v1,${createHmac("sha256", key).update(signed).update(body).digest("base64")}`,
  );
  const given = String(headers["webhook-signature"]).split(" ");
  return given.some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected));
}
