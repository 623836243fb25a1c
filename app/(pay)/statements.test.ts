import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openPages } from "@/lib/testing/in-paying-world";
import { seenIn } from "@/lib/testing/seen";
import { statementsOf, withoutSandbox } from "@/lib/testing/statements";
import { testStore } from "@/lib/testing/world";
import { POST as paySubscribe, GET as subscribePage } from "./subscribe/[token]/route";

const world = await openPages();

test("a press of Pay by a new payer, from the form to the page that waits for them: at most 20 statements", async () => {
  const [{ token }] = (await testStore(world)).products;
  const body = new URLSearchParams({
    id: randomUUID(),
    method: "mobile_money",
    phone: "0772 123129",
    email: "new@example.com",
  });
  const at = `http://localhost:3000/subscribe/${token}?ref=u1`;
  const page = await subscribePage(new Request(at), { params: Promise.resolve({ token }) });
  body.set("seen", seenIn(await page.text()));
  const { result, sent } = await statementsOf(() =>
    paySubscribe(new Request(at, { method: "POST", body }), { params: Promise.resolve({ token }) }),
  );
  expect(result.status).toBe(303);
  expect(result.headers.get("Location")).toMatch(/^\/attempt\//);
  const ours = withoutSandbox(sent);
  expect(ours.length, ours.join("\n")).toBeLessThanOrEqual(20);
});
