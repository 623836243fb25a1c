import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

export interface Counts {
  requests: number;
  /** Requests without a good answer, by what came instead. */
  failed: Record<string, number>;
  acknowledged: number;
  /** Acknowledged writes that the database does not have, or has twice. */
  lost: number;
  doubled: number;
}

export interface Load {
  /** How many good answers came so far. */
  good(): number;
  /** Ends the load and asks the database for every acknowledged write; a copy of it is made once the load has ended. */
  end(databaseUrl: string | (() => Promise<string>)): Promise<Counts>;
}

const restMs = 20;

/** Keep-alive clients that read and write, and remember what was acknowledged. */
export function startLoad(url: string, key: string, limits: { databaseUrl: string; clients?: number }): Load {
  const { clients = 6, databaseUrl } = limits;
  const acknowledged: string[] = [];
  const failed: Record<string, number> = {};
  let requests = 0;
  let good = 0;
  let isOver = false;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const note = (how: string) => {
    failed[how] = (failed[how] ?? 0) + 1;
  };
  const work = async (client: number) => {
    for (let nth = 0; !isOver; nth += 1) {
      const email = `drill-${client}-${nth}-${process.pid}@example.com`;
      const isWrite = nth % 2 === 0;
      requests += 1;
      const how = await (isWrite
        ? send(agent, `${url}/api/v1/customers`, key, JSON.stringify({ name: "Drill", email }))
        : send(agent, `${url}/api/v1/access?ref=drill`, key));
      if (how === "200" || how === "201") {
        good += 1;
        if (isWrite) acknowledged.push(email);
      } else note(how);
      await sleep(restMs);
    }
  };
  const working = Array.from({ length: clients }, (_, client) => work(client));
  const resting = forgetTurns(databaseUrl, () => isOver);
  return {
    good: () => good,
    async end(asked) {
      isOver = true;
      await Promise.all([...working, resting]);
      agent.destroy();
      const client = new Client({ connectionString: typeof asked === "string" ? asked : await asked() });
      await client.connect();
      const { rows } = await client.query<{ email: string; count: number }>(
        "SELECT email, count(*)::int AS count FROM customers WHERE email LIKE 'drill-%' GROUP BY email",
      );
      await client.end();
      const found = new Map(rows.map(({ email, count }) => [email, count]));
      const lost = acknowledged.filter((email) => !found.has(email)).length;
      const doubled = rows.filter(({ count }) => count > 1).length;
      return { requests, failed, acknowledged: acknowledged.length, lost, doubled };
    },
  };
}

/** The status, or what happened to the connection. Nothing is sent a second time. */
function send(agent: Agent, url: string, key: string, body?: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
  return new Promise((resolve) => {
    const sent = request(
      url,
      { agent, method: body ? "POST" : "GET", headers, timeout: 40_000 },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(String(answer.statusCode)));
        answer.on("error", () => resolve("cut"));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}

/** The load comes with one key, whose limit is not what a drill is about. */
async function forgetTurns(databaseUrl: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    await client
      .connect()
      .then(() => client.query("DELETE FROM rate_limits"))
      .catch(() => undefined);
    await client.end().catch(() => undefined);
    await sleep(200);
  }
}
