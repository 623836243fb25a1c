import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseOfTheApp, testStore, testWorld } from "@/lib/testing/world";
import { askPress, beginPress, endPress, forgetPress } from "./presses";

const world = { ...testWorld(), ...databaseOfTheApp() };

async function somebody() {
  const { owner } = await testStore(world);
  return { userId: owner.id, token: randomUUID() };
}

test("of a press that arrives ten times at once one is worked on, and all are told where it led", async () => {
  const press = await somebody();
  let worked = 0;
  const arrive = async () => {
    const before = await beginPress(world, press);
    if (before) return before;
    worked += 1;
    await endPress(world, press, "/dashboard/customers/7");
    return "first";
  };
  const told = await Promise.all(Array.from({ length: 10 }, arrive));
  expect(worked).toBe(1);
  expect(told.filter((one) => one === "first")).toHaveLength(1);
  expect(new Set(told.filter((one) => one !== "first").map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ is: "done", ledTo: "/dashboard/customers/7" })]),
  );
  expect(await askPress(world, press)).toEqual({ is: "done", ledTo: "/dashboard/customers/7" });
});

test("a press that was refused may be made again", async () => {
  const press = await somebody();
  expect(await beginPress(world, press)).toBeNull();
  await forgetPress(world, press);
  expect(await beginPress(world, press)).toBeNull();
});

test("who was told that nothing was saved is told the truth: the press that comes after does nothing", async () => {
  const press = await somebody();
  expect(await askPress(world, press)).toEqual({ is: "void" });
  expect(await beginPress(world, press)).toEqual({ is: "void" });
  expect(await askPress(world, press)).toEqual({ is: "void" });
});

test("a press under way is said to be; once nobody can work on it any more, it is not known", async () => {
  const clocked = testWorld();
  const { owner } = await testStore(clocked);
  const press = { userId: owner.id, token: randomUUID() };
  await beginPress(clocked, press);
  expect(await askPress(clocked, press)).toEqual({ is: "working" });
  clocked.clock.advance(60_000);
  expect(await askPress(clocked, press)).toEqual({ is: "unknown" });
  expect(await beginPress(clocked, press)).toEqual({ is: "unknown" });
});

test("a press is its person's: the same name in somebody else's browser is another", async () => {
  const [one, two] = [await somebody(), await somebody()];
  await beginPress(world, one);
  await endPress(world, one, "/dashboard");
  expect(await beginPress(world, { ...two, token: one.token })).toBeNull();
});
