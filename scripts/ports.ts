import { randomInt } from "node:crypto";
import { lookup } from "node:dns/promises";
import * as net from "node:net";
import { createServer } from "node:net";
import { errorCode } from "./problem";

/** Below those that the system gives to connections on their way out, which could take one before it is listened on. */
const firstPort = 10_000;
const portsMax = 20_000;

/** A free TCP port of 127.0.0.1: the wanted one when it is free, else any. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await canListen(wanted, "127.0.0.1"))) return wanted;
  for (let tried = 0; tried < 100; tried += 1) {
    const port = firstPort + randomInt(portsMax);
    if (await canListen(port, "127.0.0.1")) return port;
  }
  throw new Error("no port");
}

/** Whether this process could listen there now. Throws when the host itself is invalid. */
export async function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => {
      const code = errorCode(error);
      if (code === "EADDRINUSE" || code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Host and port of `127.0.0.1:9464` or `[::1]:9464`. */
export function addressOf(text: string): { host: string; port: number } {
  const at = text.lastIndexOf(":");
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(text.slice(at + 1)) };
}

/**
 * Binds the site's port without listening, and returns the descriptor: each process of the app listens on it, and the
 * port stays open from the first one on. Node has no public way for it; its cluster module uses this one.
 */
export async function bindPort(port: number, host: string): Promise<number> {
  const { address, family } = await lookup(host);
  // Safe: a function of node that its types leave out.
  const { _createServerHandle } = net as unknown as {
    _createServerHandle(
      address: string,
      port: number,
      family: number,
      fd: number,
      flags: number,
    ): { fd: number } | number;
  };
  const handle = _createServerHandle(address, port, family, -1, 0);
  if (typeof handle === "number") throw new Error(`The port could not be bound (${handle}).`);
  return handle.fd;
}
