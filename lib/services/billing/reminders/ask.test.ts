import { expect, test } from "vitest";
import type { Role } from "@/lib/domain/roles";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { livingStore } from "@/lib/testing/reminders";
import { readUnreminded, remindOfRenewal } from "./ask";

const { world, shop, subscriber, runUntil, waiting, log, pay } = await livingStore();
const as = (role: Role): Seller => ({ ...shop.live, userId: shop.owner.id, role });
const seller = as("support");

test("a press reminds each once of one end, and the clock leaves its early reminder out; after a payment once more", async () => {
  world.clock.set(new Date("2026-03-02T09:00:00Z"));
  const id = await subscriber();
  world.clock.set(new Date("2026-03-24T09:00:00Z"));
  const soon = new Date("2026-04-05T00:00:00Z");
  expect(await readUnreminded(world, seller, soon, 100)).toEqual([id]);
  await expect(remindOfRenewal(world, as("viewer"), id)).rejects.toThrow();
  await remindOfRenewal(world, seller, id);
  expect(await waiting()).toEqual(["renewal_asked", "renewal_asked"]);
  expect(await readUnreminded(world, seller, soon, 100)).toEqual([]);
  await expect(remindOfRenewal(world, seller, id)).rejects.toThrow(/reminded_for_end/);
  await runUntil("2026-03-31T12:00:00Z");
  expect(log.map((line) => line.split(" ")[2])).toEqual(["renewal_asked", "renewal_three_days"]);
  await pay(id);
  world.clock.set(new Date("2026-04-22T12:00:00Z"));
  expect(await readUnreminded(world, seller, new Date("2026-05-05T00:00:00Z"), 100)).toEqual([id]);
});

test("who was reminded by the clock, has cancelled, or is of test data, is not reminded", async () => {
  world.clock.set(new Date("2026-05-02T09:00:00Z"));
  const id = await subscriber({ email: "other@example.com", phone: null });
  await runUntil("2026-05-26T12:00:00Z");
  await expect(remindOfRenewal(world, seller, id)).rejects.toThrow(/reminded_for_end/);
  await expect(remindOfRenewal(world, { ...seller, livemode: false }, id)).rejects.toThrow();
  await world.db.subscription.update({ where: { id }, data: { status: "cancelled" } });
  await expect(remindOfRenewal(world, seller, id)).rejects.toThrow(/nothing_to_remind/);
});
