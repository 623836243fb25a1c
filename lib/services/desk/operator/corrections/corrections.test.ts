import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import { settle } from "@/lib/services/money/settlement/settle";
import { listStatement } from "@/lib/services/money/wallet/statement";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment } from "@/lib/testing/money";
import { newOperator, operatorPassword as password } from "@/lib/testing/operator";
import { type TestStore, testStore } from "@/lib/testing/world";
import { checkInvariants } from "../../invariants/check-invariants";
import type { Operator } from "../operator";
import { approveCorrection, declineCorrection, proposeCorrection, withdrawCorrection } from "./decide";
import { hasSecondOperator, listCorrections, readCorrection } from "./read";

const world = await openStage();
let shop: TestStore;
let first: Operator & { email: string };
let second: Operator & { email: string };

beforeEach(async () => {
  shop = await testStore(world);
  await paidPayment(world, shop);
  first = await newOperator(world);
  second = await newOperator(world);
});

const input = (changed: Partial<Parameters<typeof proposeCorrection>[2]> = {}) => ({
  ...{ id: randomUUID(), store: String(shop.store.id), rail: "", currency: "UGX" },
  ...{ from: "wallet_pending", to: "fee_income", amount: "250", reason: "Bank cost of payment 17" },
  ...changed,
});
const proposed = async (changed = {}) => (await proposeCorrection(world, first, input(changed))).id;
const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const problem = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Invalid ? error.errors : error),
  );

describe("a correction of the ledger", () => {
  test("moves nothing until another operator approves it, and then moves it once", async () => {
    const before = (await wallet()).pendingMinor;
    const id = await proposed();
    expect((await wallet()).pendingMinor).toBe(before);
    expect(await readCorrection(world, second, id)).toMatchObject({
      ...{ state: "proposed", isOwn: false, proposer: "Opal", amountMinor: 250n },
      effects: [
        { kind: "wallet_pending", beforeMinor: before, afterMinor: before - 250n, isTooLow: false },
        { kind: "fee_income" },
      ],
    });
    const presses = [1, 2, 3].map(() => approveCorrection(world, second, { id, password }));
    const ended = await Promise.allSettled(presses);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await wallet()).pendingMinor).toBe(before - 250n);
    expect(await readCorrection(world, first, id)).toMatchObject({ state: "approved", effects: null });
    const entries = { where: { kind: "correction", sourceId: id } };
    expect(await world.db.ledgerTransaction.count(entries)).toBe(1);
    expect(await checkInvariants(world, { quiet: true })).toEqual([]);
  });

  test("is never approved or declined by who proposed it, nor withdrawn by another", async () => {
    const id = await proposed();
    const own = { form: [say("correction_own")] };
    expect(await problem(approveCorrection(world, first, { id, password }))).toEqual(own);
    expect(await problem(declineCorrection(world, first, id))).toEqual(own);
    expect(await problem(withdrawCorrection(world, second, id))).toHaveProperty("form");
    await expect(
      world.pool.query(
        `UPDATE ledger_corrections SET status = 'approved', decided_at = now(), decided_by = proposed_by WHERE id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: "ledger_corrections_two_people" });
  });

  test("that is declined, withdrawn or a week old is over", async () => {
    const over = { form: [say("correction_over")] };
    const declined = await proposed();
    await declineCorrection(world, second, declined);
    const withdrawn = await proposed();
    await withdrawCorrection(world, first, withdrawn);
    const old = await proposed();
    world.clock.advance(7 * 86_400_000);
    for (const id of [declined, withdrawn, old])
      expect(await problem(approveCorrection(world, second, { id, password }))).toEqual(over);
    const { rows } = await listCorrections(world, first, {}, { skip: 0, take: 100 });
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    expect([declined, withdrawn, old].map((id) => states.get(id))).toEqual([
      "declined",
      "withdrawn",
      "expired",
    ]);
    expect(await world.db.ledgerTransaction.count({ where: { sourceId: old } })).toBe(0);
  });

  test("asks the approver's password", async () => {
    const id = await proposed();
    expect(await problem(approveCorrection(world, second, { id, password: "guess" }))).toHaveProperty(
      "password",
    );
  });

  test("never takes an account below zero, also where it changed since", async () => {
    const { pendingMinor } = await wallet();
    const tooMuch = proposeCorrection(world, first, input({ amount: String(pendingMinor + 1n) }));
    expect(await problem(tooMuch)).toHaveProperty("amount");
    const [one, other] = [await proposed({ amount: "49000" }), await proposed({ amount: "49000" })];
    await approveCorrection(world, second, { id: one, password });
    const late = await problem(approveCorrection(world, second, { id: other, password }));
    expect(late).toEqual({ form: [say("correction_too_low")] });
    expect((await wallet()).pendingMinor).toBe(pendingMinor - 49_000n);
  });

  test("of a store is told to its owners and to every operator, and stands in the log with its reason", async () => {
    const id = await proposed();
    await approveCorrection(world, second, { id, password });
    const mails = await world.db.message.findMany({ where: { dedupeKey: { contains: id } } });
    const to = (template: string) =>
      mails.filter((mail) => mail.template === template).map(({ recipient }) => recipient);
    expect(to("correction")).toEqual([shop.owner.email]);
    expect(to("correction_approved")).toEqual(expect.arrayContaining([first.email, second.email]));
    expect(to("correction_proposed")).toEqual(expect.arrayContaining([first.email, second.email]));
    const body = mails.find(({ template }) => template === "correction")?.body ?? "";
    expect(body).toContain("Bank cost of payment 17");
    expect(body).toMatch(/wallet, on hold: UGX [\d,]+ before, UGX [\d,]+ after/);
    expect(body).not.toContain("our fees:");
    const log = await world.db.auditEntry.findMany({
      where: { target: `correction:${id}` },
      orderBy: { id: "asc" },
    });
    expect(log).toMatchObject([
      { action: "correction.proposed", actor: first.actor, reason: "Bank cost of payment 17" },
      { action: "correction.approved", actor: second.actor, storeId: shop.store.id },
    ]);
  });

  test("is a line of the seller's statement with its reason", async () => {
    const id = await proposed();
    await approveCorrection(world, second, { id, password });
    const { lines } = await listStatement(world, shop.live, { currency: "UGX" }, { skip: 0, take: 1 });
    expect(lines).toMatchObject([
      { kind: "correction", about: { type: "correction", reason: "Bank cost of payment 17" } },
    ]);
    expect(lines[0]?.effects.pendingMinor).toBe(-250n);
  });

  test("between the service's own accounts names no store and tells no owner", async () => {
    const id = await proposed({ from: "rail_cost", to: "clearing", rail: "sandbox", store: "" });
    await approveCorrection(world, second, { id, password });
    expect(
      await world.db.message.count({ where: { template: "correction", dedupeKey: { contains: id } } }),
    ).toBe(0);
    expect(await world.db.ledgerTransaction.count({ where: { sourceId: id } })).toBe(1);
  });

  test.each([
    ["from", { from: "payout_in_flight" }],
    ["from", { from: "suspense" }],
    ["to", { to: "refund_in_flight" }],
    ["to", { to: "wallet_pending" }],
    ["store", { store: "" }],
    ["store", { store: "999999999" }],
    ["rail", { to: "clearing", rail: "" }],
    ["currency", { currency: "XXX" }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "1.5" }],
    ["amount", { amount: "-1" }],
    ["reason", { reason: " " }],
    ["form", { id: "no uuid" }],
  ])("with a wrong %s is refused there: %j", async (field, changed) => {
    expect(await problem(proposeCorrection(world, first, input(changed)))).toHaveProperty(field);
  });

  test.each(["1,500", "1 500", "UGX 1,500"])("an amount may be typed as %s", async (amount) => {
    const id = await proposed({ amount });
    const { amountMinor } = await world.db.ledgerCorrection.findUniqueOrThrow({ where: { id } });
    expect(amountMinor).toBe(1_500n);
  });

  test("pressed twice is one", async () => {
    const one = input();
    await Promise.all([proposeCorrection(world, first, one), proposeCorrection(world, first, one)]);
    expect(await world.db.ledgerCorrection.count({ where: { id: one.id } })).toBe(1);
    expect(await world.db.auditEntry.count({ where: { target: `correction:${one.id}` } })).toBe(1);
  });

  test("is there, and there must be two operators", async () => {
    await expect(readCorrection(world, first, randomUUID())).rejects.toBeInstanceOf(NotFound);
    await world.db.user.updateMany({ where: { id: { not: first.userId } }, data: { isOperator: false } });
    expect(await problem(proposeCorrection(world, first, input()))).toEqual({
      form: [say("correction_alone")],
    });
    expect(await hasSecondOperator(world, first)).toBe(false);
  });
});

describe("where the store owes", () => {
  /** UGX 1,000: of what it has, nothing is left. */
  beforeEach(async () => {
    shop = await testStore(world);
    const { attemptId } = await paidPayment(world, shop);
    await transact(world, (unit) =>
      unit.post({
        ...{ kind: "test", sourceId: attemptId, storeId: shop.store.id, rail: "sandbox", currency: "UGX" },
        postings: [{ from: "wallet_pending", to: "clearing", amountMinor: 1_000n }],
      }),
    );
    const amount = { minor: 50_000n, currency: "UGX" };
    const settlement = { railRef: `sbx_${attemptId}`, amount, paidAt: world.clock.now() };
    await settle(world, attemptId, {
      kind: "reversed",
      settlement: { ...settlement, method: "mobile_money" },
    });
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 1_000n });
  });

  test("a correction that gives to its wallet says, and does, that the debt is paid first", async () => {
    const id = await proposed({ from: "fee_income", to: "wallet_available", amount: "1500" });
    const { effects } = await readCorrection(world, second, id);
    await approveCorrection(world, second, { id, password });
    expect(await wallet()).toMatchObject({ availableMinor: 500n, debtMinor: 0n });
    expect(effects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "wallet_available", beforeMinor: 0n, afterMinor: 500n }),
        expect.objectContaining({ kind: "store_debt", beforeMinor: 1_000n, afterMinor: 0n }),
      ]),
    );
  });

  test("the debt is not made larger to give to the wallet that would pay it", async () => {
    const more = proposed({ from: "store_debt", to: "wallet_available", amount: "500" });
    expect(await problem(more)).toHaveProperty("to");
    expect(await checkInvariants(world, { storeId: shop.store.id, quiet: true })).toEqual([]);
  });
});
