import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSession } from "@/lib/services/people/accounts/start-session";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { testStore, testWorld } from "@/lib/testing/world";
import { POST } from "./[ticket]/route";

vi.mock("@/lib/services/billing/moving/archive", () => ({
  archiveMaxBytes: 1_000,
  planArchive: () => Promise.reject(new Error("Nobody thought of this.")),
}));

const lines: Record<string, unknown>[] = [];
const world = testWorld({
  log: { info() {}, warn() {}, error: (facts: object) => lines.push({ ...facts }) },
});
beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

test("what nobody thought of is answered with the reference of its line in the log", async () => {
  const shop = await testStore(world);
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const { id: sessionId } = await startSession(world, shop.owner.id, device);
  const ticket = uploadTicket(world, { ...shop.live, sessionId }, { isArchive: true });
  const request = new Request("http://localhost:3000/upload/x", { method: "POST", body: "x" });
  const answer = await POST(request, { params: Promise.resolve({ ticket }) });
  const reference = (await answer.text()).trim();
  expect([answer.status, lines]).toEqual([500, [{ err: expect.any(Error), reference }]]);
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
});
