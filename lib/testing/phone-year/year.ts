import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { minuteOfPhones } from "@/lib/services/money/phone/minute";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import type { PayingWorld } from "../payments";
import { luckOf } from "../simulation/luck";
import { Agenda } from "./agenda";
import { differences } from "./agrees";
import { Device } from "./device";
import { somebodyForges } from "./forger";
import type { Forwarder } from "./forwarders";
import { somebodyComes } from "./payers";
import {
  networkTakesBack,
  sellerBorrows,
  sellerDecides,
  sellerLooks,
  sellerMovesMoney,
  sellerRefunds,
} from "./seller";
import { type Life, openPhoneShop, type PhoneShop } from "./shop";
import type { SimNetwork } from "./words";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The networks of the two SIMs; with two of one network only the slot tells them apart. */
const pairs: readonly [SimNetwork, SimNetwork][] = [
  ["mpesa_ke", "mpesa_ke"],
  ["mtn_ug", "mtn_ug"],
  ["yas_tz", "mtn_ug"],
  ["mtn_ug", "mpesa_ke"],
  ["mpesa_ke", "yas_tz"],
];
const forwarders: [Forwarder, ...Forwarder[]] = ["gateway", "httpsms", "json"];

/** `broken`: null when the books were the account at the end of every day; else what differed, and on which day. */
export async function liveYear(
  world: PayingWorld,
  seed: number,
  days: number,
): Promise<{ broken: string | null; happened: Happened }> {
  const life = await openLife(world, seed);
  const start = world.clock.now().getTime();
  const offEvery = Math.min(30, Math.ceil(days / 2));
  let quietDays = 0;
  for (let day = 0; day < days; day += 1) {
    const isOff = day % offEvery === Math.floor(offEvery / 3);
    planDay(life, { isOff, isReplaced: day === Math.floor(days / 2) });
    await life.agenda.runUntil(new Date(start + (day + 1) * dayMs));
    const isQuiet = !life.device.isOff;
    await closeDay(life, isQuiet);
    if (isQuiet) quietDays += 1;
    const isLast = day === days - 1;
    for (const shop of life.shops) {
      const problems = await differences(life, shop, { isQuiet, ...(isLast ? {} : { days: 3 }) });
      if (problems.length === 0) continue;
      return { broken: told(seed, day, shop, problems), happened: await count(life, quietDays) };
    }
  }
  return { broken: null, happened: await count(life, quietDays) };
}

const told = (seed: number, day: number, { sim, slot }: PhoneShop, problems: string[]) =>
  `seed ${seed}, day ${day}, ${sim.network} in slot ${slot}:\n${problems.join("\n")}`;

async function openLife(world: PayingWorld, seed: number): Promise<Life> {
  const luck = luckOf(seed);
  world.random = luck.random;
  // Three in the morning, where all of them are.
  world.clock.set(new Date(Date.UTC(2026, 0, 10 + seed * 400)));
  const errors: string[] = [];
  const note = (details: unknown, text?: string) => {
    const { err } = Object(details);
    errors.push(
      `${text ?? ""} ${err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(details)}`,
    );
  };
  world.log = { ...world.log, error: note, warn: note };
  const [one, other] = pairs[seed % pairs.length] ?? ["mtn_ug", "mtn_ug"];
  const appKey = luck.once(2) ? "the-key-of-the-app" : null;
  const shops = [
    await openPhoneShop(world, luck, { network: one, slot: 1, appKey }),
    await openPhoneShop(world, luck, { network: other, slot: 2, appKey }),
  ];
  const agenda = new Agenda(world.clock);
  const addresses = shops.map(({ address }) => address);
  const device = new Device(world, agenda, luck, addresses, luck.pick(forwarders));
  return { world, luck, agenda, device, shops, errors };
}

/** From seven in the morning to nine at night; what is late by hours has come by three. */
function planDay(life: Life, { isOff, isReplaced }: { isOff: boolean; isReplaced: boolean }): void {
  const { world, luck, agenda, device } = life;
  const opens = world.clock.now().getTime() + 4 * hourMs;
  const at = () => opens + luck.roll(14 * 3_600) * 1_000;
  const often = (times: number, act: () => Promise<unknown>) => {
    for (let index = 0; index < times; index += 1) agenda.add(at(), act);
  };
  for (const [index, shop] of life.shops.entries()) {
    // The second number is used less.
    const busy = index === 0 ? 8 : 3;
    often(busy / 2 + luck.roll(busy), () => somebodyComes(life, shop));
    often(1 + luck.roll(busy / 2), () => sellerMovesMoney(life, shop));
    often(luck.roll(3), () => somebodyForges(life, shop));
    if (luck.once(10)) often(1, () => sellerRefunds(life, shop));
    if (luck.once(6)) often(1, () => networkTakesBack(life, shop));
    if (luck.once(10)) often(1, () => sellerBorrows(life, shop));
  }
  for (let hour = 0; hour < 15; hour += 1) agenda.add(opens + hour * hourMs, () => everybodyLooks(life));
  if (isOff) {
    agenda.add(opens + 5 * hourMs, async () => {
      device.isOff = true;
    });
    agenda.add(opens + 29 * hourMs, () => device.turnOn());
  }
  if (!isReplaced) return;
  agenda.add(opens + 6 * hourMs, async () => {
    device.isOff = true;
  });
  const next = luck.pick(
    ["gateway", "httpsms", "json"].filter((one) => one !== device.forwarder) as [Forwarder],
  );
  agenda.add(opens + 10 * hourMs, () => device.isReplaced(next, new Date(opens - 12 * hourMs)));
}

async function everybodyLooks(life: Life): Promise<void> {
  await minuteOfPhones(life.world);
  for (const shop of life.shops) await sellerLooks(life, shop);
  await minuteOfPhones(life.world);
}

/** What is missing is asked about in minutes, and what nothing proves in half an hour. */
async function closeDay(life: Life, isQuiet: boolean): Promise<void> {
  const { world } = life;
  for (let round = 0; round < (isQuiet ? 8 : 1); round += 1) {
    const gaps = await world.db.phoneChain.findMany({ select: { gapBefore: true, stoppedWhy: true } });
    world.clock.advance(3 * 60_000);
    await everybodyLooks(life);
    const after = await world.db.phoneChain.findMany({ select: { gapBefore: true, stoppedWhy: true } });
    if (JSON.stringify(gaps, text) === JSON.stringify(after, text)) break;
  }
  world.clock.advance(31 * 60_000);
  await minuteOfPhones(world);
  for (const shop of life.shops) await sellerDecides(life, shop);
  await pollOpenAttempts(world);
  await expireOrders(world);
  await world.settled();
}

const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** What a life was full of. */
export type Happened = Record<string, number>;

async function count({ world, shops, device }: Life, quietDays: number): Promise<Happened> {
  const sum = (of: (shop: PhoneShop) => number) => shops.reduce((all, shop) => all + of(shop), 0);
  const rail = { in: shops.map(({ key }) => key) };
  const tasks = (kind: string) =>
    world.db.task.count({ where: { kind, storeId: { in: shops.map(({ store }) => store.store.id) } } });
  return {
    quietDays,
    movements: sum(({ sim }) => sim.moves.length),
    payments: sum(({ sim }) => sim.moves.filter(({ kind }) => kind === "received").length),
    booked: await world.db.tillPayment.count({ where: { rail, attemptId: { not: null } } }),
    asked: await tasks("till_payment"),
    gaps: await tasks("phone_gap"),
    ...{ yes: sum(({ counts }) => counts.yes), no: sum(({ counts }) => counts.no) },
    balances: sum(({ counts }) => counts.typedBalances),
    ...{ sold: sum(({ counts }) => counts.sold), assigned: sum(({ counts }) => counts.assigned) },
    typed: sum(({ opened }) => opened.filter(({ typedAt }) => typedAt.length > 0).length),
    forged: sum(({ counts }) => counts.forged),
    doubted: await tasks("phone_doubt"),
    takenBack: await world.db.paymentAttempt.count({ where: { rail, status: "reversed" } }),
    refunds: sum(({ refunded }) => refunded.size),
    ...device.counts,
  };
}
