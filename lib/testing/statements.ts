import pg from "pg";

/** The statements that this process sent to PostgreSQL while `run` ran, transactions' own among them. */
export async function statementsOf<T>(run: () => Promise<T>): Promise<{ result: T; sent: string[] }> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    sent.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    return { result: await run(), sent };
  } finally {
    pg.Client.prototype.query = query;
  }
}
