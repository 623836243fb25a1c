import { describe, expect, test } from "vitest";
import { parseOperatorEnv } from "@/lib/env";
import { ask } from "../lab/testing/database";
import { applyMigrations } from "../migrate/apply";
import { withServer } from "../postgres";
import { databaseDoors, embeddedDoors, giveRights } from "./doors";
import { appEnvironment } from "./environment";

test("an embedded database that only ever knew its owner lets the app in as a role of its own at the next start", async () => {
  await withServer(async (url) => {
    await applyMigrations(url);
    const doors = embeddedDoors(url, new URL(url).password);
    await expect(ask(doors.appUrl, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    for (let start = 0; start < 2; start += 1)
      expect(await giveRights(doors)).toBe("the app enters as sente_app");
    const stores = "SELECT count(*)::int AS stores, current_user AS as FROM stores";
    expect(await ask(doors.appUrl, stores)).toEqual([{ stores: 0, as: "sente_app" }]);
    await expect(ask(doors.appUrl, "TRUNCATE stores CASCADE")).rejects.toMatchObject({ code: "42501" });
  });
});

describe("an operator's own database", () => {
  const own = (variables: Record<string, string>) => databaseDoors(parseOperatorEnv(variables));

  test("is entered by one URL, or by two", () => {
    expect(own({})).toBeUndefined();
    const [app, owner] = ["postgres://app@db/x", "postgres://owner@db/x"];
    expect(own({ DATABASE_URL: app })).toEqual({ appUrl: app, ownerUrl: app });
    const two = { DATABASE_URL: app, MIGRATE_DATABASE_URL: owner };
    expect(own(two)).toEqual({ appUrl: app, ownerUrl: owner });
  });

  test("behind a pooler is migrated past it, and a start that has no way past it says so", () => {
    const [pooler, direct] = ["postgres://app@pooler/x", "postgres://app@db/x"];
    const pooled = { DATABASE_URL: pooler, DATABASE_POOLER: "transaction" };
    expect(own({ ...pooled, DATABASE_DIRECT_URL: direct })).toEqual({ appUrl: pooler, ownerUrl: direct });
    expect(() => own(pooled)).toThrow(/^DATABASE_POOLER is set, and migrations cannot/);
  });

  test("cannot be told by the owner's URL alone", () => {
    expect(() => own({ MIGRATE_DATABASE_URL: "postgres://owner@db/x" })).toThrow(/set DATABASE_URL too/);
  });
});

test("the app's processes never learn the owner's URL", () => {
  process.env.MIGRATE_DATABASE_URL = "postgres://owner:secret@db/x";
  try {
    const secrets = {
      ...{ secretKey: "k", databasePassword: "p", inngestEventKey: "e", inngestSigningKey: "s" },
    };
    const given = { databaseUrl: "postgres://app@db/x", dataDir: "/d", dev: false, isOwnClock: false };
    const environment = appEnvironment(parseOperatorEnv({}), secrets, given);
    expect(JSON.stringify(environment)).not.toContain("owner:secret");
  } finally {
    delete process.env.MIGRATE_DATABASE_URL;
  }
});
