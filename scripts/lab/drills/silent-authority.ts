import { randomUUID } from "node:crypto";
import { type EtimsEmulator, startEtims } from "@/e2e/emulators/etims";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { checkFiscal } from "@/lib/testing/check-fiscal";
import { openFront, type Provider, provider, tinOf } from "@/lib/testing/front";
import { testStore } from "@/lib/testing/world";
import { say } from "../../steps";
import { until } from "../bench/until";
import { openWorldOf } from "../bench/world";
import { compared, killApp, type Meanwhile, payMeanwhile } from "./meanwhile";
import { inPlace, openPlace, type Place } from "./place";
import { cut, type Outcome, underLoad } from "./under-load";

const kenya = { country: "KE", currency: "KES", timeZone: "Africa/Nairobi" };
const count = Number(process.env.DOCUMENTS) || 1_000;
/** A lease that a killed process left is five minutes, and the pauses between calls grow to one. */
const withinMs = 600_000;

interface Till {
  etims: EtimsEmulator;
  at: Provider;
  seller: Seller;
}

/**
 * A tax authority is silent, loses what it answers, answers 500 and is back, for one of two stores; the app is killed while a call
 * hangs. Meanwhile people pay, and some get their money back. In the end its own ledger has each document once, without a gap
 * and in order, credit notes behind their sales, and nobody waited: no payer, no seller, not the other store.
 */
export async function silentAuthority(): Promise<Outcome> {
  const [ours, other] = await Promise.all([startAt("A123456789Z"), startAt("B123456789Z")]);
  const front = await openFront((headers, text) =>
    tinOf(headers, text) === ours.etims.tin ? ours.at : other.at,
  );
  const variables = { ETIMS: front.url, SANDBOX_MODE: "auto" };
  try {
    return await inPlace(await openPlace(variables), async (place) => {
      const world = await openWorldOf(place.dataDir);
      const tills = {
        ours: { ...ours, seller: await demoSeller(place, world) },
        other: { ...other, seller: (await testStore(world, { store: kenya })).live },
      };
      return dayOf(place, world, tills).finally(() => world.pool.end().catch(() => undefined));
    });
  } finally {
    await front.close();
    for (const { etims } of [ours, other]) await etims.close();
  }
}

async function startAt(tin: string) {
  const etims = await startEtims({ tin, realTime: true, startMs: Date.now() });
  etims.unkind.gapless = true;
  return { etims, at: provider(etims.url) };
}

async function demoSeller(place: Place, world: World): Promise<Seller> {
  const { owner, store } = place.demo() as unknown as { owner: { email: string }; store: { id: number } };
  const { accountId } = await world.db.store.findUniqueOrThrow({ where: { id: store.id } });
  const { id: userId } = await world.db.user.findUniqueOrThrow({ where: { email: owner.email } });
  return { storeId: store.id, accountId, livemode: true, actor: `user:${userId}`, userId, role: "owner" };
}

async function dayOf(
  place: Place,
  world: World,
  { ours, other }: { ours: Till; other: Till },
): Promise<Outcome> {
  const { connectDevice } = await import("@/lib/services/money/fiscal/device");
  for (const { etims, seller } of [ours, other])
    await connectDevice(world, seller, {
      ...{ kind: "etims_oscu", tin: etims.tin, branch: "00", serial: etims.device.serial, key: "" },
      ...{ lastNumber: "", untaxedClass: "D", itemClass: "8111150000" },
    });
  const wrong: string[] = [];
  let said = "";
  const load = await underLoad(
    place,
    async () => {
      const meanwhile = payMeanwhile(place);
      const beside = sellMeanwhile(world, other.seller);
      try {
        wrong.push(...(await hours(place, world, { ours, other }, meanwhile)));
      } finally {
        const times = compared(await meanwhile.end(), ["silent", "broken"]);
        await beside();
        said = `${meanwhile.paid()} payments; ${times.said}`;
        wrong.push(...times.wrong);
      }
      ours.at.mood = "well";
      await untilSigned(world, [ours, other], withinMs);
    },
    cut,
  );
  const ledgers = await Promise.all([ours, other].map((till) => wrongIn(world, till)));
  const credits = ours.etims.sales.filter(({ isCredit }) => isCredit).length;
  return {
    said: `${ours.etims.sales.length} documents, ${credits} credit notes; ${said}; ${load.said}`,
    wrong: [
      ...[...wrong, ...load.wrong, ...ledgers.flat()],
      ...(ours.etims.sales.length < count ? [`only ${ours.etims.sales.length} documents`] : []),
      ...(credits === 0 ? ["nothing went back"] : []),
    ],
  };
}

/** What happens to the authority, in turn. */
async function hours(
  place: Place,
  world: World,
  { ours, other }: { ours: Till; other: Till },
  meanwhile: Meanwhile,
): Promise<string[]> {
  const met = (mood: keyof Provider["met"], times: number) =>
    until(() => ours.at.met[mood] >= times, {
      everyMs: 100,
      withinMs,
      late: () => `It was not asked ${times} times while ${mood}: ${JSON.stringify(ours.at.met)}`,
    });
  const told = (what: string) =>
    say("", `${what}: ${meanwhile.paid()} paid, ${ours.etims.sales.length} signed`);
  meanwhile.phase("well");
  await until(() => ours.etims.sales.length > 0 && meanwhile.paid() >= 60, {
    ...{ everyMs: 500, withinMs: 180_000, late: () => "Nothing was signed while all was well." },
  });
  await giveBack(world, ours.seller, 5);

  meanwhile.phase("silent");
  ours.at.mood = "silent";
  told("silent");
  await met("silent", 2);
  const wrong = await isSignedMeanwhile(world, other);
  await giveBack(world, ours.seller, 10);

  ours.at.mood = "lost";
  told("lost");
  const before = ours.at.met.lost;
  await met("lost", before + 1);
  meanwhile.phase(null);
  await killApp(place);

  meanwhile.phase("broken");
  ours.at.mood = "broken";
  told("killed, then broken");
  await giveBack(world, ours.seller, 10);
  await met("broken", 1);
  await until(() => meanwhile.paid() >= count, { everyMs: 500, withinMs, late: () => "Too few paid." });
  told("back");
  return wrong;
}

/** Sales at a counter of the other store. Call what it returns to end them. */
function sellMeanwhile(world: World, seller: Seller): () => Promise<void> {
  let isOver = false;
  const selling = (async () => {
    const { sellAtCounter } = await import("@/lib/services/money/outside/sell");
    for (let nth = 0; !isOver; nth += 1) {
      const line = { name: "Rope", quantity: "2", price: String(10 + (nth % 90)) };
      await sellAtCounter(world, seller, {
        ...{ id: randomUUID(), lines: [line], reference: "", method: "cash" },
        customer: { name: "", email: "", phone: "" },
      });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  return async () => {
    isOver = true;
    await selling;
  };
}

/** What the other store sold until now is signed soon, while the first one's calls hang. */
async function isSignedMeanwhile({ db }: World, { seller: { storeId } }: Till): Promise<string[]> {
  const soldAt = new Date();
  const where = { storeId, paidAt: { lte: soldAt }, fiscal: { none: { status: "signed" } } };
  const left = () => db.order.count({ where });
  return until(async () => (await left()) === 0, {
    everyMs: 1_000,
    withinMs: 150_000,
    late: () => "late",
  }).then(
    () => [],
    async () => [`${await left()} sales of the other store waited for a call that hangs`],
  );
}

/** The whole of some orders that have a document, and half of others, by the seller's hand. */
async function giveBack(world: World, seller: Seller, many: number): Promise<void> {
  const { requestRefund } = await import("@/lib/services/money/out/refunds/request");
  const orders = await world.db.order.findMany({
    where: { storeId: seller.storeId, paymentStatus: "paid", livemode: true, refunds: { none: {} } },
    orderBy: { id: "asc" },
    take: many,
  });
  for (const [index, { id: orderId, totalMinor }] of orders.entries())
    await requestRefund(world, seller, {
      ...{ orderId, reason: "Broken", requestKey: randomUUID() },
      ...(index % 2 === 0 ? {} : { amountMinor: totalMinor / 2n }),
    });
}

/** Until every order has its documents, and all are signed. */
async function untilSigned({ db }: World, tills: Till[], ms: number): Promise<void> {
  const storeId = { in: tills.map(({ seller }) => seller.storeId) };
  const left = async () => [
    await db.paymentAttempt.count({ where: { storeId, status: { in: ["created", "pending", "unknown"] } } }),
    await db.refund.count({ where: { storeId, status: { in: ["queued", "sent"] } } }),
    await db.order.count({ where: { storeId, paidAt: { not: null }, livemode: true, fiscal: { none: {} } } }),
    await db.fiscalDocument.count({ where: { storeId, status: { not: "signed" } } }),
    await db.order.count({
      where: { storeId, refundedMinor: { gt: 0 }, fiscal: { none: { kind: "credit_note" } } },
    }),
  ];
  let last: number[] = [];
  await until(
    async () => {
      last = await left();
      return last.every((one) => one === 0);
    },
    { everyMs: 1_000, withinMs: ms, late: () => `Left at the end: ${last.join(", ")}` },
  ).catch((error: unknown) => say("", String(error)));
}

/** By the authority's own ledger, and by ours. */
async function wrongIn(world: World, { etims, seller: { storeId } }: Till): Promise<string[]> {
  const rows = await world.db.fiscalDocument.findMany({
    where: { storeId },
    include: { order: { select: { number: true } } },
    orderBy: { id: "asc" },
  });
  const open = rows.filter(({ status }) => status !== "signed").length;
  const numbers = etims.sales.map(({ invcNo }) => invcNo);
  const isRow = numbers.every((number, index) => number === index + 1);
  const theirs = etims.sales.map(({ json, isCredit }) => `${json.trdInvcNo} ${isCredit}`);
  const ourOwn = rows.map(({ order, kind }) => `${order.number} ${kind === "credit_note"}`);
  const early = etims.sales.filter(({ isCredit, orgInvcNo, invcNo }) => isCredit && orgInvcNo >= invcNo);
  const odd = etims.problems.filter((at) => at !== "invcNo");
  return [
    ...(open > 0 ? [`${open} documents are not signed`] : []),
    ...(isRow ? [] : ["the authority's numbers have a gap or are doubled"]),
    ...(theirs.join() === ourOwn.join()
      ? []
      : ["the authority has other documents, or another order of them"]),
    ...(early.length > 0 ? [`${early.length} credit notes came before their sales`] : []),
    ...(odd.length > 0 ? [`the authority refused: ${odd.slice(0, 5).join(", ")}`] : []),
    // What was sent again, because its answer never came: once for the silence that lost it.
    ...(etims.problems.length > 3 ? [`${etims.problems.length} documents were sent again`] : []),
    ...(await checkFiscal(world, storeId)),
  ];
}
