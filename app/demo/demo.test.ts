import { beforeEach, expect, test, vi } from "vitest";
import { demoPassword } from "@/lib/domain/public-demo";
import { ensurePlans } from "@/lib/services/people/accounts/write-store";
import { testWorld } from "@/lib/testing/world";

const base = testWorld();
const world = testWorld({ clock: base.clock, config: { ...base.config, publicDemo: { storesMax: 100 } } });
let shown = world;
const started: { userId: number; by: string }[] = [];
let seller: object | null = null;
let isSame = true;
vi.mock("@/lib/services/desk/system-world", () => ({ systemWorld: () => shown }));
vi.mock("@/lib/env", () => ({ env: () => ({}) }));
vi.mock("@/lib/auth/current-seller", () => ({ visitingSeller: async () => seller }));
vi.mock("@/lib/auth/request", () => ({
  isSameOrigin: async () => isSame,
  requestIp: async () => "198.51.100.4",
  visitorLanguages: async () => ["fr"],
}));
vi.mock("@/lib/auth/session", () => ({
  currentSession: async () => null,
  startSession: async (person: { userId: number; by: string }) => started.push(person),
}));
const { POST, GET } = await import("./route");
const { GET: home } = await import("../route");

beforeEach(() => {
  [shown, seller, isSame] = [world, null, true];
  started.length = 0;
});

const leads = ({ status, headers }: Response) => [status, headers.get("location")];
const homePage = async (path = "/") => (await home(new Request(`http://localhost:3000${path}`))).text();

test("the first page of a public demo has one button, without a script, and no word of sign-up", async () => {
  await ensurePlans(world);
  const page = await homePage();
  expect(page).toContain('<form action="/demo" method="post">');
  expect(page).toContain("Open a store of your own");
  expect(page).not.toMatch(/sign-up|<script/);
  shown = base;
  expect(await homePage()).not.toContain("/demo");
});

test("a press opens a store in the visitor's language, signs in, and leads to the dashboard", async () => {
  expect(leads(await POST())).toEqual([303, "/dashboard"]);
  const [person] = started;
  expect(person).toMatchObject({ by: "sign_up" });
  const user = await world.db.user.findUniqueOrThrow({ where: { id: person?.userId ?? 0 } });
  expect(user).toMatchObject({ language: "fr", isOperator: false });
  expect(demoPassword).toBe("demo");
});

test("nothing is opened from another site, by a link, for whoever has a store here, or in a real installation", async () => {
  isSame = false;
  expect(leads(await POST())).toEqual([303, "/"]);
  isSame = true;
  expect(leads(await GET())).toEqual([303, "/"]);
  seller = {};
  expect(leads(await POST())).toEqual([303, "/dashboard"]);
  [seller, shown] = [null, base];
  expect(leads(await POST())).toEqual([303, "/"]);
  expect(started).toEqual([]);
});

test("a refused visitor reads why on the first page", async () => {
  let last = await POST();
  for (let nth = 0; nth < 3; nth += 1) last = await POST();
  expect(leads(last)).toEqual([303, "/?why=demo_often"]);
  expect(await homePage("/?why=demo_often")).toContain("Too many stores were opened from your address.");
  expect(await homePage("/?why=account_taken")).not.toContain("No account can be made");
});
