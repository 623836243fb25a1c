import { beforeEach, expect, test } from "vitest";
import { newOperator } from "@/lib/testing/operator";
import { type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { chooseTimeZone, guessTimeZone } from "./person";

let world: TestWorld;
beforeEach(() => {
  world = testWorld();
});

async function zoneOf(userId: number): Promise<string | null> {
  return (await world.db.user.findUniqueOrThrow({ where: { id: userId } })).timeZone;
}

test("an operator's zone is the browser's until they choose one, which no other browser changes", async () => {
  const { userId } = await newOperator(world);
  for (const nonsense of ["", "Mars/Base", "<b>"]) await guessTimeZone(world, { userId }, nonsense);
  expect(await zoneOf(userId)).toBeNull();
  await guessTimeZone(world, { userId }, "Africa/Nairobi");
  expect(await zoneOf(userId)).toBe("Africa/Nairobi");
  await chooseTimeZone(world, { userId }, "UTC");
  await guessTimeZone(world, { userId }, "Africa/Lagos");
  expect(await zoneOf(userId)).toBe("UTC");
});

test("a zone that is none cannot be chosen", async () => {
  const { userId } = await newOperator(world);
  await expect(chooseTimeZone(world, { userId }, "Mars/Base")).rejects.toThrow("choose_time_zone");
  expect(await zoneOf(userId)).toBeNull();
});

test("sellers have the zones of their stores, so nothing is guessed for them", async () => {
  const { owner } = await testStore(world);
  await guessTimeZone(world, { userId: owner.id }, "Africa/Nairobi");
  expect(await zoneOf(owner.id)).toBeNull();
});
