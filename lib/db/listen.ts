import type { Pool } from "pg";
import { newClient } from "./connect";

/** A store whose pages are looked at has a new event: its number (services/core/watch.ts). */
export const watchChannel = "store_changed";

const againMs = 1_000;

/**
 * Hears what is told on a channel of the database, on a connection of its own, until it is stopped. A lost connection is
 * opened again; `heard` is then called with null, since nobody knows what was told meanwhile.
 */
export function listen(pool: Pool, channel: string, heard: (payload: string | null) => void): () => void {
  let isStopped = false;
  let stopThis = () => {};
  const open = async () => {
    const client = newClient(pool.options);
    const lost = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.once("error", () => resolve());
      stopThis = resolve;
    });
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      heard(null);
      await lost;
    } catch {
      // The database is away: the next try finds out whether it still is.
    }
    client.end().catch(() => {});
    if (!isStopped) setTimeout(open, againMs).unref();
  };
  void open();
  return () => {
    isStopped = true;
    stopThis();
  };
}
