import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { ensurePlans } from "@/lib/services/people/accounts/write-store";
import { testWorld } from "@/lib/testing/world";
import { GET as missed } from "../[...miss]/route";
import { GET } from "../route";

const world = testWorld();
let isSignedIn = false;
vi.mock("@/lib/services/desk/system-world", () => ({ systemWorld: () => world }));
vi.mock("@/lib/env", () => ({ env: () => ({ TERMS_URL: "https://example.com/terms" }) }));
vi.mock("@/lib/auth/session", () => ({ currentSession: async () => (isSignedIn ? { user: {} } : null) }));

const open = (path: string, headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost:3000${path}`, { headers }));

test("a visitor reads what it is and costs, in the language of the browser, without a script", async () => {
  await ensurePlans(world);
  await world.db.plan.updateMany({ where: { code: "standard" }, data: { feePpm: 15_000 } });
  const english = await (await open("/")).text();
  expect(english).toContain("Be paid by phone, on any phone");
  expect(english).toContain("1.5\u00a0% of each payment");
  expect(english).toContain('href="https://example.com/terms"');
  expect(english).not.toContain("<script");
  const french = await (await open("/", { "accept-language": "fr-CI,fr;q=0.9" })).text();
  expect(french).toContain('lang="fr"');
  expect(french).toContain("Soyez payé par téléphone");
  expect(gzipSync(french).length).toBeLessThan(8 * 1024);
});

test("a language chosen in the address stays in this browser", async () => {
  const answer = await open("/?hl=fr");
  expect(answer.headers.get("set-cookie")).toMatch(/^hl=fr; Path=\/; /);
  expect(await (await open("/", { cookie: "payer=x; hl=fr" })).text()).toContain("Soyez payé");
  expect((await open("/?hl=de")).headers.get("set-cookie")).toBeNull();
});

test("who is signed in goes on to the dashboard", async () => {
  isSignedIn = true;
  const answer = await open("/");
  isSignedIn = false;
  expect([answer.status, answer.headers.get("location")]).toEqual([307, "/dashboard"]);
});

test.each([
  ["en", "The link may be cut off"],
  ["fr", "Le lien est peut-être coupé"],
  ["sw", "Huenda kiungo kimekatika"],
  ["pt", "O link pode estar cortado"],
])("an address that leads nowhere is a light page that says what to do (%s)", async (language, text) => {
  const request = new Request("http://localhost:3000/pay/", { headers: { "accept-language": language } });
  const answer = await missed(request);
  const body = await answer.text();
  expect(answer.status).toBe(404);
  expect(body).toContain(text);
  expect(body).not.toContain("<script");
  expect(gzipSync(body).length).toBeLessThan(5 * 1024);
});
