import pg from "pg";
import { expect } from "vitest";
import type { PayingWorld } from "./payments";

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

/** How many statements the callback of this payment's success takes, until it is worked through. */
export async function statementsOfSettling(world: PayingWorld, id: string): Promise<number> {
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  const { sent } = await statementsOf(async () => {
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
  });
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "succeeded",
    suspenseReason: null,
  });
  const all = withoutSandbox(sent);
  // What the test's own route looks up comes before the callback is stored.
  const first = all.findIndex((text) => text.startsWith("INSERT INTO rail_callbacks"));
  expect(first).toBeGreaterThanOrEqual(0);
  return all.lastIndexOf("COMMIT") + 1 - first;
}

/** Not the sandbox's own, which stands where a rail is asked by HTTP. */
export function withoutSandbox(sent: string[]): string[] {
  return sent.filter((text) => !text.includes("sandbox_records"));
}
