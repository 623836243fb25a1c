import { expect, test, vi } from "vitest";
import { POST, PUT } from "./route";

// Work after the answer belongs to Next's request; here it is done when the test asks for it.
vi.mock("next/server", () => ({ after: (work: () => Promise<void>) => void work() }));

function call(
  rail: string,
  body: string,
  headers: Record<string, string> = {},
  verb = POST,
): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/rails/${rail}`, { method: "POST", body, headers });
  return verb(request, { params: Promise.resolve({ address: [rail] }) });
}

test("a rail that is not set up has no address here", async () => {
  expect((await call("pawapay", "{}")).status).toBe(404);
});

test("a body that is not signed by the rail is refused, by POST and by PUT", async () => {
  const body = JSON.stringify({ op: "charge", id: crypto.randomUUID(), status: "succeeded" });
  expect((await call("sandbox", body)).status).toBe(401);
  expect((await call("sandbox", body, { "x-sandbox-signature": "sha256=00" }, PUT)).status).toBe(401);
});

test("more than 64 KiB is not read", async () => {
  expect((await call("sandbox", "x".repeat(64 * 1024 + 1))).status).toBe(413);
  expect((await call("sandbox", "x".repeat(64 * 1024))).status).toBe(401);
});
