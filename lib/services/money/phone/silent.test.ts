import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { openTasks, phoneOf } from "@/lib/testing/phone-shop";
import { minuteOfPhones } from "./minute";

const world = await openStage();

async function opened() {
  const shop = await sellingStore(world);
  const phone = await phoneOf(world, shop);
  const pings = async (battery: number) => {
    const health = { checks: { "battery:level": { observedValue: battery, observedUnit: "percent" } } };
    const body = JSON.stringify({ event: "system:ping", payload: { health } });
    const signature = createHmac("sha256", phone.secret).update(`${body}1`).digest("hex");
    await phone.posts(body, { "x-signature": signature, "x-timestamp": "1" });
  };
  const told = (kind: string) => world.db.alert.count({ where: { storeId: shop.store.id, kind } });
  return { ...phone, pings, told, tasks: () => openTasks(world, shop) };
}

test("a nearly empty phone is told of once, however many messages come from it, until it is charged", async () => {
  const { pings, hears, sim, tasks, told } = await opened();
  await pings(12);
  await minuteOfPhones(world);
  expect(await tasks()).toEqual(["phone_silent"]);
  for (let index = 0; index < 3; index += 1) {
    world.clock.advance(60_000);
    await hears(sim.withdraws(10));
    await minuteOfPhones(world);
  }
  expect(await told("alert_phone_empty")).toBe(1);
  await pings(80);
  expect(await tasks()).toEqual([]);
  await pings(12);
  await minuteOfPhones(world);
  expect(await told("alert_phone_empty")).toBe(2);
});

test("a silent phone that speaks again with little battery is silent no more, and can be told of again", async () => {
  const { pings, hears, sim, tasks, told } = await opened();
  const isSilent = async () => {
    world.clock.advance(3 * 3_600_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["phone_silent"]);
  };
  for (let index = 0; index < 25; index += 1) {
    world.clock.advance(30 * 60_000);
    await hears(sim.withdraws(10));
  }
  await isSilent();
  await pings(17);
  expect(await tasks()).toEqual([]);
  await isSilent();
  expect(await told("alert_phone_silent")).toBe(2);
});
