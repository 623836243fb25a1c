import { afterEach, beforeEach, expect, test } from "vitest";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { readArrived } from "@/lib/services/money/settlement/read-arrived";
import { checkLedger } from "../check-ledger";
import { openTown, type RailTown } from "./emulated";
import { mpesaHarness } from "./mpesa-harness";

// Payments that payers begin by themselves, over real HTTP: what is ours is asked about, and a person sees the rest.

let harness: Awaited<ReturnType<typeof mpesaHarness>>;
let town: RailTown;
beforeEach(async () => {
  town = await openTown(async (more) => {
    harness = await mpesaHarness(more);
    return harness;
  });
});
afterEach(async () => {
  expect(await checkLedger(town.world)).toEqual([]);
  await town.close();
});

const stranger = "254722000001";

/** Receipts that a person was asked to look at. */
async function told(): Promise<string[]> {
  const where = { kind: "unknown_payment", resolvedAt: null, subject: { startsWith: "mpesa/" } };
  const tasks = await town.world.db.task.findMany({ where, orderBy: { id: "asc" } });
  return tasks.map(({ subject }) => subject.slice("mpesa/".length));
}

async function pays(account: string, amount: number): Promise<string> {
  const before = await told();
  const line = await harness.emulator.pay({ phone: stranger, amount, account });
  await town.later(0);
  expect((await told()).slice(0, before.length)).toEqual(before);
  return "receipt" in line ? line.receipt : "";
}

const attemptOf = (id: string) => town.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });

/** The reference that the prompt showed. */
const referenceOf = () => String(JSON.parse(harness.emulator.requests.at(-1)?.text ?? "").AccountReference);

test("what nobody here began is booked nowhere, and a person is told of it once, with its receipt", async () => {
  const before = await told();
  const receipt = await pays("SHOP 12", 300);
  await readArrived(town.world);
  expect(await told()).toEqual([...before, receipt]);
  const [task] = await town.world.db.task.findMany({ where: { subject: `mpesa/${receipt}` } });
  expect(task?.details).toEqual({ rail: "mpesa", reference: receipt });
  await town.world.db.task.updateMany({ where: { id: task?.id }, data: { resolvedAt: new Date() } });
  await readArrived(town.world);
  expect(await told()).toEqual(before);
});

test("what was told to nobody is found by the list", async () => {
  const before = await told();
  harness.emulator.unkind.copies = { confirmation: 0 };
  const receipt = await pays("SHOP 12", 310);
  expect(await told()).toEqual(before);
  expect(await readArrived(town.world)).toMatchObject({ found: 1, failed: 0 });
  expect(await told()).toEqual([...before, receipt]);
});

test("a second payment under the reference of a paid prompt is seen by a person", async () => {
  const before = await told();
  const id = await town.ask(harness.charge.ok);
  const reference = referenceOf();
  await town.later(5_000);
  expect(await attemptOf(id)).toMatchObject({ status: "succeeded" });
  expect(await told()).toEqual(before);
  const receipt = await pays(reference, 1_500);
  expect(await told()).toEqual([...before, receipt]);
});

test("our reference typed by hand with another amount is not the prompt's money", async () => {
  const before = await told();
  const id = await town.ask(harness.charge.ok);
  const receipt = await pays(referenceOf(), 1_400);
  expect(await told()).toEqual([...before, receipt]);
  await town.later(5_000);
  expect(await attemptOf(id)).toMatchObject({ status: "succeeded", suspenseReason: null });
});

test("our reference typed by hand after the prompt was refused is seen by a person, at the latest by the list", async () => {
  const before = await told();
  const id = await town.ask(harness.charge.failures.cancelled_by_payer ?? "");
  const reference = referenceOf();
  const early = await pays(reference, 1_500);
  expect(await told()).toEqual(before);
  await town.later(5_000);
  expect(await attemptOf(id)).toMatchObject({ status: "failed" });
  await readArrived(town.world);
  expect(await told()).toEqual([...before, early]);
});

test("a list that cannot be read harms nothing and is read again", async () => {
  harness.emulator.unkind.copies = { confirmation: 0 };
  const receipt = await pays("SHOP 12", 320);
  harness.emulator.switches.down = true;
  expect(await readArrived(town.world)).toMatchObject({ found: 0, failed: 1 });
  harness.emulator.switches.down = false;
  await readArrived(town.world);
  expect(await told()).toContain(receipt);
});

test("a lost prompt is paid by its confirmation alone, once Daraja answers for the receipt", async () => {
  harness.emulator.switches.http500AfterCommit = true;
  const id = await town.ask(harness.charge.ok);
  harness.emulator.switches.http500AfterCommit = false;
  Object.assign(harness.emulator.unkind, { copies: { prompt: 0 }, pullLateMs: 3_600_000 });
  await town.later(5_000);
  for (let turn = 0; turn < 3; turn += 1) {
    await town.later(10_000);
    await pollOpenAttempts(town.world);
  }
  expect(await attemptOf(id)).toMatchObject({ status: "succeeded", suspenseReason: null });
});
