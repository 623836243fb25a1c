import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { fiscalOf } from "@/lib/services/billing/orders/fiscal";
import { connectDevice } from "@/lib/services/money/fiscal/device";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { checkFiscal } from "./check-fiscal";
import { openStage } from "./in-paying-world";
import { sellingStore } from "./money";
import { type Received, type Receiver, startReceiver } from "./receiver";

/** A control unit of a test: it signs each number of a taxpayer once. */
export const authority = {
  isAway: false,
  /** A call of this operation is done, and its answer lost. */
  loses: 0,
  /** What it says to a sale, by the item class within. */
  refusesClass: "",
  refusesDevice: "",
  signed: new Map<string, string>(),
  sales: [] as { tin: string; invcNo: number; orgInvcNo: number; rcptTyCd: string; body: string }[],
};

function answerTo({ path, body, headers }: Received): {
  resultCd: string;
  resultMsg: string;
  data?: unknown;
} {
  const sent = JSON.parse(body) as Record<string, never>;
  const tin: string = sent.tin ?? String(headers.tin);
  if (path.endsWith("selectInitOsdcInfo")) {
    if (tin.startsWith("X")) return { resultCd: "901", resultMsg: "It is not valid device" };
    const info = { tin, cmcKey: `key-${tin}`, sdcId: "KRACU0100000001", taxprNm: "Duka Ltd" };
    return { resultCd: "000", resultMsg: "It is succeeded", data: { info } };
  }
  if (headers.cmckey !== `key-${tin}`)
    return { resultCd: "900", resultMsg: "There is no Header information" };
  if (authority.refusesDevice === tin) return { resultCd: "901", resultMsg: "It is not valid device" };
  if (!path.endsWith("saveTrnsSalesOsdc")) return { resultCd: "000", resultMsg: "It is succeeded" };
  const { invcNo, orgInvcNo, rcptTyCd, itemList } = sent as unknown as {
    invcNo: number;
    orgInvcNo: number;
    rcptTyCd: string;
    itemList: { itemClsCd: string }[];
  };
  if (itemList.some(({ itemClsCd }) => itemClsCd === authority.refusesClass))
    return { resultCd: "910", resultMsg: "Request parameter error: itemClsCd" };
  const name = `${tin}/${invcNo}`;
  if (authority.signed.has(name)) return { resultCd: "994", resultMsg: "There is an overlapped Data" };
  authority.signed.set(name, body);
  authority.sales.push({ tin, invcNo, orgInvcNo, rcptTyCd, body });
  const data = { curRcptNo: invcNo, totRcptNo: invcNo, intrlData: "INTERNAL", rcptSign: `SIGN${invcNo}` };
  return { resultCd: "000", resultMsg: "It is succeeded", data: { ...data, sdcDateTime: "20260412110000" } };
}

type Shop = Awaited<ReturnType<typeof sellingStore>>;
let pins = 0;
export const pin = () => `P${String(++pins).padStart(9, "0")}A`;
export const kenya = { country: "KE", currency: "KES", timeZone: "Africa/Nairobi" };
export const device = (tin: string) => ({
  ...{ kind: "etims_oscu", tin, branch: "00", serial: "dvc1130", key: "", lastNumber: "" },
  ...{ untaxedClass: "D", itemClass: "8111150000" },
});

/** For a file of tests: a world with such an authority, and a store in Kenya for each test, whose documents are right after it. */
export async function openFiscalStage() {
  const world = await openStage();
  let receiver: Receiver;
  // Safe: filled before each test.
  const shop = {} as Shop;
  beforeAll(async () => {
    receiver = await startReceiver((_request, response, received) => {
      if (authority.isAway) return response.destroy();
      const said = answerTo(received);
      if (received.path.endsWith("saveTrnsSalesOsdc") && authority.loses > 0 && said.resultCd === "000") {
        authority.loses -= 1;
        return response.destroy();
      }
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
    });
    world.config.etims = receiver.url.replace("/hooks", "");
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    world.clock.set(new Date("2026-04-12T08:00:00Z"));
    Object.assign(authority, { isAway: false, loses: 0, refusesClass: "", refusesDevice: "", sales: [] });
    authority.signed.clear();
    // What other tests left is not of this one.
    await world.db.fiscalDevice.updateMany({ data: { state: "off", nextAttemptAt: null } });
    Object.assign(shop, await sellingStore(world, { store: kenya }));
  });
  afterEach(async () => {
    expect(await checkFiscal(world, shop.store.id)).toEqual([]);
  });
  return {
    world,
    shop,
    asked: () => receiver.received.length,
    async connected(of: Shop = shop): Promise<string> {
      const tin = pin();
      await connectDevice(world, of.seller, device(tin));
      world.clock.advance(1_000);
      return tin;
    },
    async sell(price = "1160", of: Shop = shop): Promise<number> {
      const { orderId } = await sellAtCounter(world, of.seller, {
        ...{ id: randomUUID(), lines: [{ name: "Rope", quantity: "2", price }], reference: "" },
        ...{ method: "cash", customer: { name: "", email: "", phone: "" } },
      });
      world.clock.advance(1_000);
      return orderId;
    },
    documents: (of: Shop = shop) =>
      world.db.fiscalDocument.findMany({ where: { storeId: of.store.id }, orderBy: { id: "asc" } }),
    async tasks() {
      const where = { storeId: shop.store.id, resolvedAt: null, kind: { startsWith: "fiscal" } };
      return (await world.db.task.findMany({ where })).map(({ kind, details }) => [kind, details]);
    },
    async shownOf(orderId: number) {
      const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
      return (await fiscalOf(world, [order])).get(orderId);
    },
  };
}
