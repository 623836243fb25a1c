import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { paidPayment } from "@/lib/testing/money";
import { booksOf, tillStore } from "@/lib/testing/till";
import { readTillCsv, takeTillStatement } from "./statement";
import { takeTillPayment } from "./take";

const world = await openStage();
let shop: Awaited<ReturnType<typeof tillStore>>;

beforeEach(async () => {
  shop = await tillStore(world);
});
afterEach(async () => {
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

const head = "Receipt,Time,Amount,Account,Phone,Name,Status";
const take = (lines: string[], by = shop.seller) =>
  takeTillStatement(world, by, { key: shop.key, file: [head, ...lines].join("\n") });

test("every line is known, matched or asked about; the same file again changes nothing", async () => {
  const { id } = await testInvoice(world, shop.live);
  const account = await shop.number({ kind: "invoice", id });
  const { attemptId } = await paidPayment(world, shop);
  const { receipt } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  const told = shop.till({ minor: 900n });
  await takeTillPayment(world, told);
  const at = world.clock.now().toISOString();
  const lines = [
    `${receipt},${at},50000,,,,Completed`,
    `${told.receipt},${at},900,,,,Completed`,
    `TKSMATCH1${shop.store.id},${at},"50,000.00",${account},0772***789,AMINA O.,Completed`,
    `TKSASKED1${shop.store.id},${at},1200,rent,0772***789,AMINA O.,Completed`,
    `TKSOUT1,${at},-700,,,,Completed`,
    `TKSFAILED1,${at},700,,,,Failed`,
  ];
  expect(await take(lines)).toEqual({ booked: 1, known: 2, asked: 1, skipped: 2, unlisted: [], between: [] });
  const books = await booksOf(world, shop.store.id);
  expect(books).toMatchObject({ own_account: 100_000n, sales_direct: 100_000n });
  expect(await take(lines)).toEqual({ booked: 0, known: 4, asked: 0, skipped: 2, unlisted: [], between: [] });
  expect(await booksOf(world, shop.store.id)).toEqual(books);
  const open = { storeId: shop.store.id, kind: "till_payment", resolvedAt: null };
  expect(await world.db.task.count({ where: open })).toBe(2);
});

describe("a file", () => {
  test("that cannot be read whole is refused with its line, and nothing of it is taken in", async () => {
    const at = world.clock.now().toISOString();
    await expect(take([`A1,${at},500,,,,`, "A2,yesterday,500,,,,"])).rejects.toThrow(Invalid);
    await expect(take([`A1,${at},500,,,,`, "A2,2026-02-30 10:00,500,,,,"])).rejects.toThrow(Invalid);
    await expect(take([`A1,${at},0.5,,,,`])).rejects.toThrow(Invalid);
    const other = { key: shop.key, file: "a,b\n1,2" };
    await expect(takeTillStatement(world, shop.seller, other)).rejects.toThrow(Invalid);
    expect(await world.db.tillPayment.count({ where: { storeId: shop.store.id } })).toBe(0);
  });

  test("may say something about the account before its columns, and write days first", () => {
    const file = `Short code: 400200\n,\n${head}\nTKS1,02-03-2026 14:05:09,500,,,,`;
    const { payments } = readTillCsv(file, "sandbox:x", "UGX");
    expect(payments).toMatchObject([{ receipt: "TKS1", at: new Date("2026-03-02T14:05:09Z"), typed: null }]);
  });

  test("of M-PESA's portal without its last columns has the number in a sentence, and times of Nairobi", () => {
    const columns =
      "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn";
    const line =
      'TKS2,02-03-2026 14:05:09,,Pay Bill from 25472****176 - AMINA Acc. 1043,Completed,"1,200.00",';
    const { payments } = readTillCsv(`${columns}\n${line}`, "mpesa:x", "KES");
    const amount = { minor: 120_000n, currency: "KES" };
    expect(payments).toMatchObject([{ typed: "1043", amount, at: new Date("2026-03-02T11:05:09Z") }]);
  });

  test("of another store's account, or by who may not, is refused", async () => {
    const foreign = await tillStore(world);
    await expect(take([], foreign.seller)).rejects.toThrow(NotFound);
    await expect(take([], { ...shop.seller, role: "viewer" })).rejects.toThrow(NotAllowed);
  });
});
