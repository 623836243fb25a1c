import { expect, test } from "vitest";
import { atPages, signIn } from "@/lib/testing/dashboard";
import { statementsOf } from "@/lib/testing/statements";
import { testStore, testWorld } from "@/lib/testing/world";
import { GET } from "./route";

const world = atPages(testWorld());

const open = (storeId: number) => GET(new Request(`http://localhost/dashboard/live?store=${storeId}`));

test("a page follows a store of who is signed in, who is read once, and no other", async () => {
  const [shop, other] = [await testStore(world), await testStore(world)];
  expect((await open(shop.store.id)).status).toBe(204);
  await signIn(world, shop);
  expect((await open(other.store.id)).status).toBe(404);
  const { result, sent } = await statementsOf(() => open(shop.store.id));
  expect(result.headers.get("content-type")).toBe("text/event-stream");
  expect(sent.filter((sql) => sql.includes('FROM "public"."sessions"'))).toHaveLength(1);
  await result.body?.cancel();
});
