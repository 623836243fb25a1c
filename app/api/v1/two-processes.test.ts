import { type ChildProcess, fork } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { apiRoot } from "./routes";

// Real processes on one database, asked over HTTP.
const { world, call, keyed, ...stage } = await openApi({}, { keepLimits: true });
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const start = world.clock.now();
let processes: Running[] = [];

interface Running {
  url: string;
  /** The signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  stop(): void;
}

function run(...argv: string[]): Promise<Running> {
  const program = new URL("../../../scripts/lab/testing/api-process.ts", import.meta.url);
  const child: ChildProcess = fork(program, argv, { execArgv: ["--import", "tsx"], stdio: "inherit" });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("exit", (_code, signal) => resolve(signal));
  });
  return new Promise((resolve, reject) => {
    child.once("message", ({ url }: { url: string }) =>
      resolve({ url: url + apiRoot, ended, stop: () => child.connected && child.disconnect() }),
    );
    child.once("error", reject);
    child.once("exit", () => reject(new Error("It ended before it listened.")));
  });
}

beforeAll(async () => {
  processes = await Promise.all([run(), run()]);
});
afterAll(async () => {
  for (const { stop } of processes) stop();
  await Promise.all(processes.map(({ ended }) => ended));
});
beforeEach(async () => {
  shop = await newShop(world);
  world.clock.set(start);
});

const at = (index: number) => processes[index % 2]?.url ?? "";
const links = () => world.db.paymentLink.count({ where: { storeId: shop.store.id } });
const body = { title: "Lessons", amount: 500 };

function create(url: string, key: string): Promise<Response> {
  return fetch(`${url}/payment-links`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${shop.liveKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(body),
  });
}
/** The same request, made to this process, whose clock can be moved. */
const again = (key: string) =>
  call("POST", "/payment-links", { key: shop.liveKey, headers: { "Idempotency-Key": key }, body });

test("of 500 requests at once to two processes exactly 120 are answered", async () => {
  const headers = { Authorization: `Bearer ${shop.liveKey}` };
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const answer = await fetch(`${at(index)}/store`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(380);
}, 60_000);

test("of fifty at once to two processes under one Idempotency-Key one has an effect", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const answer = await create(at(index), "fifty");
      const replayed = answer.headers.get("Idempotent-Replayed") === "true";
      return { status: answer.status, text: await answer.text(), replayed };
    }),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(50 - made.length);
  expect(await links()).toBe(1);
}, 60_000);

test("a process killed between effect and answer: the repetition gets the answer that was lost, and no second effect", async () => {
  const dying = await run("--die", "after-commit");
  await expect(create(dying.url, "killed after")).rejects.toThrow();
  expect(await dying.ended).toBe("SIGKILL");
  expect(await links()).toBe(1);
  const replay = await again("killed after");
  expect([replay.status, replay.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
  const stored = await world.db.idempotencyRecord.findFirstOrThrow({ where: { key: "killed after" } });
  expect(replay.text).toBe(stored.body);
  const read = await live("GET", `/payment-links/${replay.body.data.id}`);
  expect(read.text).toBe(replay.text);
  const third = await create(at(0), "killed after");
  expect(await third.text()).toBe(replay.text);
  expect(await links()).toBe(1);
}, 60_000);

test("a process killed before its effect is committed: nothing happened, and 45 seconds later the repetition does it", async () => {
  const dying = await run("--die", "before-commit");
  await expect(create(dying.url, "killed before")).rejects.toThrow();
  expect(await dying.ended).toBe("SIGKILL");
  expect(await links()).toBe(0);
  expect((await again("killed before")).status).toBe(409);
  world.clock.advance(45_000);
  const made = await again("killed before");
  expect([made.status, made.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  expect(await links()).toBe(1);
}, 60_000);
