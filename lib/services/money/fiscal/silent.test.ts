import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EtimsEmulator, startEtims } from "@/e2e/emulators/etims";
import { createSafePost } from "@/lib/providers/safe-post";
import { checkFiscal } from "@/lib/testing/check-fiscal";
import { device, kenya } from "@/lib/testing/fiscal-shop";
import { openFront, type Provider, provider, tinOf } from "@/lib/testing/front";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { undoPayment } from "../outside/record";
import { sellAtCounter } from "../outside/sell";
import { connectDevice } from "./device";
import { gatherDocuments } from "./gather";
import { workFiscal } from "./send";

// A day at two tills whose authority is away for one of them. `npm run drills silent-authority` is the same with the built app,
// payments over HTTP and more than a thousand documents.

const world = await openStage({ post: createSafePost({ allowLocal: true, timeoutMs: 5_000 }) });
const names = { ours: "A123456789Z", other: "B123456789Z" };
type Till = Awaited<ReturnType<typeof openTill>>;
let ours: Till;
let other: Till;
let front: Awaited<ReturnType<typeof openFront>>;

async function openTill(tin: string) {
  const etims: EtimsEmulator = await startEtims({ tin });
  etims.unkind.gapless = true;
  const shop = await sellingStore(world, { store: kenya });
  const at: Provider = provider(etims.url);
  const storeId = shop.store.id;
  let price = 0;
  return {
    ...{ etims, at, shop },
    connect: () => connectDevice(world, shop.seller, { ...device(tin), serial: etims.device.serial }),
    async sell(count: number): Promise<number[]> {
      const ids: number[] = [];
      for (; ids.length < count; price += 1) {
        const line = { name: "Rope", quantity: "2", price: String(10 + price) };
        const { orderId } = await sellAtCounter(world, shop.seller, {
          ...{ id: randomUUID(), lines: [line], reference: "", method: "cash" },
          customer: { name: "", email: "", phone: "" },
        });
        ids.push(orderId);
        world.clock.advance(1_000);
      }
      return ids;
    },
    giveBack: (orderId: number) => undoPayment(world, shop.seller, { orderId, reason: "Typed twice" }),
    documents: () => world.db.fiscalDocument.findMany({ where: { storeId }, orderBy: { id: "asc" } }),
    waiting: () => world.db.fiscalDocument.count({ where: { storeId, status: "queued" } }),
  };
}

beforeAll(async () => {
  world.clock.set(new Date("2026-04-12T08:00:00Z"));
  [ours, other] = [await openTill(names.ours), await openTill(names.other)];
  front = await openFront((headers, text) => (tinOf(headers, text) === names.ours ? ours.at : other.at));
  world.config.etims = front.url;
  for (const till of [ours, other]) await till.connect();
  world.clock.advance(1_000);
});
afterAll(async () => {
  await front.close();
  for (const { etims } of [ours, other]) await etims.close();
});

/** The device's next turn, whatever it waits for. */
async function work(through = world): Promise<void> {
  const devices = await world.db.fiscalDevice.findMany({ where: { storeId: ours.shop.store.id } });
  const dueAt = devices[0]?.nextAttemptAt ?? world.clock.now();
  if (dueAt > world.clock.now()) world.clock.set(dueAt);
  await workFiscal(through);
}

test("an authority that is silent, then broken, then back signs all in order, once, and holds up nobody else", async () => {
  const first = await ours.sell(4);
  await work();
  expect(await ours.waiting()).toBe(0);

  ours.at.mood = "silent";
  await ours.sell(3);
  let isOver = false;
  const working = work().then(() => {
    isOver = true;
  });
  // While its call hangs, payments go on, and another store's documents are signed.
  await ours.sell(3);
  await other.sell(2);
  await workFiscal(world);
  expect(await other.waiting()).toBe(0);
  expect(isOver).toBe(false);
  await working;
  expect(ours.at.met.silent).toBe(1);

  for (const orderId of first.slice(0, 2)) await ours.giveBack(orderId);
  ours.at.mood = "lost";
  await work();
  expect(ours.at.met.lost).toBe(1);

  ours.at.mood = "broken";
  const second = await ours.sell(3);
  await work();
  expect(ours.at.met.broken).toBe(1);
  for (const orderId of second.slice(0, 2)) await ours.giveBack(orderId);

  ours.at.mood = "well";
  await gatherDocuments(world);
  const update = () => Promise.reject(new Error("dead"));
  const dead = { ...world, db: world.db.$extends({ query: { fiscalDevice: { update } } }) };
  // It dies between an answer and its record.
  await work(dead as unknown as typeof world);
  world.clock.advance(300_000);
  for (let pass = 0; pass < 20 && (await ours.waiting()) > 0; pass += 1) await work();

  const rows = await ours.documents();
  expect(rows).toHaveLength(17);
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => "signed"));
  // In the order in which they were made, each once, without a gap, at the authority's own ledger too.
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  expect(ours.etims.sales.map(({ invcNo }) => invcNo)).toEqual(rows.map((_, index) => index + 1));
  const signed = ours.etims.sales.map(({ json }) => json.trdInvcNo);
  const orders = await world.db.order.findMany({ where: { storeId: ours.shop.store.id } });
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  expect(signed).toEqual(rows.map(({ orderId }) => numbers.get(orderId)));
  for (const { isCredit, orgInvcNo, invcNo } of ours.etims.sales)
    expect(isCredit ? orgInvcNo > 0 && orgInvcNo < invcNo : orgInvcNo === 0).toBe(true);
  expect(ours.etims.sales.filter(({ isCredit }) => isCredit)).toHaveLength(4);
  // What it has, and told nobody of, it says that it has.
  expect(new Set(ours.etims.problems)).toEqual(new Set(["invcNo"]));
  expect(other.etims.problems).toEqual([]);
  for (const { shop } of [ours, other]) expect(await checkFiscal(world, shop.store.id)).toEqual([]);
}, 60_000);
