import { afterAll, beforeAll, expect, test } from "vitest";
import { ussdCodeOf } from "@/lib/domain/ussd-menu";
import { systemWorld } from "@/lib/services/desk/system-world";
import { newUssdSecret } from "@/lib/services/money/ussd/settings";
import { testStore, testWorld } from "@/lib/testing/world";
import { answerUssdRequest, noteUssdEnd } from "./ussd-request";

let secret: string;
let code: string;

beforeAll(async () => {
  // The files before this one had a database of their own, and so had the world that they left.
  Object.assign(globalThis, { senteWorld: testWorld() });
  const world = systemWorld();
  secret = newUssdSecret(world);
  const { store } = await testStore(world);
  code = ussdCodeOf(store.id);
  await setUp({});
});

afterAll(() => {
  Object.assign(globalThis, { senteWorld: undefined });
});

async function setUp(data: { addresses?: string[]; enabled?: boolean }): Promise<void> {
  const world = systemWorld();
  const row = { enabled: true, dial: "*384*77#", addresses: [], updatedBy: "user:1", ...data };
  const secretSealed = new Uint8Array(world.secrets.seal(secret));
  const whole = { ...row, secretSealed, updatedAt: world.clock.now() };
  await world.db.ussdSetting.upsert({
    where: { provider: "africastalking" },
    create: { provider: "africastalking", ...whole },
    update: whole,
  });
}

let count = 0;

function form(fields: Record<string, string> | string, from = "203.0.113.7"): Request {
  count += 1;
  const usual = { sessionId: `s${count}`, phoneNumber: "+256772123456", serviceCode: "*384*77#", text: code };
  const body = typeof fields === "string" ? fields : new URLSearchParams({ ...usual, ...fields });
  const headers = { "x-client-ip": from, "content-type": "application/x-www-form-urlencoded" };
  return new Request("http://localhost/api/ussd", { method: "POST", body, headers });
}

test("the provider's form is answered by plain text that goes on, and an unknown store by one that ends", async () => {
  const answer = await answerUssdRequest(form({}), "africastalking", secret);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(await answer.text()).toMatch(/^CON Test Store\n1 Renew/);
  const nobody = await answerUssdRequest(form({ text: ussdCodeOf(2_000_000_000) }), "africastalking", secret);
  expect(await nobody.text()).toMatch(/^END /);
});

test("a wrong secret, an unknown provider and one that is off are not found", async () => {
  for (const [provider, given] of [
    ["africastalking", `${secret.slice(0, -1)}${secret.endsWith("x") ? "y" : "x"}`],
    ["africastalking", ""],
    ["nobody", secret],
    ["sandbox", secret],
  ] as const) {
    const answer = await answerUssdRequest(form({}), provider, given);
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
    expect((await noteUssdEnd(form({}), provider, given)).status).toBe(404);
  }
  await setUp({ enabled: false });
  expect((await answerUssdRequest(form({}), "africastalking", secret)).status).toBe(404);
  await setUp({});
});

test("whoever keeps guessing the address is not looked up any more; the provider is", async () => {
  const guess = () => answerUssdRequest(form({}, "198.51.100.9"), "africastalking", "wrong");
  for (let tries = 0; tries < 61; tries += 1) expect((await guess()).status).toBe(404);
  const late = await answerUssdRequest(form({}, "198.51.100.9"), "africastalking", secret);
  expect(late.status).toBe(404);
  expect((await answerUssdRequest(form({}), "africastalking", secret)).status).toBe(200);
});

test("with a list of addresses, no other one is let in", async () => {
  await setUp({ addresses: ["203.0.113.7"] });
  expect((await answerUssdRequest(form({}, "::ffff:203.0.113.7"), "africastalking", secret)).status).toBe(
    200,
  );
  expect((await answerUssdRequest(form({}, "203.0.113.8"), "africastalking", secret)).status).toBe(404);
  await setUp({});
});

test.each(["", "%%%", "phoneNumber=%00&sessionId=%ff&text=%00", "text=1&text=2", "x".repeat(20_000)])(
  "a body that is no form ends in a screen: %.20s",
  async (body) => {
    const answer = await answerUssdRequest(form(body), "africastalking", secret);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^END /);
  },
);

test("one number may ask for no more screens in a minute than anybody types", async () => {
  const ask = () => answerUssdRequest(form({ phoneNumber: "+256772999888" }), "africastalking", secret);
  const texts = await Promise.all(Array.from({ length: 61 }, async () => (await ask()).text()));
  expect(texts.filter((text) => text.startsWith("CON"))).toHaveLength(60);
});

test("what an end says changes nothing for whoever made it up", async () => {
  const answer = await noteUssdEnd(form({ sessionId: "never-seen" }), "africastalking", secret);
  expect([answer.status, await answer.text()]).toEqual([200, "OK"]);
});
