import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { checkLedger } from "@/lib/testing/check-ledger";
import { open } from "@/lib/testing/doors";
import { openPages } from "@/lib/testing/in-paying-world";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { saveAccount } from "./connect";
import { listAccounts } from "./read";

const world = await openPages();
const door = await open(() => {});
afterAll(() => door.close());
let mine: Awaited<ReturnType<typeof connected>>;

beforeEach(async () => {
  mine = await connected("Till in Ntinda");
});
afterEach(async () => {
  expect(door.errors).toEqual([]);
  expect(await checkLedger(world)).toEqual([]);
});

/** A store with an account of its own, and the path to which its rail reports. */
async function connected(label: string) {
  const shop = await sellingStore(world);
  const account = { rail: "sandbox", livemode: true, label, credentials: {}, password };
  const { key } = await saveAccount(world, shop.seller, account);
  const [view] = await listAccounts(world, shop.seller);
  return { ...shop, key, path: new URL(view?.callbackUrl ?? "").pathname };
}

/** What the rail says of a payment, signed with its key, at this path: the status of the answer. */
async function report(path: string, id: string): Promise<number> {
  const charge = { op: "charge", id, railRef: `sbx_${id}`, status: "succeeded", atMs: 0, feeMinor: "0" };
  const body = JSON.stringify({ ...charge, amountMinor: "50000", currency: "UGX", method: "mobile_money" });
  const secret = Buffer.from(world.secrets.mac("sandbox-callback", "1")).toString("hex");
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = { "x-sandbox-signature": signature };
  const { status } = await fetch(`http://127.0.0.1:${door.port}${path}`, { method: "POST", body, headers });
  return status;
}

const attemptOf = (id: string) => world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
const tasksOf = (storeId: number) => world.db.task.findMany({ where: { storeId } });
/** Work goes on after the answer: until it shows. */
const soon = { timeout: 5_000, interval: 20 };

test("a report at the address of an account settles the payment of that account", async () => {
  const { id } = await press(world, mine, { phone: "0772 123 209" });
  expect(await report(mine.path, id)).toBe(200);
  await expect.poll(async () => (await attemptOf(id)).status, soon).toBe("succeeded");
});

test("a report at another store's address changes nothing, and its owner is asked to look", async () => {
  const theirs = await connected("Another till");
  const { id } = await press(world, mine, { phone: "0772 123 209" });
  expect(await report(theirs.path, id)).toBe(200);
  await expect
    .poll(async () => (await tasksOf(theirs.store.id)).map(({ kind }) => kind), soon)
    .toEqual(["own_unknown_payment"]);
  expect(await attemptOf(id)).toMatchObject({ rail: mine.key, status: "pending", paidAt: null });
  expect(await tasksOf(mine.store.id)).toEqual([]);
  expect(await world.db.ledgerTransaction.count({ where: { sourceId: id } })).toBe(0);
});

test("a report at the operator's address, or without a signature, does not reach it either", async () => {
  const { id } = await press(world, mine, { phone: "0772 123 209" });
  expect(await report("/api/rails/sandbox", id)).toBe(200);
  const unsigned = await fetch(`http://127.0.0.1:${door.port}${mine.path}`, { method: "POST", body: "{}" });
  expect(unsigned.status).toBe(401);
  expect(await attemptOf(id)).toMatchObject({ status: "pending", paidAt: null });
});

test("an account is not reached by its key, nor by a longer path", async () => {
  const { id } = await press(world, mine, { phone: "0772 123 209" });
  expect(await report(`/api/rails/${mine.key.replace(":", "/")}`, id)).toBe(404);
  expect(await report("/api/rails/sandbox/unknown", id)).toBe(404);
  const { POST } = await import("@/app/api/rails/[...address]/route");
  const address = [...mine.path.split("/").slice(3), "more"];
  const request = new Request(`http://localhost:3000/api/rails/${address.join("/")}`, {
    ...{ method: "POST", body: "{}" },
  });
  expect((await POST(request, { params: Promise.resolve({ address }) })).status).toBe(404);
  expect(await attemptOf(id)).toMatchObject({ status: "pending" });
});
