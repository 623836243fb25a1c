import { beforeEach, expect, test } from "vitest";
import { readUssd } from "@/lib/services/money/ussd/settings";
import { openStage } from "@/lib/testing/in-paying-world";
import { newOperator, operatorPassword as password } from "@/lib/testing/operator";
import { refused } from "@/lib/testing/refused";
import { checkUssd, type NewUssd, readUssdSettings, saveUssd } from "./settings";

const world = await openStage();
const operator = await newOperator(world);

beforeEach(() => world.db.ussdSetting.deleteMany());

const save = (more: Partial<NewUssd> = {}) =>
  saveUssd(world, operator, {
    ...{ isOn: true, dial: "*384*77#", addresses: "203.0.113.7, 2001:db8::1", renew: false },
    ...{ password, code: "", reason: "The contract is signed.", ...more },
  });

test("an operator sets the short code up; its secret is sealed, and stays until a new one is asked for", async () => {
  await save();
  const first = await readUssdSettings(world, operator);
  expect(first).toMatchObject({ isOn: true, dial: "*384*77#", addresses: ["203.0.113.7", "2001:db8::1"] });
  const secret = first.callbackUrl?.split("/").at(-1) ?? "";
  expect(secret).toMatch(/^[0-9A-Za-z]{32}$/);
  const row = await world.db.ussdSetting.findUniqueOrThrow({ where: { provider: "africastalking" } });
  expect(Buffer.from(row.secretSealed).toString("latin1")).not.toContain(secret);
  await save({ dial: "*384*78#" });
  expect((await readUssdSettings(world, operator)).callbackUrl).toBe(first.callbackUrl);
  await save({ renew: true });
  expect((await readUssdSettings(world, operator)).callbackUrl).not.toBe(first.callbackUrl);
  const logged = await world.db.auditEntry.findFirstOrThrow({
    where: { action: "ussd.saved", actor: operator.actor },
    orderBy: { id: "desc" },
    select: { target: true, reason: true, details: true },
  });
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test("switched off, nobody is answered", async () => {
  await save({ isOn: false });
  expect(await readUssd(world, "africastalking")).toBeNull();
});

test.each([
  ["dial", { dial: "384" }],
  ["dial", { dial: "*384*77*1*2*3*4#" }],
  ["addresses", { addresses: "example.com" }],
  ["reason", { reason: " " }],
  ["password", { password: "" }],
])("a wrong %s is refused, and nothing changes", async (field, typed) => {
  await refused(save(typed), { [field]: expect.anything() });
  expect(await world.db.ussdSetting.count()).toBe(0);
});

test("the check says so when the public address answers nobody", async () => {
  await save({ addresses: "" });
  expect(await checkUssd(world, operator)).toMatchObject({ ok: false });
});
