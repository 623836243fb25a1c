import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openTown, type RailTown } from "./emulated";
import { emulatedRails } from "./harnesses";
import { paidWhileAway } from "./while-away";

/**
 * What an operator has to live with, over every rail: no payment fails that was made, none counts that was not, and
 * somebody is told.
 */
const cases: { name: string; run(town: RailTown): Promise<void> }[] = [
  { name: "credentials that are revoked while a payer pays", run: isRevoked },
  { name: "credentials that are revoked before anybody is asked", run: wasRevoked },
  { name: "answers of ten megabytes", run: (town) => cannotRead(town, "hugeAnswer") },
  { name: "answers that end in the middle", run: (town) => cannotRead(town, "brokenJson") },
  { name: "a clock of the rail's that is two hours slow", run: (town) => hasOtherClock(town, 2 * hour) },
  { name: "a clock of the rail's that is two hours fast", run: (town) => hasOtherClock(town, -2 * hour) },
  { name: "callbacks that are changed on their way", run: isTampered },
  { name: "a callback about a payment of another operator", run: isForeign },
];

/** A server whose certificate nobody vouches for. */
const stranger = { url: "", asked: 0 };
let server: Server;
beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "sente-stranger-"));
  const [key, cert] = [path.join(directory, "key.pem"), path.join(directory, "cert.pem")];
  const subject = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=stranger", "-days", "1"];
  execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    stranger.asked += 1;
    response.end("{}");
  });
  rmSync(directory, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  stranger.url = `https://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const second = 1_000;
const hour = 3_600 * second;

describe.each(emulatedRails)("%s", (_name, create) => {
  test.each(cases)("$name", ({ run }) => live(create, run));
  test("a line whose certificate cannot be trusted", () =>
    live(create, isUntrusted, { baseUrl: stranger.url }));
});

/** A charge of a kept card has no payer who waits, and a provider that was never reached keeps no card. */
describe.each(paidWhileAway)("%s", (_name, create) => {
  test.each(cases.filter(({ run }) => run !== isForeign))("$name", ({ run }) => live(create, run));
});

async function live(
  create: Parameters<typeof openTown>[0],
  run: (town: RailTown) => Promise<void>,
  more?: { baseUrl: string },
): Promise<void> {
  const town = await openTown(create, more);
  try {
    await run(town);
    expect(await checkInvariants(town.world, { storeId: town.shop.store.id })).toEqual([]);
  } finally {
    await town.close();
  }
}

/** Nothing was said to the stranger, so nobody was asked; and nothing is known, so nothing fails. */
async function isUntrusted(town: RailTown): Promise<void> {
  const id = await town.press(town.harness.charge.ok);
  expect(await statusOf(town, id)).toBe("pending");
  await expect.poll(() => told(town)).toContain("untrusted");
  await town.later(20 * 60 * second);
  await pollOpenAttempts(town.world);
  expect(await statusOf(town, id)).toBe("pending");
  expect(await town.harness.rail.health()).toMatchObject({ ok: false });
  expect(stranger.asked).toBe(0);
  await expectUnpaid(town);
}

async function isRevoked(town: RailTown): Promise<void> {
  const { harness, world } = town;
  const id = await town.press(harness.charge.ok);
  harness.emulator.switches.revoked = true;
  harness.emulator.switches.dropCallback = true;
  for (let times = 0; times < 3; times += 1) {
    await town.later(30 * second);
    await pollOpenAttempts(world);
    if (harness.method !== "card") expect(await statusOf(town, id)).toBe("pending");
    else expect(["pending", "succeeded"]).toContain(await statusOf(town, id));
  }
  if ((await statusOf(town, id)) === "pending") await expect.poll(() => told(town)).toContain("refused");
  harness.emulator.switches.revoked = false;
  await town.later(5 * 60 * second);
  await pollOpenAttempts(world);
  await expectPaid(town, id);
}

async function wasRevoked(town: RailTown): Promise<void> {
  const { harness } = town;
  harness.emulator.switches.revoked = true;
  const id = await town.press(harness.charge.ok);
  expect(await statusOf(town, id)).toBe("failed");
  expect(await harness.held(id)).toBe(0);
  await expect.poll(() => told(town)).toContain("refused");
  await expectUnpaid(town);
}

async function cannotRead(town: RailTown, how: "hugeAnswer" | "brokenJson"): Promise<void> {
  const { harness, world } = town;
  harness.emulator.switches[how] = true;
  const id = await town.press(harness.charge.ok);
  await town.later(5 * second);
  await pollOpenAttempts(world);
  expect(["pending", "succeeded"]).toContain(await statusOf(town, id));
  await expect.poll(() => told(town)).toContain("unreadable");
  harness.emulator.switches[how] = false;
  await town.later(10 * second);
  await pollOpenAttempts(world);
  // What reached the provider was paid there, and nothing else counts.
  if ((await harness.held(id)) > 0) await expectPaid(town, id);
  else expect(await statusOf(town, id)).toBe("pending");
}

/** Ours goes on without the rail's: what it signs is too old or comes from the future, and what it dates as well. */
async function hasOtherClock(town: RailTown, aheadMs: number): Promise<void> {
  const { harness, world } = town;
  world.clock.advance(aheadMs);
  harness.skew.ms = aheadMs;
  const id = await town.press(harness.charge.ok);
  const startedAt = world.clock.now();
  await town.later(10 * second);
  await pollOpenAttempts(world);
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  if (attempt.status === "failed") {
    // Stripe refuses a page that ends too early or too late: nobody was asked, and the operator is told.
    expect(await harness.held(id)).toBe(0);
    await expect.poll(() => told(town)).toContain("refused");
    return expectUnpaid(town);
  }
  await expectPaid(town, id);
  const paidAt = attempt.order.paidAt?.getTime() ?? 0;
  expect(paidAt).toBeGreaterThanOrEqual(startedAt.getTime());
  expect(paidAt).toBeLessThanOrEqual(world.clock.now().getTime());
  if (town.answered.some((status) => status >= 400))
    await expect.poll(() => told(town)).toContain("unproved");
}

async function isTampered(town: RailTown): Promise<void> {
  const { harness, world } = town;
  harness.emulator.switches.tamperBody = true;
  const id = await town.press(harness.charge.ok);
  await town.later(5 * second);
  const isSigned = harness.rail.capabilities.callbackAuth === "signed";
  if (isSigned) {
    expect(town.answered.every((status) => status >= 400)).toBe(true);
    await expect.poll(() => told(town)).toContain("unproved");
  }
  await pollOpenAttempts(world);
  await expectPaid(town, id);
}

async function isForeign(town: RailTown): Promise<void> {
  const { harness, world } = town;
  const id = await town.ask(harness.charge.ok);
  await harness.sendForeign?.();
  await town.later(0);
  expect(town.answered.at(-1)).toBe(200);
  expect(await statusOf(town, id)).toBe("pending");
  const tasks = await world.db.task.findMany({ where: { kind: "unknown_payment" } });
  expect(tasks.map(({ subject }) => subject.split("/")[0])).toContain(harness.rail.id);
  await expectUnpaid(town);
}

async function statusOf({ world }: RailTown, id: string): Promise<string> {
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).status;
}

/** What operators were told of this rail today. */
async function told({ world, harness }: RailTown): Promise<string[]> {
  const tasks = await world.db.task.findMany({ where: { kind: "rail_odd" } });
  return tasks.flatMap(({ subject }) => {
    const [rail, what] = subject.split("/");
    return rail === harness.rail.id && what ? [what] : [];
  });
}

async function expectPaid(town: RailTown, id: string): Promise<void> {
  const { world, harness } = town;
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(attempt).toMatchObject({ status: "succeeded", suspenseReason: null });
  expect(attempt.order).toMatchObject({ paymentStatus: "paid" });
  const { pendingMinor, suspenseMinor } = await readWallet(world.db, attempt.storeId, attempt.currency);
  expect(suspenseMinor).toBe(0n);
  // The plan keeps 1.5 %.
  expect(pendingMinor).toBe((harness.amount.minor * 985n) / 1_000n);
}

async function expectUnpaid({ world, shop, harness }: RailTown): Promise<void> {
  const wallet = await readWallet(world.db, shop.store.id, harness.amount.currency);
  expect([wallet.pendingMinor, wallet.suspenseMinor]).toEqual([0n, 0n]);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(0);
}
