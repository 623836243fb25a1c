import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSecrets } from "@/lib/providers/secrets";
import { isManageToken, manageToken } from "@/lib/services/core/manage-token";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { testDatabaseUrl } from "../lab/testing/database";
import { checkSecretKey, sealAnew } from "./secret-key";

/** The key of the tests' world. */
const old = Buffer.alloc(32, 7);
const fresh = Buffer.alloc(32, 8);
const both = createSecrets(fresh, [old]);
const url = testDatabaseUrl();
const world = await openStage();

test("a key that does not open what the database holds is refused, before and after the first start", async () => {
  const shop = await testStore(world);
  await press(world, shop, { id: randomUUID(), phone: "0772 123 129" });
  const refusal = /^SECRET_KEY is not the one that this database was made with/;
  await expect(checkSecretKey(url, createSecrets(fresh))).rejects.toThrow(refusal);
  expect(await checkSecretKey(url, createSecrets(old))).toBe("remembered");
  await expect(checkSecretKey(url, createSecrets(fresh))).rejects.toThrow(refusal);
  expect(await checkSecretKey(url, createSecrets(old))).toBe("the database's");
});

test("a new key takes over: all is sealed anew, links in people's mail stay, and the old key may go", async () => {
  expect(await checkSecretKey(url, both)).toMatch(/^new: run npm run rekey/);
  const subscription = { id: "sub_00000000000000000000", manageVersion: 1 };
  const link = manageToken(world, subscription);
  expect(isManageToken({ ...world, secrets: both }, subscription, link)).toBe(true);
  expect(isManageToken({ ...world, secrets: createSecrets(fresh) }, subscription, link)).toBe(false);
  expect(await sealAnew(url, both)).toBeGreaterThan(0);
  const alone = createSecrets(fresh);
  const attempts = await world.db.paymentAttempt.findMany({ where: { phoneSealed: { not: null } } });
  expect(attempts.map(({ phoneSealed }) => phoneSealed && alone.open(phoneSealed))).toEqual([
    "+256772123129",
  ]);
  expect(await checkSecretKey(url, alone)).toBe("the database's");
  expect(await sealAnew(url, both)).toBe(0);
});
