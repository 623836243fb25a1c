import { expect, test, vi } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { asked } from "@/scripts/lab/testing/quick-argon2";
import { signUp } from "./sign-up";
import { completePlace, ensurePlans, freeSlug } from "./write-store";

const world = testWorld();

test("signing up makes a person, an account, an owner and a first store whose plan includes the API", async () => {
  const input = newAccount(world);
  const made = await signUp(world, { ...input, email: ` ${input.email.toUpperCase()} ` });
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: made.storeId },
    include: { plan: true, account: { include: { members: { include: { user: true } } } } },
  });
  expect(store).toMatchObject({
    name: "Maji Kwetu",
    currency: "KES",
    timeZone: "Africa/Nairobi",
    testModeSince: null,
  });
  expect(store.plan).toMatchObject({ code: "standard", includesApi: true });
  expect(store.account.members).toMatchObject([{ role: "owner", user: { email: input.email } }]);
  expect(store.account.members[0]?.user.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
  expect(asked).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

test("who gives four answers goes by the shop's name, in the money, time and language of the country", async () => {
  const { name: _, ...input } = newAccount(world, { storeName: "Duka la Asha", country: "TZ" });
  const place = completePlace({ country: "TZ", currency: "", timeZone: "", language: "" });
  const made = await signUp(world, { ...input, ...place });
  const store = await world.db.store.findUniqueOrThrow({ where: { id: made.storeId } });
  expect(store).toMatchObject({ currency: "TZS", timeZone: "Africa/Dar_es_Salaam", language: "sw" });
  const user = await world.db.user.findUniqueOrThrow({ where: { id: made.userId } });
  expect(user.name).toBe("Duka la Asha");
});

test("what was chosen instead of the country's own stays, and an old name of a zone becomes today's", async () => {
  const chosen = { country: "TZ", currency: "USD", timeZone: "Asia/Calcutta", language: "en" };
  expect(completePlace(chosen)).toEqual(chosen);
  const made = await signUp(world, newAccount(world, chosen));
  const store = await world.db.store.findUniqueOrThrow({ where: { id: made.storeId } });
  expect(store).toMatchObject({ currency: "USD", timeZone: "Asia/Kolkata", language: "en" });
});

test("without a country nothing is guessed, and only the country is missed", async () => {
  const { name: _, ...input } = newAccount(world, { storeName: "", country: "" });
  const place = completePlace({ country: "", currency: "", timeZone: "" });
  const refused = await signUp(world, { ...input, ...place }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Invalid);
  expect(Object.keys((refused as Invalid).errors)).toEqual(["storeName", "country"]);
});

test("two stores of one name have different addresses", async () => {
  const one = await signUp(world, newAccount(world, { storeName: "Duka la Ọṣun" }));
  const two = await signUp(world, newAccount(world, { storeName: "Duka la Ọṣun" }));
  const slugs = await world.db.store.findMany({
    where: { id: { in: [one.storeId, two.storeId] } },
    orderBy: { id: "asc" },
  });
  expect(slugs[0]?.slug).toBe("duka-la-osun");
  expect(slugs[1]?.slug).toMatch(/^duka-la-osun-[0-9a-z]{6}$/);
});

test("a store's address is free only once, also while another store that takes it is not yet written", async () => {
  const { storeId } = await signUp(world, newAccount(world));
  let later: ReturnType<typeof signUp> | undefined;
  await transact(world, async (unit) => {
    const slug = await freeSlug(world, unit, "Duka la Sasa");
    expect(slug).toBe("duka-la-sasa");
    let isMade = false;
    later = signUp(world, newAccount(world, { storeName: "Duka la Sasa" })).finally(() => {
      isMade = true;
    });
    await vi.waitFor(async () => expect(isMade || (await someoneWaits())).toBe(true), 10_000);
    await unit.tx.store.update({ where: { id: storeId }, data: { slug } });
  });
  const made = await later;
  const second = await world.db.store.findUniqueOrThrow({ where: { id: made?.storeId ?? 0 } });
  expect(second.slug).toMatch(/^duka-la-sasa-[0-9a-z]{6}$/);
});

async function someoneWaits(): Promise<boolean> {
  const waiting = await world.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
  return waiting.length > 0;
}

test("one address makes one account, also when it is sent twice at once, and its owner is told", async () => {
  const input = newAccount(world);
  const results = await Promise.allSettled([
    signUp(world, input),
    signUp(world, input),
    signUp(world, input),
  ]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  for (const reason of refused) expect(reason).toBeInstanceOf(Invalid);
  const messages = await world.db.message.findMany({
    where: { recipient: input.email },
    orderBy: { template: "asc" },
  });
  expect(messages).toMatchObject([
    { template: "address_proof", status: "kept" },
    { template: "sign_up_again", status: "kept" },
  ]);
});

test("ten addresses of others are told to be in use, whatever is signed up between, and thirty accounts are made", async () => {
  const here = { ip: "203.0.113.41" };
  const known = newAccount(world, { ip: null });
  await signUp(world, known);
  const told: string[] = [];
  for (let nth = 0; nth < 14; nth += 1) {
    if (nth % 3 === 0) await signUp(world, newAccount(world, here)).catch(() => null);
    const said = await signUp(world, { ...known, ...here }).catch((error: unknown) => String(error));
    told.push(String(said));
  }
  expect(told.filter((said) => said.includes("account_taken"))).toHaveLength(10);
  expect(told.at(-1)).toContain("pause_minutes");

  const there = { ip: "203.0.113.42" };
  for (let nth = 0; nth < 30; nth += 1) await signUp(world, newAccount(world, there));
  await expect(signUp(world, newAccount(world, there))).rejects.toThrow('pause_minutes {"minutes":5}');
  const machine = { ip: "127.0.0.1" };
  for (let nth = 0; nth < 31; nth += 1) await signUp(world, newAccount(world, machine));
});

test.each(["1234567890", "password12", "aaaaaaaaaa", "qwertyuiop", "iloveyou12", "achieng otieno"])(
  "the password “%s” is refused, because it is guessed first",
  async (password) => {
    await expect(signUp(world, newAccount(world, { password, ip: null }))).rejects.toMatchObject({
      errors: {
        password: [expect.objectContaining({ code: expect.stringMatching(/^password_(common|about_you)$/) })],
      },
    });
  },
);

test("every field that cannot be used is named", async () => {
  const bad = newAccount(world, {
    name: " ",
    email: "nobody",
    password: "nine char",
    storeName: "\u0000",
    country: "XX",
    currency: "ABC",
    timeZone: "Mars/Olympus",
  });
  const refusal = await signUp(world, bad).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Invalid);
  expect(Object.keys((refusal as Invalid).errors).sort()).toEqual([
    "country",
    "currency",
    "email",
    "name",
    "password",
    "storeName",
    "timeZone",
  ]);
});

test.each(["x".repeat(201), "half a pair \ud800 of words"])(
  "a password of more than 200 characters or half a character is refused",
  async (password) => {
    await expect(signUp(world, newAccount(world, { password }))).rejects.toThrow(Invalid);
  },
);

test("making the plans again changes nothing", async () => {
  await ensurePlans(world);
  await world.db.plan.update({ where: { code: "basic" }, data: { name: "Ours" } });
  await ensurePlans(world);
  expect(await world.db.plan.findUnique({ where: { code: "basic" } })).toMatchObject({
    name: "Ours",
    includesApi: false,
  });
});
