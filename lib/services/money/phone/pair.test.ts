import { expect, test } from "vitest";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { openStage } from "@/lib/testing/in-paying-world";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { pairPath, readPairing } from "./pair";
import { readPhone } from "./read";

const world = await openStage();

const tokenOf = (path: string) => path.split("/").at(-1) ?? "";

test("a phone is paired by an address that its owner alone gets, and that ends after 15 minutes", async () => {
  const { seller } = await sellingStore(world);
  const { key } = await saveAccount(world, seller, {
    ...{ rail: "phone", livemode: true, label: "Shop phone", password },
    credentials: { network: "mtn_ug", number: "0772 400 401" },
  });
  const path = pairPath(world, key);
  const phone = await readPhone(world, seller, key);
  expect(phone?.pairSvg).toContain("<svg");
  expect(await readPhone(world, { ...seller, role: "admin" }, key)).toMatchObject({
    pairSvg: null,
    secret: null,
  });
  expect(readPairing(world, tokenOf(path))).toMatchObject({
    ...{ number: "0772 400401", network: "MTN MoMo", senders: ["MTNMobMoney"], secret: phone?.secret },
    ...{ url: expect.stringContaining("/api/rails/phone/"), timeZone: "Africa/Kampala" },
  });
  world.clock.advance(15 * 60_000 + 1);
  expect(readPairing(world, tokenOf(path))).toBeNull();
});

test("nothing else that is sealed opens it, nor what somebody made up", () => {
  const sealed = Buffer.from(world.secrets.seal(JSON.stringify({ key: "phone:x" }))).toString("base64url");
  for (const token of [
    sealed,
    "x",
    "",
    sealed.slice(2),
    Buffer.from(world.secrets.seal("1")).toString("base64url"),
  ])
    expect(readPairing(world, token)).toBeNull();
});
