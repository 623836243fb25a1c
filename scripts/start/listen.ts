import { lookup } from "node:dns/promises";
import * as net from "node:net";

interface Handle {
  fd: number;
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
    ): Handle | number;
  };
  const handle = _createServerHandle(address, port, family, -1, 0);
  if (typeof handle === "number") throw new Error(`The port could not be bound (${handle}).`);
  return handle.fd;
}
