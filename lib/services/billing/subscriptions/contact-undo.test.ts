import { beforeEach, expect, test } from "vitest";
import type { SubscriptionRow } from "@/lib/db/rows";
import { manageToken } from "@/lib/services/core/manage-token";
import { readManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { checkAccess } from "../access/check-access-in-one";
import { askContactCode, type ContactChannel, confirmContactCode } from "./contact-code";
import { readContactUndo, undoContactChange } from "./contact-undo";
import { replaceManageLink, sendManageLink } from "./manage-link";

const dayMs = 24 * 60 * 60 * 1000;
let world: TestWorld;
let shop: TestStore;
let row: SubscriptionRow;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
  row = await paidSubscription(world, shop, { livemode: true, ref: "user_1", email: "mary@example.org" });
});

const messages = (template: string) =>
  world.db.message.findMany({ where: { storeId: shop.store.id, template }, orderBy: { id: "asc" } });
const customer = () => world.db.customer.findUniqueOrThrow({ where: { id: row.customerId } });
const fresh = () => world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });

async function change(channel: ContactChannel, value: string): Promise<string> {
  const asked = { subscriptionId: row.id, channel, value, language: "en" };
  await askContactCode(world, shop.live, asked);
  const code = /\b\d{6}\b/.exec((await messages("contact_code")).at(-1)?.body ?? "")?.[0] ?? "";
  const done = await confirmContactCode(world, shop.live, row.id, code);
  if (done.kind !== "changed") throw new Error(done.kind);
  return done.url;
}

const undoToken = async (which = -1) =>
  /\/undo\/(\w{22})/.exec((await messages("contact_changed")).at(which)?.body ?? "")?.[1] ?? "";

test("a changed e-mail is told to the old one, in the customer's language, with a link that takes it back", async () => {
  await world.db.customer.update({ where: { id: row.customerId }, data: { language: "sw" } });
  await change("email", "eve@evil.example");
  const [told] = await messages("contact_changed");
  expect(told).toMatchObject({ channel: "email", recipient: "mary@example.org" });
  expect(told?.body).toContain("si wewe");
  expect(told?.body).not.toContain("eve@evil.example");
  expect(await readContactUndo(world, await undoToken())).toMatchObject({
    isOver: false,
    old: "m•••@example.org",
    now: "e•••@evil.example",
  });
});

test("all contacts on file hear of it, also when one is added", async () => {
  await change("sms", "0772 555 789");
  await change("email", "eve@evil.example");
  expect((await messages("contact_changed")).map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ["email", "mary@example.org"],
    ["email", "mary@example.org"],
    ["sms", "+256772555789"],
  ]);
});

test("taken back: the old contact, its access and its power are there again, and the new one has none", async () => {
  const access = async (email: string) => (await checkAccess(world, shop.live, { email }, null))?.id ?? null;
  const evesUrl = await change("email", "eve@evil.example");
  expect(await access("mary@example.org")).toBeNull();
  const token = await undoToken();
  expect(await undoContactChange(world, token)).toBe("undone");
  expect((await customer()).email).toBe("mary@example.org");
  expect([await access("mary@example.org"), await access("eve@evil.example")]).toEqual([row.id, null]);
  expect(await readManagePage(world, evesUrl.split("/manage/")[1] ?? "")).toBeNull();
  const [restored] = await messages("contact_restored");
  expect(restored).toMatchObject({ recipient: "eve@evil.example" });
  expect(restored?.body).not.toContain("http");
  const [link] = await messages("manage_link");
  expect(link).toMatchObject({ recipient: "mary@example.org" });
  expect(link?.body).toContain(`/manage/${manageToken(world, await fresh())}`);
  expect(await undoContactChange(world, token)).toBe("over");
});

test("whoever changed it cannot take the taking back back", async () => {
  await change("email", "eve@evil.example");
  world.clock.advance(1_000);
  await change("email", "eve2@evil.example");
  const [marys, eves] = [await undoToken(0), await undoToken(1)];
  expect(await undoContactChange(world, marys)).toBe("undone");
  expect(await undoContactChange(world, eves)).toBe("over");
  expect((await customer()).email).toBe("mary@example.org");
});

test("a phone that was added before the e-mail was changed goes with it, by the link that told of the phone", async () => {
  await change("sms", "0772 555 789");
  world.clock.advance(1_000);
  await change("email", "eve@evil.example");
  expect(await undoContactChange(world, await undoToken(0))).toBe("undone");
  expect(await customer()).toMatchObject({ email: "mary@example.org", phone: null });
  expect((await messages("contact_restored")).map(({ recipient }) => recipient).sort()).toEqual([
    "+256772555789",
    "eve@evil.example",
  ]);
  expect((await messages("manage_link")).map(({ recipient }) => recipient)).toEqual(["mary@example.org"]);
});

test("the new link goes to the contact that was put back, and to no other that is on file", async () => {
  await change("sms", "0772 555 789");
  world.clock.advance(1_000);
  await change("email", "eve@evil.example");
  expect(await undoContactChange(world, await undoToken(1))).toBe("undone");
  expect((await messages("manage_link")).map(({ recipient }) => recipient)).toEqual(["mary@example.org"]);
});

test("a code that was asked for before is of no use after", async () => {
  await change("email", "eve@evil.example");
  const asked = {
    subscriptionId: row.id,
    channel: "email" as const,
    value: "eve3@evil.example",
    language: "en",
  };
  await askContactCode(world, shop.live, asked);
  const code = /\b\d{6}\b/.exec((await messages("contact_code")).at(-1)?.body ?? "")?.[0] ?? "";
  await undoContactChange(world, await undoToken());
  expect(await confirmContactCode(world, shop.live, row.id, code)).toEqual({ kind: "over" });
});

test("it works for seven days, once, also when pressed twice at once", async () => {
  await change("email", "eve@evil.example");
  const token = await undoToken();
  const both = await Promise.all([undoContactChange(world, token), undoContactChange(world, token)]);
  expect(both.sort()).toEqual(["over", "undone"]);
  await change("email", "new@example.org");
  world.clock.advance(7 * dayMs);
  expect(await undoContactChange(world, await undoToken())).toBe("over");
  expect(await undoContactChange(world, "x".repeat(22))).toBeNull();
});

test("an address that another customer has by now is not taken from them", async () => {
  await change("email", "eve@evil.example");
  await paidSubscription(world, shop, { livemode: true, ref: "user_2", email: "mary@example.org" });
  expect(await undoContactChange(world, await undoToken())).toBe("taken");
  expect((await customer()).email).toBe("eve@evil.example");
});

test("a changed contact ends the link that was sent to the old one", async () => {
  const before = manageToken(world, row as never);
  const url = await change("email", "new@example.org");
  expect(await readManagePage(world, before)).toBeNull();
  expect(await readManagePage(world, url.split("/manage/")[1] ?? "")).not.toBeNull();
});

test("so does a contact that the seller changes, but not one that is added or said again", async () => {
  const before = manageToken(world, row as never);
  const email = "mary@example.org";
  await updateCustomer(world, shop.live, row.customerId, { email, phone: "0772 555 789", name: "Mary O." });
  expect(await readManagePage(world, before)).not.toBeNull();
  await updateCustomer(world, shop.live, row.customerId, { email: "new@example.org" });
  expect(await readManagePage(world, before)).toBeNull();
});

test("a new link ends the old one; who may only look makes none", async () => {
  const before = manageToken(world, await fresh());
  const url = await replaceManageLink(world, shop.live, row.id);
  expect(await readManagePage(world, before)).toBeNull();
  expect(await readManagePage(world, url.split("/manage/")[1] ?? "")).not.toBeNull();
  const viewer = { ...shop.live, userId: shop.owner.id, role: "viewer" as const };
  await expect(replaceManageLink(world, viewer, row.id)).rejects.toThrow();
});

test("asked to be sent, the link goes to the subscriber's own contact, three times an hour and six a day", async () => {
  for (let asked = 0; asked < 5; asked += 1) {
    await sendManageLink(world, row);
    world.clock.advance(1_000);
  }
  const sent = await messages("manage_link");
  expect(sent.map(({ recipient }) => recipient)).toEqual(Array.from({ length: 3 }, () => "mary@example.org"));
  for (let hour = 0; hour < 12; hour += 1) {
    world.clock.advance(dayMs / 24);
    await sendManageLink(world, row);
  }
  expect(await messages("manage_link")).toHaveLength(6);
});
