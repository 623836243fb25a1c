import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { TillAnswer, TillSeen } from "@/lib/providers/rails/till";
import { openStage } from "@/lib/testing/in-paying-world";
import { tillStore } from "@/lib/testing/till";
import { railOf } from "../rails";
import { hearTill, proveAllHeard } from "./hear";

const world = await openStage();
afterEach(() => vi.restoreAllMocks());

/** A store whose account answers so to what it is asked about; `asked` is how often it was. */
async function storeThat(answer: (seen: TillSeen) => TillAnswer | Promise<TillAnswer>) {
  const shop = await tillStore(world);
  const own = railOf(world, shop.key);
  if (!own) throw new Error("The account is not there.");
  const asked: string[] = [];
  const confirm = async (seen: TillSeen) => {
    asked.push(seen.receipt);
    return answer(seen);
  };
  const rail: PaymentRail = { ...own, till: { ...own.till, confirm } as PaymentRail["till"] };
  const hear = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const { account: _, ...seen } = shop.till();
      await hearTill(world, rail, seen, false);
    }
  };
  return { ...shop, rail, asked, hear };
}

test("a provider that is silent holds up neither another account nor the pass, and each of its payments is asked about in time", async () => {
  const other = await storeThat((seen) => ({ kind: "true", seen }));
  const silent = await storeThat(async () => {
    for (let waits = 0; waits < 100 && other.asked.length === 0; waits += 1) await sleep(20);
    world.clock.advance(5_000);
    throw new Error("no answer");
  });
  const rails = [silent.rail, other.rail];
  const { own } = world.rails;
  if (!own) throw new Error("There are no own accounts.");
  vi.spyOn(own, "find").mockImplementation((key) => rails.find(({ id }) => id === key) ?? null);
  await silent.hear(230);
  await other.hear(1);
  const from = world.clock.now().getTime();
  await proveAllHeard(world);
  expect(other.asked).toHaveLength(1);
  expect(world.clock.now().getTime() - from).toBeLessThanOrEqual(60_000);
  for (let pass = 0; pass < 2_000 && new Set(silent.asked).size < 230; pass += 1) await proveAllHeard(world);
  expect(new Set(silent.asked).size).toBe(230);
});
