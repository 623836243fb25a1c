import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "@/lib/testing/dashboard";
import { jar } from "@/lib/testing/request";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { currentOperator } from "./current-seller";

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  await signIn(world, shop);
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

async function at(siteUrl: string) {
  world.config.siteUrl = siteUrl;
  jar.clear();
  await signIn(world, shop);
}

test("on localhost the operator's area opens with a password alone", async () => {
  await at("http://localhost:3000");
  await expect(currentOperator()).resolves.toMatchObject({ id: shop.owner.id });
});

test("anywhere else it leads to where two-step sign-in is set up, and opens once that is on", async () => {
  await at("https://pay.example.com");
  await expect(currentOperator()).rejects.toMatchObject({
    digest: expect.stringContaining("/dashboard/account/two-step"),
  });
  const on = { totpSealed: world.secrets.seal("secret"), totpConfirmedAt: world.clock.now() };
  await world.db.user.update({ where: { id: shop.owner.id }, data: on });
  await expect(currentOperator()).resolves.toMatchObject({ id: shop.owner.id });
});
