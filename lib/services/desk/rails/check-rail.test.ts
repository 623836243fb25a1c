import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NotFound, say } from "@/lib/domain/refusal";
import { newOperator } from "@/lib/testing/operator";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { checkRail } from "./check-rail";
import { openRails } from "./open-rails";

let world: PayingWorld;
let operator: Awaited<ReturnType<typeof newOperator>>;
let provider: Server;
let answer = { status: 200, body: "" };

beforeAll(async () => {
  const base = await payingWorld();
  operator = await newOperator(base);
  provider = createServer((request, response) => {
    const key = request.headers.authorization;
    const { status, body } = key === "Bearer sk_test_0123456789abcdef" ? answer : refusal;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  world = { ...base, rails: openRails(base, variables(), base.rails) };
});
afterAll(async () => {
  await new Promise((resolve) => provider.close(resolve));
  await world.close();
});
beforeEach(() => {
  answer = { status: 200, body: JSON.stringify({ status: true, message: "", data: balances }) };
});

const balances = [{ currency: "NGN", balance: 100_000 }];
const refusal = { status: 401, body: JSON.stringify({ status: false, message: "Invalid key" }) };

function variables(secretKey = "sk_test_0123456789abcdef") {
  const { port } = provider.address() as AddressInfo;
  return {
    RAIL_PAYSTACK_SECRET_KEY: secretKey,
    RAIL_PAYSTACK_MODE: "test",
    RAIL_PAYSTACK_BASE_URL: `http://127.0.0.1:${port}`,
  };
}

describe("checking the connection", () => {
  test("says what the provider answered", async () => {
    expect(await checkRail(world, operator, "paystack")).toEqual({
      ok: true,
      detail: say("rail_check_says", { said: "NGN" }),
    });
  });

  test("with a wrong key says that it is the key, and leaves no task behind", async () => {
    const wrong = { ...world, rails: openRails(world, variables("sk_test_wrong_wrong"), world.rails) };
    expect(await checkRail(wrong, operator, "paystack")).toEqual({
      ok: false,
      detail: say("rail_check_refused", { name: "Paystack", said: "GET /balance: HTTP 401" }),
    });
    expect(await world.db.task.count()).toBe(0);
  });

  test("says that it is the provider’s fault when it is", async () => {
    answer = { status: 503, body: "" };
    const { ok, detail } = await checkRail(world, operator, "paystack");
    expect({ ok, detail }).toEqual({
      ok: false,
      detail: expect.objectContaining({ code: "rail_check_unreachable" }),
    });
    answer = { status: 200, body: "<html>" };
    expect((await checkRail(world, operator, "paystack")).detail?.code).toBe("rail_check_odd");
  });

  test("says that nobody is there when nobody is", async () => {
    const RAIL_PAYSTACK_BASE_URL = "http://127.0.0.1:1";
    const nowhere = openRails(world, { ...variables(), RAIL_PAYSTACK_BASE_URL }, world.rails);
    const { detail } = await checkRail({ ...world, rails: nowhere }, operator, "paystack");
    expect(detail?.code).toBe("rail_check_unreachable");
  });

  test("keeps nobody waiting for a provider that hangs", async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    const { port } = hanging.address() as AddressInfo;
    const RAIL_PAYSTACK_BASE_URL = `http://127.0.0.1:${port}`;
    const rails = openRails(world, { ...variables(), RAIL_PAYSTACK_BASE_URL }, world.rails);
    const { ok, detail } = await checkRail({ ...world, rails }, operator, "paystack", { patienceMs: 300 });
    expect({ ok, detail }).toEqual({ ok: false, detail: say("rail_check_late", { count: 0.3 }) });
    hanging.closeAllConnections();
    await new Promise((resolve) => hanging.close(resolve));
  });

  test("is for rails that are set up", async () => {
    await expect(checkRail(world, operator, "pawapay")).rejects.toBeInstanceOf(NotFound);
    await expect(checkRail(world, operator, "sandbox")).rejects.toBeInstanceOf(NotFound);
  });
});
