import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type Doors, openDoors } from "@/scripts/serve/doors";
import { openFastLane } from "@/scripts/serve/fast-lane";
import { createHealth } from "@/scripts/serve/health";

export interface Opened {
  port: number;
  server: Server;
  /** What came from `onError`. */
  errors: unknown[];
  close(): void;
}

/** The server as it runs, with the real fast lane, and `handle` in place of Next. */
export async function open(handle: Doors["handle"], more: Partial<Doors> = {}): Promise<Opened> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const server = openDoors({
    ...{
      handle,
      fastLane: openFastLane(createHealth(systemWorld), onError),
      trustedHops: 0,
      siteUrl: "http://localhost:3000",
    },
    onError,
    ...more,
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  // Safe: it listens on a TCP port.
  return { port: (server.address() as AddressInfo).port, server, errors, close };
}

/** Sends these bytes and gives all that came until the other side closed, or what there was after `withinMs`. */
export async function raw(
  port: number,
  text: string,
  withinMs = 10_000,
): Promise<{ said: string; closed: boolean }> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.setEncoding("latin1");
  socket.on("data", (piece) => {
    said += String(piece);
  });
  socket.on("error", () => {});
  socket.write(text, "latin1");
  const closed = await Promise.race([
    once(socket, "close").then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), withinMs)),
  ]);
  socket.destroy();
  return { said, closed };
}

export function statusOf(said: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0);
}
