import http from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { testDatabaseUrl } from "@/scripts/lab/testing/database";
import { createMailer } from "./mail/mailer";
import { createSafePost } from "./safe-post";
import { type ClosedWayOut, closeWayOut } from "./way-out";

let way: ClosedWayOut | undefined;
afterEach(() => way?.open());

/** Counts who connects, and hangs up. */
async function listener() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // Safe: it listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  return { port, count: () => connections, close: () => server.close() };
}

function byEveryClient(port: number): Promise<string>[] {
  const url = `http://127.0.0.1:${port}/`;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: "a@example.com" });
  const post = createSafePost({ allowLocal: true });
  const told = (act: Promise<unknown>) => act.then(String, (error: unknown) => String(error));
  const byRequest = new Promise((_, reject) => http.get(url).on("error", reject));
  return [
    told(fetch(url)),
    told(fetch(`https://127.0.0.1:${port}/`)),
    told(byRequest),
    told(post({ url, headers: {}, body: "x" }).then((result) => JSON.stringify(result))),
    told(
      mailer?.send({ to: "b@example.com", subject: "x", text: "x", action: null }) ?? Promise.reject("none"),
    ),
    told(newClient({ connectionString: `postgres://x@127.0.0.1:${port}/x` }).connect()),
  ];
}

test("with the way out closed no client of this process connects to anybody but the database", async () => {
  const other = await listener();
  way = closeWayOut(testDatabaseUrl());
  const closed = await Promise.all(byEveryClient(other.port));
  expect(other.count()).toBe(0);
  expect(way.refused()).toBe(closed.length);
  const client = newClient(testDatabaseUrl());
  await client.connect();
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  // The same calls arrive where nothing keeps them in.
  way.open();
  await Promise.all(byEveryClient(other.port));
  expect(other.count()).toBeGreaterThanOrEqual(closed.length);
  other.close();
});

test("a public demo reaches the database and itself, and nobody else", async () => {
  const [own, other] = await Promise.all([listener(), listener()]);
  way = closeWayOut(testDatabaseUrl(), `http://127.0.0.1:${own.port}`);
  await Promise.all(byEveryClient(other.port));
  await fetch(`http://127.0.0.1:${own.port}/api/rails/sandbox`).catch(() => undefined);
  expect([own.count() > 0, other.count()]).toEqual([true, 0]);
  for (const one of [own, other]) one.close();
});
