import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Drain {
  /** How long new requests are still taken, so that a balancer sees `/readyz` refuse first. */
  delayMs: number;
  /** How long an idle connection stays open: its owner may be about to send on it. */
  idleMs: number;
  /** How long requests may take that were already there. */
  allMs: number;
}

/**
 * Prepares a server to be drained. The result takes no new connection and resolves when the last request is answered.
 * Each answer from then on tells its client to open another connection, and idle ones are closed after a while: node's
 * own `close` would cut them at once.
 */
export function drainable(server: Server): (how: Drain) => Promise<void> {
  const answers = new Set<ServerResponse>();
  let keepsAlive = true;
  server.prependListener("request", (_, answer) => {
    if (!keepsAlive) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });
  return async ({ delayMs, idleMs, allMs }) => {
    await sleep(delayMs);
    keepsAlive = false;
    for (const answer of answers) {
      answer.shouldKeepAlive = false;
      // It has no end of its own, and its page asks another process.
      if (String(answer.getHeader("content-type")).startsWith("text/event-stream")) answer.destroy();
    }
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const idle = setTimeout(() => {
      server.closeIdleConnections();
      setInterval(() => server.closeIdleConnections(), 50).unref();
    }, idleMs);
    await Promise.race([closed, sleep(allMs, undefined, { ref: false })]);
    clearTimeout(idle);
  };
}
