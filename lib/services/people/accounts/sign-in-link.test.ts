import { beforeEach, expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { readSignInLink, requestSignInLink, spendSignInLink } from "./sign-in-link";
import { type NewAccount, signUp } from "./sign-up";

const minuteMs = 60_000;
const ip = "198.51.100.7";
const world = testWorld();
let account: NewAccount;
let userId: number;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
});

async function tokens(): Promise<string[]> {
  const mails = await world.db.message.findMany({
    where: { recipient: account.email, template: "sign_in_link" },
    orderBy: { id: "asc" },
  });
  return mails.map(({ body }) => /\/sign-in\/link\/(\S+)/.exec(body)?.[1] ?? "");
}

async function ask(): Promise<string> {
  await requestSignInLink(world, { email: account.email, ip });
  return (await tokens()).at(-1) ?? "";
}

test("looking at a link, as mail scanners do, spends nothing; its button does, once", async () => {
  const token = await ask();
  expect(await readSignInLink(world, token)).toEqual({ email: account.email });
  expect(await readSignInLink(world, token)).toEqual({ email: account.email });
  const both = await Promise.allSettled([spendSignInLink(world, token), spendSignInLink(world, token)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "fulfilled")).toMatchObject({ value: { userId } });
  expect(await readSignInLink(world, token)).toBeNull();
});

test("a link works for 15 minutes", async () => {
  const token = await ask();
  world.clock.advance(15 * minuteMs - 1);
  expect(await readSignInLink(world, token)).not.toBeNull();
  world.clock.advance(1);
  await expect(spendSignInLink(world, token)).rejects.toThrow(NotFound);
});

test("an unknown address gets the same silence, and no more than five links an hour are sent", async () => {
  await expect(requestSignInLink(world, { email: "nobody@example.com", ip })).resolves.toBeUndefined();
  expect(await world.db.message.count({ where: { recipient: "nobody@example.com" } })).toBe(0);
  for (let asked = 0; asked < 8; asked += 1) await ask();
  expect(await tokens()).toHaveLength(5);
});

test("whoever asks for dozens of links has to pause, whatever the addresses", async () => {
  const from = "198.51.100.99";
  for (let asked = 0; asked < 60; asked += 1)
    await requestSignInLink(world, { email: `nobody-${asked}@example.com`, ip: from });
  await expect(requestSignInLink(world, { email: "nobody@example.com", ip: from })).rejects.toThrow(
    'pause_minutes {"minutes":5}',
  );
});

test("only the fingerprint of the token is kept beside the message, and sellers do not see that message", async () => {
  const token = await ask();
  const row = await world.db.userToken.findFirstOrThrow({ where: { userId } });
  expect(Buffer.from(row.tokenHash).toString("latin1")).not.toContain(token);
  expect(await world.db.message.findFirst({ where: { template: "sign_in_link" } })).toMatchObject({
    storeId: null,
    accountId: null,
  });
});
