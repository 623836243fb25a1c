import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { quotas, textsPerPhone } from "@/lib/domain/limits";
import { say } from "@/lib/domain/refusal";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { createInvoice } from "@/lib/services/billing/invoices/draft";
import { sendInvoice } from "@/lib/services/billing/invoices/send";
import { transact } from "@/lib/services/core/unit";
import { newAccount, newSeller, sellerOf } from "@/lib/testing/accounts";
import { type TestWorld, testWorld } from "@/lib/testing/world";
import { inviteMember } from "../team/invite";
import type { Seller } from "./permit";
import { signUp } from "./sign-up";

let mails: string[];
let texts: string[];
let world: TestWorld;

beforeEach(() => {
  mails = [];
  texts = [];
  const taken =
    (list: string[]) =>
    async ({ to }: { to: string }) => {
      list.push(to);
      return { ref: null };
    };
  world = testWorld({ mailer: { send: taken(mails) }, sms: { send: taken(texts) } as never });
});

const body = (send: ("email" | "sms")[], phone = "+254712345678") =>
  NewInvoice.parse({
    customer_name: "Amina",
    customer_email: "amina@example.com",
    customer_phone: phone,
    items: [{ description: "Water", quantity: 1, unit_price: 500 }],
    send,
  });
const unproven = async (): Promise<Seller> => sellerOf(await signUp(world, newAccount(world, { ip: null })));
const rows = (storeId: number) => world.db.message.count({ where: { storeId } });

test("an account whose owner has not confirmed their address sends nothing to others, and nothing is made", async () => {
  const seller = await unproven();
  for (const channel of ["email", "sms"] as const)
    await expect(createInvoice(world, seller, body([channel]))).rejects.toMatchObject({
      code: "email_unverified",
    });
  expect(await world.db.invoice.count({ where: { storeId: seller.storeId } })).toBe(0);
  const { invoice } = await createInvoice(world, seller, body([]));
  await expect(sendInvoice(world, seller, invoice.id, ["email"])).rejects.toMatchObject({
    code: "email_unverified",
  });
  const wish = { email: "friend@example.com", role: "viewer" };
  await expect(inviteMember(world, seller, wish)).rejects.toMatchObject({ code: "email_unverified" });
  expect(await rows(seller.storeId)).toBe(0);
  expect([...mails, ...texts]).toEqual([]);
});

test("what happens by itself is kept and not sent while no owner has confirmed; its own people get what is theirs alone", async () => {
  const seller = await unproven();
  const { email } = await world.db.user.findUniqueOrThrow({ where: { id: seller.userId } });
  const facts = { accountId: seller.accountId, storeId: seller.storeId, channel: "email" as const };
  const statusOf = async (recipient: string, why: "paid" | "owed" | "own") => {
    const dedupeKey = randomUUID();
    const text = { template: "t", subject: "s", body: "b" };
    await transact(world, (unit) => unit.queueMessage({ ...facts, ...text, recipient, why, dedupeKey }));
    return (await world.db.message.findUniqueOrThrow({ where: { dedupeKey } })).status;
  };
  expect(await statusOf("stranger@example.com", "paid")).toBe("kept");
  expect(await statusOf(email, "own")).toBe("queued");
  // Nobody has shown that the address is theirs: as a customer they may be anybody.
  expect(await statusOf(email, "paid")).toBe("kept");
  expect(await statusOf(email, "owed")).toBe("kept");
});

test("the demo store's made-up customers are written to by nobody, its own people are", async () => {
  const seller = await newSeller(world);
  const { email } = await world.db.user.findUniqueOrThrow({ where: { id: seller.userId } });
  await world.db.user.update({ where: { id: seller.userId }, data: { phone: "+254722000111" } });
  const statusOf = async (channel: "email" | "sms", recipient: string) => {
    const dedupeKey = `${recipient}/${randomUUID()}`;
    const facts = { accountId: seller.accountId, storeId: seller.storeId, channel, recipient, dedupeKey };
    const text = { why: "paid" as const, template: "t", subject: "s", body: "b" };
    await transact(world, (unit) => unit.queueMessage({ ...facts, ...text }));
    return (await world.db.message.findUniqueOrThrow({ where: { dedupeKey } })).status;
  };
  expect(await statusOf("sms", "+254722000222")).toBe("queued");
  await world.db.account.update({ where: { id: seller.accountId }, data: { isDemo: true } });
  expect(await statusOf("sms", "+254722000222")).toBe("kept");
  expect(await statusOf("email", "stranger@example.com")).toBe("kept");
  expect(await statusOf("sms", "+254722000111")).toBe("queued");
  expect(await statusOf("email", email)).toBe("queued");
});

test("a server that sends no mail asks for no confirmation: what it writes is kept to be read", async () => {
  world = testWorld();
  const { deliveries } = await createInvoice(world, await unproven(), body(["email"]));
  expect(deliveries).toMatchObject([{ channel: "email", status: "kept" }]);
});

test("a new account sends so many mails a day and no more; operators see it, and the next day goes on", async () => {
  const seller = await newSeller(world);
  const { invoice } = await createInvoice(world, seller, body([]));
  await world.db.sendingCount.create({
    data: {
      subject: `account/${seller.accountId}/email`,
      day: world.clock.now(),
      sent: quotas.fresh.email - 1,
    },
  });
  await sendInvoice(world, seller, invoice.id, ["email"]);
  world.clock.advance(61_000);
  const both = sendInvoice(world, seller, invoice.id, ["sms", "email"]);
  await expect(both).rejects.toMatchObject({ code: "sending_limit" });
  expect(texts).toEqual([]);
  expect(await rows(seller.storeId)).toBe(1);
  const { deliveries } = await createInvoice(world, seller, body(["email"]));
  expect(deliveries).toMatchObject([{ status: "failed", reason: say("refusal.sending_limit") }]);
  const noted = { accountId: seller.accountId, action: "messages.limit_reached" };
  expect(await world.db.auditEntry.count({ where: noted })).toBe(1);
  world.clock.advance(24 * 60 * 60_000);
  await sendInvoice(world, seller, invoice.id, ["email"]);
  expect(mails).toHaveLength(2);
});

test("one phone gets few texts a day, from all accounts together", async () => {
  const phone = `+2547${String(Date.now()).slice(-8)}`;
  for (let nth = 0; nth < textsPerPhone; nth += 1)
    await createInvoice(world, await newSeller(world), body(["sms"], phone));
  const last = await createInvoice(world, await newSeller(world), body(["sms"], phone));
  expect(last.deliveries).toMatchObject([{ channel: "sms", status: "failed" }]);
  expect(texts).toHaveLength(textsPerPhone);
});

test("two requests at once are counted as two", async () => {
  const seller = await newSeller(world);
  const invoices = [];
  for (let nth = 0; nth < 4; nth += 1)
    invoices.push((await createInvoice(world, seller, body([]))).invoice.id);
  await world.db.sendingCount.create({
    data: {
      subject: `account/${seller.accountId}/email`,
      day: world.clock.now(),
      sent: quotas.fresh.email - 2,
    },
  });
  const all = await Promise.allSettled(invoices.map((id) => sendInvoice(world, seller, id, ["email"])));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});
