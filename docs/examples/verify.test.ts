import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { rotateSecret, switchSecret } from "@/lib/services/hooks/webhooks/save-endpoint";
import { type Received, type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { testClock, testStore, testWorld } from "@/lib/testing/world";

// Each sample judges an event that was really delivered, and the same event after something was changed on the way.
const samples = [
  { name: "Node", file: "verify.mjs", command: [process.execPath] },
  { name: "Python", file: "verify.py", command: ["python3"], asks: ["--version"] },
  { name: "PHP", file: "verify.php", command: ["php"], asks: ["--version"] },
  { name: "Go", file: "verify.go", command: ["go", "run"], asks: ["version"] },
  { name: "shell", file: "verify.sh", command: ["bash"], asks: ["--version"] },
];

let receiver: Receiver;
let event: Received;
/** Of the middle of a rotation: before its owner says that the new secret is in use, and after. */
let beforeSwitch: Received;
let afterSwitch: Received;
let secret: string;
let newSecret: string;

beforeAll(async () => {
  // Samples look at the time of today.
  const world = testWorld({ clock: testClock(new Date()) });
  const shop = await testStore(world);
  receiver = await startReceiver();
  const endpoint = await endpointAt(world, shop.live, receiver.url);
  secret = endpoint.secret;
  const deliver = async () => {
    await emitEvent(world, shop.live);
    await deliverDueWebhooks(world);
    return receiver.received.at(-1) as Received;
  };
  event = await deliver();
  newSecret = (await rotateSecret(world, shop.live, endpoint.id)).secret;
  beforeSwitch = await deliver();
  await switchSecret(world, shop.live, endpoint.id);
  afterSwitch = await deliver();
});

afterAll(() => receiver.close());

const isInstalled = ([program = ""]: string[], asks = ["--version"]) =>
  spawnSync(program, asks, { stdio: "ignore" }).status === 0;

for (const { name, file, command, asks } of samples) {
  const installed = isInstalled(command, asks);
  if (!installed) console.info(`${file} is not tried: ${name} is not installed here.`);
  describe.skipIf(!installed)(`the ${name} sample`, () => {
    const judge = (
      changes: { body?: string; secret?: string; headers?: Record<string, string> } = {},
      of = event,
    ) => {
      const headers = { ...of.headers, ...changes.headers };
      const [program = "", ...rest] = command;
      const { status, stderr } = spawnSync(program, [...rest, path.join(import.meta.dirname, file)], {
        input: changes.body ?? of.body,
        env: {
          ...process.env,
          WEBHOOK_SECRET: changes.secret ?? secret,
          WEBHOOK_ID: String(headers["webhook-id"]),
          WEBHOOK_TIMESTAMP: String(headers["webhook-timestamp"]),
          WEBHOOK_SIGNATURE: String(headers["webhook-signature"]),
        },
      });
      expect(String(stderr)).toBe("");
      return status;
    };

    test("takes a delivered event for genuine", () => {
      expect(event.body).toContain("Ünïcode ✓");
      expect(judge()).toBe(0);
    });

    test("takes all that comes during a rotation for genuine, with the old secret, the new one or both", () => {
      const known = [secret, newSecret, `${secret} ${newSecret}`, `${newSecret} ${secret}`];
      for (const of of [beforeSwitch, afterSwitch])
        expect(known.map((secrets) => judge({ secret: secrets }, of))).toEqual([0, 0, 0, 0]);
      expect(judge({ secret: newSecret })).toBe(1);
    });

    test.each([
      ["another body", { body: "{}" }],
      ["a line break at the end", { headers: {}, body: "+\n" }],
      ["another secret", { secret: `whsec_${Buffer.alloc(32).toString("base64")}` }],
      ["no secret", { secret: "" }],
      ["a secret without a key", { secret: "whsec_" }],
      ["no signature", { headers: { "webhook-signature": "" } }],
      ["a signature without a mac", { headers: { "webhook-signature": "v1," } }],
      ["another time", { headers: { "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 10) } }],
      ["a time of long ago", { headers: { "webhook-timestamp": "1700000000" } }],
      ["no time", { headers: { "webhook-timestamp": "" } }],
      ["another id", { headers: { "webhook-id": "evt_other" } }],
    ])("refuses %s", (_what, changes) => {
      const body = "body" in changes && changes.body === "+\n" ? `${event.body}\n` : changes;
      expect(judge(typeof body === "string" ? { body } : body)).toBe(1);
    });
  });
}
