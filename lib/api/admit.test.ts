import { expect, test } from "vitest";
import { newPool } from "@/lib/db/connect";
import { newShop } from "@/lib/testing/api/client";
import { testWorld } from "@/lib/testing/world";
import { admit } from "./admit";
import { TooManyRequests } from "./answers";
import type { Trace } from "./trace";

const world = testWorld();

test("a good key is not taken for a guess because the database was away", async () => {
  const { liveKey } = await newShop(world);
  const pool = newPool({ connectionString: "postgres://nobody@127.0.0.1:9/none" });
  const request = new Request("http://internal/api/v1/access", {
    headers: { authorization: `Bearer ${liveKey}`, "x-client-ip": "10.9.8.7" },
  });
  // Safe: the checks set the headers and the holder alone.
  const ask = (asked: typeof world) => admit(asked, "any", request, { headers: {} } as unknown as Trace);
  const down = testWorld({ pool });
  const refusals = await Promise.all(
    Array.from({ length: 70 }, () => ask(down).catch((error: unknown) => error)),
  );
  expect(refusals.filter((refusal) => refusal instanceof TooManyRequests)).toEqual([]);
  expect(await ask(world)).toMatchObject({ livemode: true });
  await pool.end();
});
