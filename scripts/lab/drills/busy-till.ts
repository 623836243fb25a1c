import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startMpesa } from "@/e2e/emulators/mpesa";
import type { AttemptStatus } from "@/lib/domain/attempt";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import type { Caller, World } from "@/lib/services/core/world";
import { checkBooks } from "../../books/check";
import { freePort } from "../../ports";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { say } from "../../steps";
import { until } from "../bench/until";
import { forgetTurns, openWorldOf } from "../bench/world";
import { childrenOf, commandOf, inPlace, openPlace, type Place } from "./place";
import type { Outcome } from "./under-load";

const price = 100;
const atOnce = 12;
const count = Number(process.env.TILL_PAYMENTS) || 2_000;
/** The silent tenth of a day is waited out. */
export const busyTillMs = 900_000 + count * 150;
/** How often in a day the process that serves is killed. */
const kills = 4;

type Emulator = Awaited<ReturnType<typeof startMpesa>>;

/**
 * A day of a busy till with an own account at M-PESA: half are prompts, half pay at the till by a number. Confirmations are
 * lost, doubled and late, the provider is silent for a while, and the process that serves is killed. At the end the
 * provider's statement, the books and the orders agree, and nothing was booked twice.
 */
export async function busyTill(): Promise<Outcome> {
  const keys = {
    passkey: "the-passkey",
    shortCode: String(randomInt(100_000, 1_000_000)),
    consumerSecret: randomBytes(12).toString("hex"),
  };
  const emulator = await startMpesa({ keys, realTime: true, startMs: Date.now(), sideBySide: true });
  try {
    const port = String(await freePort());
    // The network takes no address of a machine's own name.
    const address = { PORT: port, SITE_URL: `http://127.0.0.1:${port}` };
    const variables = { ...address, RAIL_MPESA_BASE_URL: emulator.url, OWN_ACCOUNTS: "mpesa" };
    return await inPlace(await openPlace(variables), (place) => dayOf(place, emulator));
  } finally {
    await emulator.close();
  }
}

async function dayOf(place: Place, emulator: Emulator): Promise<Outcome> {
  const databaseUrl = embeddedDatabaseUrl(place.dataDir);
  const world = await openWorldOf(place.dataDir);
  const shop = await openShop(place, world, emulator);
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 1000);
  let paid = 0;
  let isOver = false;
  const unkind = beUnkind(place, emulator, () => paid / count);
  const resting = (async () => {
    for (; !isOver; await sleep(500)) await forgetTurns(databaseUrl).catch(() => undefined);
  })();
  const telling = setInterval(() => say("", `${paid} of ${count} after ${seconds()} s`), 60_000);
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let nth = lane; nth < count; nth += atOnce) {
        await unkind.turn();
        const phone = `2547${String(10_000 + nth).padStart(5, "0")}678`;
        if (nth % 2 === 0) await emulator.pay({ phone, amount: price, account: shop.number });
        else await prompt(world, shop, `+${phone}`);
        paid += 1;
      }
    }),
  );
  unkind.end();
  clearInterval(telling);
  say("", `${count} payments in ${seconds()} s`);
  const outcome = await evening(world, shop, emulator);
  isOver = true;
  await resting;
  const books = await checkBooks(databaseUrl);
  await world.pool.end().catch(() => undefined);
  return {
    said: `${count} payments in ${seconds()} s, ${unkind.killed()} kills; ${outcome.said}`,
    wrong: [...outcome.wrong, ...books.map((line) => `books: ${line}`)],
  };
}

interface Shop {
  caller: Caller;
  key: string;
  linkId: number;
  number: string;
  seller: Caller & { userId: number; role: "owner" };
}

/** The demo store in Kenya, with an account that was checked, a link for prompts, and one whose number is paid at the till. */
async function openShop(place: Place, world: World, emulator: Emulator): Promise<Shop> {
  const { saveAccount, checkAccount } = await import("@/lib/services/desk/own-accounts/connect");
  const { createPaymentLink } = await import("@/lib/services/catalog/payment-links/change");
  const { numberOf } = await import("@/lib/services/catalog/till/account-numbers");
  const demo = place.demo() as unknown as {
    owner: { email: string; password: string };
    store: { id: number };
  };
  const storeId = demo.store.id;
  const { accountId } = await world.db.store.update({
    where: { id: storeId },
    data: { country: "KE", currency: "KES" },
  });
  const user = await world.db.user.findUniqueOrThrow({ where: { email: demo.owner.email } });
  const caller: Caller = { storeId, accountId, livemode: true, actor: "payer" };
  const seller = {
    ...caller,
    actor: `user:${user.id}` as Caller["actor"],
    userId: user.id,
    role: "owner" as const,
  };
  const { consumerKey, consumerSecret, shortCode, passkey, initiator, securityCredential } = emulator.keys;
  const credentials = {
    ...{ consumerKey, consumerSecret, shortCode, passkey, listPhone: "0722000000" },
    ...{ initiatorName: initiator, securityCredential },
  };
  const { key } = await saveAccount(world, seller, {
    ...{ rail: "mpesa", livemode: true, label: "Till", credentials, password: demo.owner.password },
  });
  await checkAccount(world, seller, key);
  const linkOf = (name: string) =>
    createPaymentLink(world, seller, NewPaymentLink.parse({ title: name, amount: price }));
  const [prompts, till] = [await linkOf("Prompts"), await linkOf("Till")];
  const number = await numberOf(world, storeId, { kind: "link", id: till.id });
  return { caller, seller, key, linkId: prompts.id, number };
}

const triesMax = 5;

/** Whoever reads that nothing was changed, because the machine was too slow, presses again: the same press is one payment. */
async function prompt(world: World, { caller, linkId }: Shop, phone: string): Promise<void> {
  const { startPayment } = await import("@/lib/services/money/checkout/start-payment");
  const id = randomUUID();
  for (let tries = 1; ; tries += 1) {
    try {
      await startPayment(world, caller, {
        ...{ id, browser: id, method: "mobile_money", phone },
        for: { kind: "payment_link", linkId, amount: null, answer: null },
      });
      return;
    } catch (error) {
      if (tries === triesMax) throw error;
      await sleep(tries * 1_000);
    }
  }
}

/** What goes wrong in a day, in turn with how much of it is over. */
function beUnkind(place: Place, emulator: Emulator, part: () => number) {
  let killed = 0;
  const isSilent = () => part() > 0.6 && part() < 0.7;
  const timer = setInterval(() => {
    // Some confirmations are lost, some told twice; for a tenth of the day nothing is told, and nothing answers to questions.
    const phase = Math.floor(part() * 10) % 3;
    emulator.unkind.copies = isSilent()
      ? { confirmation: 0, prompt: 0 }
      : { confirmation: [1, 2, 0][phase] ?? 1, prompt: [1, 0, 2][phase] ?? 1 };
    if (part() < (killed + 1) / (kills + 1) || part() >= 1) return;
    killed += 1;
    const pid = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes("scripts-serve"));
    if (pid) process.kill(pid, "SIGKILL");
  }, 100);
  return {
    killed: () => killed,
    /** A person at a till does not pay faster than the network takes it. */
    turn: () => sleep(5),
    end() {
      clearInterval(timer);
      emulator.unkind.copies = {};
    },
  };
}

/** The list is read as it is every half hour; then everything is compared. */
async function evening(world: World, shop: Shop, emulator: Emulator): Promise<Outcome> {
  const { readArrived } = await import("@/lib/services/money/settlement/read-arrived");
  const { takeTillStatement } = await import("@/lib/services/money/till/statement");
  const lines = () => emulator.lines.filter(({ kind }) => kind === "paid");
  const booked = async () => {
    const where = { rail: shop.key, attemptId: { not: null } };
    return world.db.tillPayment.count({ where });
  };
  const { missed, why } = await untilDecided(world, shop.key);
  await until(
    async () => {
      await readArrived(world);
      return (await booked()) >= lines().length;
    },
    { everyMs: 1_000, withinMs: 180_000, late: () => "Not every payment is in the books." },
  ).catch(() => undefined);
  const found = await booked();
  const total = lines().reduce((sum, { amount }) => sum + amount * 100, 0);
  const { rows } = await world.pool.query<{ minor: string }>(
    `SELECT coalesce(sum(b.balance_minor), 0)::text AS minor FROM ledger_balances b
     JOIN ledger_accounts a ON a.id = b.account_id WHERE a.kind = 'own_account' AND a.store_id = ${shop.caller.storeId}`,
  );
  const [own] = rows;
  const orders = await world.db.order.count({ where: { ownAccount: shop.key, paymentStatus: "paid" } });
  const waiting = await world.db.tillPayment.count({ where: { rail: shop.key, attemptId: null } });
  const report = { booked: 0, known: 0, asked: 0, skipped: 0 };
  for (const file of inPieces(emulator.statementCsv("ymd"))) {
    const one = await takeTillStatement(world, shop.seller, { key: shop.key, file });
    for (const name of ["booked", "known", "asked", "skipped"] as const) report[name] += one[name];
  }
  const wrong = [
    ...(lines().length + missed === count
      ? []
      : [`${lines().length} of ${count} paid, and ${missed} were not asked`]),
    ...(missed <= count / 100 ? [] : [`${missed} of ${count} were not asked: ${why}`]),
    ...(found === lines().length ? [] : [`${lines().length} were paid, and ${found} are booked`]),
    ...(own?.minor === String(total) ? [] : [`the statement has ${total}, the books ${own?.minor}`]),
    ...(orders === lines().length ? [] : [`${orders} orders are paid`]),
    ...(waiting === 0 ? [] : [`${waiting} wait`]),
    ...(report.booked + report.asked === 0 ? [] : [`the file found ${report.booked + report.asked} more`]),
  ];
  return {
    said: `${found} booked, ${missed} not asked, ${report.known} lines of the statement known`,
    wrong,
  };
}

/** Waits until no prompt is open any more. Returns how many failed: a provider that was silent asked nobody, and no money moved. */
async function untilDecided(world: World, rail: string): Promise<{ missed: number; why: string }> {
  const left = (status: AttemptStatus[]) =>
    world.db.paymentAttempt.groupBy({
      by: ["status", "failureReason"],
      where: { rail, status: { in: status } },
      _count: true,
    });
  let open: Awaited<ReturnType<typeof left>> = [];
  await until(
    async () => {
      open = await left(["created", "pending", "unknown"]);
      return open.length === 0;
    },
    { everyMs: 500, withinMs: 600_000, late: () => `Prompts are open: ${JSON.stringify(open)}` },
  );
  const failed = await left(["failed"]);
  return {
    missed: failed.reduce((sum, { _count }) => sum + _count, 0),
    why: failed.map(({ failureReason, _count }) => `${_count} ${failureReason}`).join(", "),
  };
}

/** A portal's file has a page of so many lines. */
function inPieces(csv: string): string[] {
  const lines = csv.trimEnd().split("\r\n");
  const head = lines.slice(0, lines.findIndex((line) => line.startsWith("Receipt No.")) + 1);
  const rows = lines.slice(head.length);
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += 2_000)
    pieces.push([...head, ...rows.slice(at, at + 2_000)].join("\r\n"));
  return pieces;
}
