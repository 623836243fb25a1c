import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { type NewAccount, signUp } from "./sign-up";
import { askForAddressProof, confirmAddress, readAddressProof } from "./verify-address";

const world = testWorld();
let account: NewAccount;
let email: string;
let userId: number;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  email = account.email;
  ({ userId } = await signUp(world, account));
});

/** In the browser in which they signed up. */
const here = { isKnown: true, password: "" };
const verifiedAt = async () =>
  (await world.db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt;

async function mailed(): Promise<string> {
  const mails = await world.db.message.findMany({ where: { recipient: email, template: "address_proof" } });
  return /\/verify-email\/(\S+)/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "";
}

test("signing up mails a link; looking at it does nothing, and the person's button confirms the address once", async () => {
  const token = await mailed();
  expect(await readAddressProof(world, token)).toEqual({ userId, email });
  expect(await verifiedAt()).toBeNull();
  const other = await signUp(world, newAccount(world, { ip: null }));
  await expect(confirmAddress(world, other.userId, token, here)).rejects.toThrow(NotFound);
  await confirmAddress(world, userId, token, here);
  expect(await verifiedAt()).toEqual(world.clock.now());
  await expect(confirmAddress(world, userId, token, here)).rejects.toThrow(NotFound);
  expect(await askForAddressProof(world, userId)).toBeNull();
});

test("in another browser the link confirms with the password alone: the mailbox is not who made the account", async () => {
  const token = await mailed();
  for (const password of ["", "not the password"])
    await expect(confirmAddress(world, userId, token, { isKnown: false, password })).rejects.toThrow(
      "wrong_password",
    );
  expect(await verifiedAt()).toBeNull();
  await confirmAddress(world, userId, token, { isKnown: false, password: account.password });
  expect(await verifiedAt()).toEqual(world.clock.now());
});

test("the link is sent again, five times an hour, shown where the server sends no mail, and runs out after three days", async () => {
  const asked = await askForAddressProof(world, userId);
  expect(asked?.link).toContain(await mailed());
  for (let nth = 0; nth < 3; nth += 1) await askForAddressProof(world, userId);
  await expect(askForAddressProof(world, userId)).rejects.toThrow(Invalid);
  world.clock.advance(3 * 24 * 60 * 60_000);
  expect(await readAddressProof(world, await mailed())).toBeNull();
});

test("a link to an address that the person has left confirms nothing", async () => {
  const token = await mailed();
  await world.db.user.update({ where: { id: userId }, data: { email: `new-${email}` } });
  expect(await readAddressProof(world, token)).toBeNull();
  await expect(confirmAddress(world, userId, token, here)).rejects.toThrow(NotFound);
});

test("a name is kept so that it cannot be a link in a mail to a stranger", async () => {
  const named = newAccount(world, { ip: null, name: "You won, see https://evil.example/x" });
  await signUp(world, named);
  const mail = await world.db.message.findFirstOrThrow({ where: { recipient: named.email } });
  expect(mail.body).toContain("Hello You won, see evil. example/x,");
});
