import { expect, test } from "vitest";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { newOperator } from "@/lib/testing/operator";
import { testStore, testWorld } from "@/lib/testing/world";
import { exportLog } from "./export-log";

test("only an operator takes a copy of the log, and that stands in it", async () => {
  const world = testWorld();
  const { owner } = await testStore(world);
  const seller = { userId: owner.id, actor: `user:${owner.id}` };
  await expect(exportLog(world, seller, "csv")).rejects.toThrow(NotAllowed);
  const where = { action: "log.exported" };
  expect(await world.db.auditEntry.count({ where })).toBe(0);
  const operator = await newOperator(world);
  const { value } = await (await exportLog(world, operator, "csv")).next();
  expect(value).toMatch(/^position,entry_id,created_at,/);
  expect(await world.db.auditEntry.findMany({ where })).toMatchObject([
    { actor: operator.actor, target: "service", details: { form: "csv" } },
  ]);
});
