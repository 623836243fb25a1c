import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testStore, testWorld } from "@/lib/testing/world";
import { saveAlertSettings } from "./settings";

const sql = readFileSync("prisma/migrations/20261123170001_reversal_choices/migration.sql", "utf8");

test("who had chosen disputes has reversals chosen on the same channels; nobody else has", async () => {
  const world = testWorld();
  const shops = [await testStore(world), await testStore(world)] as const;
  const none = { quietFrom: "", quietUntil: "", timeZone: "", digestHour: "" };
  const before = ["payment/email", "dispute/email", "dispute/sms"];
  await saveAlertSettings(world, shops[0].live, { choices: before, ...none });
  await saveAlertSettings(world, shops[1].live, { choices: ["payment/email"], ...none });
  const client = await world.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(sql);
    const { rows } = await client.query<{ choices: string[] }>(
      "SELECT choices FROM alert_settings WHERE account_id = ANY($1::int[]) ORDER BY account_id",
      [shops.map(({ accountId }) => accountId)],
    );
    expect(rows.map(({ choices }) => choices.slice().sort())).toEqual([
      [...before, "reversal/email", "reversal/sms"].sort(),
      ["payment/email"],
    ]);
  } finally {
    // Other tests use the same tables.
    await client.query("ROLLBACK");
    client.release();
  }
});
