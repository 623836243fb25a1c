import { Client, type ClientConfig, Pool, type PoolConfig } from "pg";

// The only way to a connection of one's own, for scripts and tests. The service itself has one pool (client.ts).

/** A lost connection fails the next statement, which tells it better; an event that nobody hears would end the process. */
const heard = () => undefined;

export function newClient(to: string | ClientConfig): Client {
  return new Client(to).on("error", heard);
}

export function newPool(options: PoolConfig): Pool {
  return new Pool(options).on("error", heard);
}

/** Connects, does the work, and ends the connection, whatever became of both. */
export async function withClient<T>(
  to: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = newClient(to);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(heard);
  }
}
