import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { html, signIn } from "@/lib/testing/dashboard";
import { takers } from "@/lib/testing/outbox";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import NotificationsPage from "./page";

// The cookies and headers of a request belong to Next.
const jar = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock("next/headers", () => ({ cookies: async () => jar, headers: async () => new Headers() }));

const smsPrice = { minor: 80n, currency: "KES" };
const base = testWorld(takers());
const world = { ...base, config: { ...base.config, smsPrice } };
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  await signIn(world, shop, jar);
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

test("each event has a box for each channel that works, as the defaults are", async () => {
  const page = await html(NotificationsPage());
  const box = (choice: string) =>
    page.match(/<input[^>]*>/g)?.find((input) => input.includes(`value="${choice}"`));
  expect(box("payment/email")).toContain("checked");
  expect(box("payment/sms")).not.toContain("checked");
  expect(page).toContain('aria-label="A payment came, E-mail"');
  expect(page).toContain("KES 0.80");
  expect(page).toContain("0 SMS, KES 0");
});

test("where no SMS provider is set up the page says so and offers none", async () => {
  Object.assign(globalThis, { senteWorld: { ...world, sms: null } });
  const page = await html(NotificationsPage());
  Object.assign(globalThis, { senteWorld: world });
  expect(page).toContain("No SMS can be sent");
  expect(page).not.toContain("payment/sms");
  expect(page).not.toContain("Send me a test SMS");
  expect(page).not.toContain('name="phone"');
});

test("a member whom nobody let have them is told so, and sees no form", async () => {
  const role = { accountId_userId: { accountId: shop.accountId, userId: shop.owner.id } };
  await world.db.member.update({ where: role, data: { role: "viewer" } });
  const page = await html(NotificationsPage());
  await world.db.member.update({ where: role, data: { role: "owner" } });
  expect(page).toContain("Notifications are not switched on for you");
  expect(page).not.toContain("payment/email");
});
