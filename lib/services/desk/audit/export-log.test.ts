import { expect, test } from "vitest";
import { newOperator } from "@/lib/testing/operator";
import { testWorld } from "@/lib/testing/world";
import { exportLog } from "./log";

test("that an operator took a copy of the log stands in it", async () => {
  const world = testWorld();
  const where = { action: "log.exported" };
  expect(await world.db.auditEntry.count({ where })).toBe(0);
  const operator = await newOperator(world);
  const { value } = await (await exportLog(world, operator, "csv")).next();
  expect(value).toMatch(/^position,entry_id,created_at,/);
  expect(await world.db.auditEntry.findMany({ where })).toMatchObject([
    { actor: operator.actor, target: "service", details: { form: "csv" } },
  ]);
});
