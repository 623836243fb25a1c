import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { GET, POST, PUT } from "./route";

const url = "http://localhost:3000/api/inngest";

test("without a signature the endpoint tells nothing of its functions or keys", async () => {
  const answer: Response = await GET(new NextRequest(url));
  const text = await answer.text();
  for (const secret of [
    "deliver-webhooks",
    "advance-subscriptions",
    "deliver-messages",
    "notify-sellers",
    "0123456789abcdef",
    "signkey-",
  ])
    expect(text).not.toContain(secret);
});

test("calls without a signature, or with a wrong one, run nothing", async () => {
  const body = JSON.stringify({
    event: { name: "x", data: {} },
    events: [],
    steps: {},
    ctx: { run_id: "1", attempt: 0 },
    version: 1,
  });
  const seconds = Math.floor(Date.now() / 1000);
  for (const signature of [null, `t=${seconds}&s=${"0".repeat(64)}`]) {
    const request = new NextRequest(`${url}?fnId=sente-deliver-webhooks&stepId=step`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(signature === null ? {} : { "x-inngest-signature": signature }),
      },
      body,
    });
    const answer: Response = await POST(request);
    expect(answer.status).toBe(401);
  }
  expect(PUT).toBeTypeOf("function");
});
