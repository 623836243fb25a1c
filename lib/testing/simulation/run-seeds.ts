import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { say, sliceOfSeeds, wantedSeeds } from "@/scripts/lab/testing/slice";
import { type PayingWorld, payingWorld } from "../payments";
import { cells } from "../ways-back/table";
import { missedCells } from "../ways-back/walked";
import { databaseOfTheApp } from "../world";
import { sweep } from "./fate";
import { townRailIds } from "./rail";
import { type Broken, simulate } from "./simulate";

/** Seeds that once found something. They run first, in every run. */
const seedsFile = path.join(import.meta.dirname, "seeds.json");

const lives = 300;
/** One part of them in each run of `npm test`. */
const slices = 40;
/** So many lives in one file have, but for one run in many thousands, all that one life in three has. */
const fullFrom = 30;
/** And so many what one life in fifteen has. What is rarer still has tests of its own. */
const rareFrom = 100;

/** How much of docs/ways-back.md these lives went through; a directed walk goes through all of it. */
async function sayWalked({ pool }: PayingWorld): Promise<void> {
  const missed = await missedCells(pool);
  say("ways back in these lives", cells.length - missed.length, cells.length);
}

/** One test for each seed of this run, of which this file takes every `files`-th from the `file`-th on. */
export function runSeeds(file: number, files: number): void {
  let world: PayingWorld;
  beforeAll(async () => {
    // With the app's own rights, so that whatever it does and has no right to do is found here.
    world = await payingWorld(databaseOfTheApp(), { races: true });
  });
  afterAll(async () => {
    if (mine.length > 0) await sayWalked(world);
    await world.close();
  });

  const all = sliceOfSeeds("lives of the simulation", lives, slices, readSeeds());
  const mine = all.filter((_, index) => index % files === file);

  // Of a few seeds that were asked for, a file may have none.
  test.runIf(mine.length > 0).each(mine)(
    "whatever happens in whatever order, the invariants hold (seed %i)",
    async (seed) => {
      const broken = await simulate(world, seed);
      if (broken && !wantedSeeds()) keep(broken);
      expect(broken && report(broken)).toBe(null);
    },
    120_000,
  );

  test.runIf(mine.length >= fullFrom)("the lives were full: what happens in one of three did", async () => {
    expect(await seen(world)).toMatchObject({
      paid: ["invoice", "payment_link", "storefront", "subscription"],
      attempts: expect.arrayContaining(["failed", "reversed", "succeeded", "unknown"]),
      setAside: expect.arrayContaining(["underpaid"]),
      refunds: expect.arrayContaining(["paid"]),
      disputes: expect.arrayContaining(["open"]),
      entries: expect.arrayContaining(["dispute_fee", "dispute_reserved", "payment_reversed"]),
      rails: expect.arrayContaining([...townRailIds]),
      scheduled: expect.arrayContaining(["failed", "succeeded"]),
      cards: expect.arrayContaining(["revoked"]),
      consentsEnded: expect.arrayContaining(["expired"]),
      tasks: expect.arrayContaining(["no_answer", "suspense"]),
      subscriptions: expect.arrayContaining(["cancelled", "expired"]),
      events: expect.arrayContaining([
        "invoice.paid",
        "invoice.part_paid",
        "order.paid",
        "order.refunded",
        "payment_link.completed",
        "subscription.cancelled",
        "subscription.expired",
        "subscription.past_due",
        "subscription.renewed",
        ...["subscription.renewal_changed", "subscription.renewal_failed"],
      ]),
    });
  });

  test.runIf(mine.length >= rareFrom)("the lives were full: what happens in one of fifteen did", async () => {
    expect(await seen(world)).toMatchObject({
      setAside: expect.arrayContaining(["cancelled"]),
      refunds: expect.arrayContaining(["failed"]),
      disputes: ["accepted", "lost", "open", "won"],
      entries: expect.arrayContaining([
        "dispute_released",
        "outside_received",
        "refund_reversed",
        "suspense_allocated",
        "suspense_returned",
      ]),
      payouts: expect.arrayContaining(["paid"]),
      cardTries: expect.arrayContaining(["card_declined", "card_expired", "card_not_supported", "paid"]),
      cards: expect.arrayContaining(["refused"]),
      consentsEnded: expect.arrayContaining(["cancelled", "payer", "replaced", "seller"]),
      tasks: expect.arrayContaining(["codes_used_up", "late_payment"]),
    });
  });

  test("the books of all stores together are right", async () => {
    // Seeds begin where they like; by now all of them are over.
    world.clock.set(new Date("2040-01-01T00:00:00Z"));
    await sweep({ world });
    expect(await checkInvariants(world, { quiet: true })).toEqual([]);
  });
}

/** The different ends that things came to, over all lives of this file. */
async function seen({ pool }: PayingWorld): Promise<Record<string, string[]>> {
  const kinds = {
    paid: "SELECT source::text FROM orders WHERE paid_at IS NOT NULL",
    attempts: "SELECT status::text FROM payment_attempts",
    setAside: "SELECT suspense_reason FROM payment_attempts WHERE suspense_reason IS NOT NULL",
    refunds: "SELECT status::text FROM refunds",
    disputes: "SELECT state::text FROM disputes",
    entries: "SELECT kind FROM ledger_transactions",
    rails: "SELECT rail FROM payment_attempts WHERE paid_at IS NOT NULL",
    payouts: "SELECT status::text FROM payouts",
    scheduled: "SELECT status::text FROM payment_attempts WHERE initiator = 'schedule'",
    cardTries: `SELECT CASE status WHEN 'succeeded' THEN 'paid' ELSE failure_reason END
      FROM payment_attempts WHERE initiator = 'schedule' AND method = 'card' AND status IN ('succeeded', 'failed')`,
    cards: "SELECT status::text FROM payment_instruments",
    consentsEnded: "SELECT ended_by FROM renewal_consents WHERE ended_at IS NOT NULL",
    tasks: "SELECT kind FROM tasks",
    subscriptions: "SELECT status::text FROM subscriptions",
    events: "SELECT type FROM events",
  };
  const found: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(kinds)) {
    const { rows } = await pool.query<{ one: string }>(
      `SELECT DISTINCT one FROM (${sql}) AS all_of_them (one) ORDER BY one`,
    );
    found[name] = rows.map(({ one }) => one);
  }
  return found;
}

function report({ seed, step, did, problems }: Broken): string {
  return `seed ${seed}, step ${step} (${did}):\n${problems.join("\n")}`;
}

function readSeeds(): number[] {
  const kept: unknown = JSON.parse(readFileSync(seedsFile, "utf8"));
  if (Array.isArray(kept) && kept.every((seed) => typeof seed === "number")) return kept;
  throw new Error("seeds.json is not a list of numbers.");
}

function keep({ seed }: Broken): void {
  const kept = readSeeds();
  if (!kept.includes(seed)) writeFileSync(seedsFile, `[${[...kept, seed].join(", ")}]\n`);
}
