import { expect, test } from "vitest";
import type { PaymentRail, RawCallback } from "@/lib/providers/rails/port";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkAttempt, pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { readArrived } from "@/lib/services/money/settlement/read-arrived";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { sliceOfSeeds } from "@/scripts/lab/testing/slice";
import { checkLedger } from "../check-ledger";
import { callbackOf, listen } from "../listen";
import { type Luck, luckOf } from "../simulation/luck";
import { openTown } from "./emulated";
import { mpesaHarness } from "./mpesa-harness";

/**
 * One payment is told at four doors: the callback of its prompt, the confirmation of every payment, our query, the list of
 * payments. In whatever order, lost, doubled or late, with another process after each: it is booked once, the same way.
 */
const doors = ["callback", "confirmation", "query", "list"] as const;
type Door = (typeof doors)[number];

const minute = 60_000;

/** A town whose provider tells nobody: what it sends is kept, so that a case can bring it to our doors. */
async function openDoors() {
  let harness: Awaited<ReturnType<typeof mpesaHarness>> | undefined;
  const town = await openTown(async (more) => {
    harness = await mpesaHarness(more);
    return harness;
  });
  const sent: RawCallback[] = [];
  const post = await listen(async (request, response) => {
    sent.push(await callbackOf(request));
    response.end("{}");
  });
  if (!harness) throw new Error("There is no harness.");
  const { emulator, again, setUp } = harness;
  emulator.callbackUrl.current = `${post.url}/api/rails/kenya`;
  await setUp?.();
  // Safe: only types say that a world has the same rails for ever.
  const rails = town.world.rails.all as PaymentRail[];
  return {
    ...town,
    ...{ emulator, sent },
    restart: () => void rails.splice(0, 1, again()),
    async close() {
      await town.close();
      await post.close();
    },
  };
}
type Doors = Awaited<ReturnType<typeof openDoors>>;

/** How one payment is told. */
interface Fate {
  order: readonly Door[];
  times: Record<Door, number>;
  /** The answer to the prompt never came, so that nobody knows its name. */
  isAnswerLost: boolean;
  listLateMs: number;
  restarts: readonly boolean[];
  /** The process ends when it has stored what came, before it works on it. */
  ends: readonly boolean[];
  pauses: readonly number[];
}

function fateOf(luck: Luck, order: readonly Door[]): Fate {
  const each = <T>(what: () => T) => doors.map(what);
  const times = Object.fromEntries(order.map((door) => [door, luck.pick([0, 1, 1, 2])]));
  return {
    ...{ order, isAnswerLost: luck.once(2), listLateMs: luck.pick([0, 0, 0, 25 * minute]) },
    // Safe: every door is in an order.
    times: times as Record<Door, number>,
    restarts: each(() => luck.once(3)),
    ends: each(() => luck.once(4)),
    pauses: each(() => luck.pick([0, 0, 5_000, 40 * minute])),
  };
}

async function pay(town: Doors, fate: Fate, phone: string): Promise<string> {
  const { emulator, sent, world, later, restart } = town;
  sent.length = 0;
  emulator.unkind.pullLateMs = fate.listLateMs;
  emulator.switches.http500AfterCommit = fate.isAnswerLost;
  const id = await town.ask(phone);
  emulator.switches.http500AfterCommit = false;
  await later(4_000);
  const { token } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const isPrompt = ({ body }: RawCallback) => body.includes("stkCallback");
  const callbacks = {
    callback: sent.find(isPrompt),
    confirmation: sent.find((raw) => !isPrompt(raw)),
  };
  for (const [at, door] of fate.order.entries()) {
    await later(fate.pauses[at] ?? 0);
    for (let copy = 0; copy < fate.times[door]; copy += 1) {
      if (door === "query") await checkAttempt(world, token, { force: true });
      else if (door === "list") await readArrived(world);
      else {
        const raw = callbacks[door];
        if (!raw) throw new Error(`The provider sent no ${door}.`);
        const received = await receiveCallback(world, "kenya", raw);
        if (!fate.ends[at]) await received.work();
      }
    }
    if (fate.restarts[at] || fate.ends[at]) restart();
  }
  return id;
}

/** The clock goes on as it does in any installation: polls, the inbox, and the list every half hour. */
async function calm({ world, later }: Doors): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await later(30 * minute);
    await pollOpenAttempts(world);
    await readArrived(world);
  }
}

async function booked({ world }: Doors, id: string) {
  const entries = await world.db.ledgerTransaction.findMany({
    where: { sourceId: { startsWith: id } },
    include: { postings: { include: { from: true, to: true }, orderBy: { id: "asc" } } },
    orderBy: { id: "asc" },
  });
  return entries.map(({ kind, postings }) => [
    kind,
    ...postings.map(({ from, to, amountMinor }) => `${from.kind} ${to.kind} ${amountMinor}`),
  ]);
}

const orders = permutations(doors);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item) =>
    permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
  );
}

test.each(sliceOfSeeds("one payment at four doors", 9, 3))(
  "every order of four doors ends in the same books (seed %i)",
  async (seed) => {
    const town = await openDoors();
    try {
      const luck = luckOf(seed);
      const { world, emulator, shop, harness } = town;
      for (const [at, order] of orders.entries()) {
        const fate = fateOf(luck, order);
        const said = JSON.stringify(fate);
        const phone = `+25471${seed}${100 + at}${300 + luck.roll(600)}`;
        const id = await pay(town, fate, phone);
        await calm(town);
        const line = emulator.lines.find((one) => `+${one.phone}` === phone);
        const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
          where: { id },
          include: { order: true },
        });
        expect(attempt, said).toMatchObject({ status: "succeeded", suspenseReason: null });
        expect(attempt, said).toMatchObject({
          receipt: line?.receipt,
          order: { paymentStatus: "paid" },
        });
        // The query has no time: what was learned by it first counts from when it was learned.
        expect(Number(attempt.paidAt), said).toBeGreaterThanOrEqual(line?.atMs ?? Number.NaN);
        expect(await booked(town, id), said).toEqual([
          ["payment_settled", "clearing wallet_pending 147750", "clearing fee_income 2250"],
        ]);
      }
      const tasks = await world.db.task.findMany({ where: { resolvedAt: null } });
      expect(tasks.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([]);
      const { pendingMinor, suspenseMinor } = await readWallet(world.db, shop.store.id, "KES");
      expect(suspenseMinor).toBe(0n);
      expect(pendingMinor).toBe((BigInt(orders.length) * harness.amount.minor * 985n) / 1_000n);
      expect(await checkLedger(world)).toEqual([]);
    } finally {
      await town.close();
    }
  },
  120_000,
);
