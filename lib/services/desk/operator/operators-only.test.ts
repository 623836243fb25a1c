import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { newOperator } from "@/lib/testing/operator";
import { testStore, testWorld } from "@/lib/testing/world";

// What an operator may do, nobody else may: not an owner of a store, not who was an operator, not who never was there.

const world = testWorld();
const { owner } = await testStore(world);
const gone = await newOperator(world);
await world.db.user.update({ where: { id: gone.userId }, data: { isOperator: false } });
const people = [owner.id, gone.userId, 2_000_000_000].map((userId) => ({ userId, actor: `user:${userId}` }));

const desk = path.resolve(import.meta.dirname, "..");
const signature =
  /export (?:async )?function\*? (\w+)\s*(?:<[^>]*>)?\(\s*world: World,\s*operator: Operator\b/g;

/** Every exported verb of an operator, by its file and name. */
const verbs = readdirSync(desk, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...readFileSync(path.join(desk, file), "utf8").matchAll(signature)].map(([, name = ""]) => [file, name]),
  );
const input = {
  ...{ rail: "paystack", rails: [], act: "arrived", reason: "Because.", password: "x", code: "", email: "" },
  ...{ contact: "a@example.com", view: "hand" },
};

test("they are found in the source", () => {
  expect(verbs.length).toBeGreaterThan(50);
});

test.each(verbs)("%s %s refuses everybody else before it does anything", async (file, name) => {
  const loaded: Record<string, unknown> = await import(path.join(desk, file ?? ""));
  const verb = loaded[name ?? ""];
  if (typeof verb !== "function") throw new Error(`There is no ${name}.`);
  for (const person of people) {
    const asked = (async () => {
      const found: unknown = await verb(world, person, input, input);
      // A walk begins with its first batch.
      if (typeof found === "object" && found !== null && "next" in found)
        await (found as AsyncGenerator<unknown>).next();
    })();
    await expect(asked).rejects.toBeInstanceOf(NotAllowed);
  }
});
