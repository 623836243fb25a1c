import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  url: string;
  /** Where requests go from now on. */
  hosts: URL[];
  close(): Promise<void>;
}

/**
 * What stands before several machines, as small as it can be: requests go to each in turn, and one that a machine did not
 * even take goes to the next. What a machine may have begun is never sent again: the client is told 502.
 */
export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const balancer: Balancer = {
    url: "",
    hosts: [],
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  let turn = 0;
  const server = createServer(async (from, to) => {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk);
    turn += 1;
    const { hosts } = balancer;
    const inTurn = hosts
      .map((_, nth) => hosts[(turn + nth) % hosts.length])
      .filter((host) => host !== undefined);
    for (const host of inTurn) if (await passed(agent, host, from, Buffer.concat(chunks), to)) return;
    to.writeHead(502).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // Safe: it listens on a TCP port.
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return balancer;
}

/** False where the machine did not take the connection. */
function passed(
  agent: Agent,
  { hostname, port }: URL,
  from: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
): Promise<boolean> {
  const { method, url, headers } = from;
  const forwarded = { ...headers, "x-forwarded-for": from.socket.remoteAddress };
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path: url, headers: forwarded }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on("error", () => to.destroy());
      resolve(true);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return resolve(false);
      to.writeHead(502).end();
      resolve(true);
    });
    sent.end(body);
  });
}
