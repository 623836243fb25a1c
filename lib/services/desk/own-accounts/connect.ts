import type { RailAccount } from "@/lib/db/generated/client";
import { isAddressRefused } from "@/lib/domain/rail-account";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import type { Credentials } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { fingerprint } from "@/lib/providers/secrets";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import type { Checked } from "../rails/check-rail";
import { merged, opened, requireNothingUnderWay } from "../rails/settings";
import { tellAddresses } from "../rails/tell-addresses";
import { isSameTill, lookAt, problemOf } from "./look";
import { forgetPlay, requireNewMode, requireOneMode } from "./mode";
import { placeOf, readRemoved, requireOneAtPlace } from "./place";
import { connectable } from "./read";
import { forgetWaits, writeLook } from "./watch";

export interface TypedAccount extends Proof {
  /** Absent: a new account. */
  key?: string;
  rail: string;
  livemode: boolean;
  /** The seller's word for it; one line, up to 60 characters. */
  label: string;
  /** As typed, by field. An empty secret leaves the stored one. */
  credentials: Credentials;
}

const labelMax = 60;

/**
 * Connects an account of the store's own, or changes it. Its rail is asked first: the account is on only if the rail
 * answers and accepts the credentials; otherwise it is kept and off. It takes every way to pay that no other account of
 * the store takes yet. One that was taken off is taken up again: what it took is known. Owner only, with the password; all owners get a mail. Throws NotFound, or Invalid by field, on
 * `label`, `password`, `code`, or on `form` where it would be unsafe.
 */
export async function saveAccount(
  world: World,
  seller: Seller,
  input: TypedAccount,
): Promise<Checked & { key: string }> {
  permit(seller, "rail_account.change");
  const { storeId } = seller;
  const before = input.key === undefined ? null : await readOwn(world, seller, input.key);
  const rail = before?.rail ?? input.rail;
  // In the sandbox no money moves, whatever was chosen.
  const livemode = rail !== "sandbox" && input.livemode;
  if (!before) await requireAllowed(world, seller, rail);
  const kind = kindOf(rail);
  const kept = before && opened(world, before.credentialsSealed);
  const credentials = kind ? merged(kind, input.credentials, kept) : {};
  const label = input.label.trim();
  const wrong = label === "" ? say("account_label") : lineProblem(label, labelMax);
  const problems = { ...kind?.problems(credentials, livemode), ...(wrong ? { label: [wrong] } : {}) };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  await confirmPerson(world, seller.userId, input);
  const account = { rail, livemode, place: placeOf(rail, credentials) };
  const former = before ?? (await readRemoved(world, seller, account));
  const secret = addressSecret(world);
  const address = former ?? {
    key: `${rail}:${base62(world.random.bytes(16), 10).toLowerCase()}`,
    ...{ rail, addressHash: fingerprint(secret), addressSealed: world.secrets.seal(secret) },
  };
  const asked = await lookAt(world, { ...address, livemode }, credentials);
  if (before && asked.ok && asked.rail) await requireSame(world, asked.rail, before.livemode === livemode);
  await transact(world, async (unit) => {
    await lockAccounts(unit, storeId);
    await requireOneMode(unit, storeId, address.key, livemode);
    const from = before ? placeOf(rail, kept) : account.place;
    await requireOneAtPlace(unit, seller, { ...account, key: address.key, from });
    if (before && before.livemode !== livemode) await requireNewMode(unit, before);
    const data = {
      ...{ label, livemode, enabled: asked.ok },
      ...{ problem: problemOf(asked), toldAt: null },
      ...(isSameTill(asked.rail, world.rails.own?.find(address.key)) ? {} : { tillHeard: null }),
      credentialsSealed: world.secrets.seal(JSON.stringify(credentials)),
      ...{ checkedAt: unit.now, updatedAt: unit.now, updatedBy: seller.actor },
    };
    const where = { key: address.key };
    const ways = before ? [] : await freeWays(unit, storeId, address, asked.rail);
    const taken = before ? data : { ...data, ways, removedAt: null };
    if (former) await unit.tx.railAccount.update({ where, data: taken });
    else
      await unit.tx.railAccount.create({ data: { ...address, ...data, ways, storeId, createdAt: unit.now } });
    if (asked.ok) await forgetWaits(unit, address.key);
    await record(unit, seller, { key: address.key, label }, before ? "changed" : "connected");
  });
  await world.rails.own?.reload();
  return { key: address.key, ok: asked.ok, detail: asked.detail };
}

/** Chance writes a word that is refused in one of two hundred. */
function addressSecret(world: Pick<World, "random">): string {
  const secret = base62(world.random.bytes(48), 40);
  return isAddressRefused(secret) ? addressSecret(world) : secret;
}

/**
 * Asks an account's rail whether it is well, and writes down what it said; then has it told where payments that begin at
 * the rail are to be reported. Throws NotFound.
 */
export async function checkAccount(world: World, seller: Seller, key: string): Promise<Checked> {
  permit(seller, "rail_account.change");
  const row = await readOwn(world, seller, key);
  const asked = await lookAt(world, row);
  await transact(world, async (unit) => {
    await writeLook(unit, key, asked);
    if (asked.ok) await forgetWaits(unit, key);
  });
  const told = asked.ok ? await tellAddresses(world, asked.rail, kindOf(row.rail)?.name ?? row.rail) : null;
  if (told && told.isHeard !== null) {
    const data = { tillHeard: told.isHeard, updatedAt: world.clock.now() };
    await world.db.railAccount.update({ where: { key }, data });
  }
  await world.rails.own?.reload();
  return told?.checked ?? { ok: asked.ok, detail: asked.detail };
}

/**
 * Switches an account on or off for new payments; what is under way is followed either way. It is on only once its rail
 * answers. Owner only, with the password. Throws NotFound, or Invalid on `password`, `code` or `form`.
 */
export async function switchAccount(
  world: World,
  seller: Seller,
  input: Proof & { key: string; on: boolean },
): Promise<void> {
  permit(seller, "rail_account.change");
  const row = await readOwn(world, seller, input.key);
  if (input.on) await requireAllowed(world, seller, row.rail);
  await confirmPerson(world, seller.userId, input);
  if (!input.on) return change(world, seller, row, { enabled: false }, "switched_off");
  const asked = await lookAt(world, row);
  if (!asked.ok) throw new Invalid({ form: [asked.detail ?? say("rail_check_none")] });
  await change(world, seller, row, { enabled: true, problem: null, toldAt: null }, "switched_on");
}

/**
 * Says which ways to pay an account takes; another account of the store that took one gives it up. Owner only. Throws
 * NotFound, or Invalid on `ways`.
 */
export async function setWays(
  world: World,
  seller: Seller,
  key: string,
  ways: readonly string[],
): Promise<void> {
  permit(seller, "rail_account.change");
  const row = await readOwn(world, seller, key);
  if (ways.some((way) => !/^(mobile_money|card)\/[A-Z]{2}\/[A-Z]{3}$/.test(way)))
    throw new Invalid({ ways: [say("form_incomplete")] });
  await transact(world, async (unit) => {
    await lockAccounts(unit, seller.storeId);
    const writeWays = (one: string, left: string[]) =>
      unit.tx.railAccount.update({ where: { key: one }, data: { ways: left, updatedAt: unit.now } });
    await writeWays(key, [...ways]);
    for (const other of await rivalsOf(unit, seller.storeId, row)) {
      const left = other.ways.filter((way) => !ways.includes(way));
      if (left.length < other.ways.length) await writeWays(other.key, left);
    }
    await record(unit, seller, row, "changed");
  });
  await world.rails.own?.reload();
}

/** Says whether an account refuses an unknown number or a wrong amount, where its provider asks first. Owner only. */
export async function setTillRefuses(
  world: World,
  seller: Seller,
  key: string,
  tillRefuses: boolean,
): Promise<void> {
  permit(seller, "rail_account.change");
  const row = await readOwn(world, seller, key);
  await change(world, seller, row, { tillRefuses }, "changed");
}

/** Longer than any process uses what it read last. */
const stillOfferedMs = 30_000;

/**
 * Takes an account off. Refused (Invalid on `form`) while anything is under way with it, and while a process may still
 * offer it. What it took stays in the books under its name. Owner only, with the password. Throws NotFound.
 */
export async function removeAccount(
  world: World,
  seller: Seller,
  input: Proof & { key: string },
): Promise<void> {
  permit(seller, "rail_account.change");
  const row = await readOwn(world, seller, input.key);
  await confirmPerson(world, seller.userId, input);
  await requireNothingUnderWay(world.db, row.key, row.label);
  const offMs = world.clock.now().getTime() - row.updatedAt.getTime();
  if (row.enabled || offMs < stillOfferedMs) throw new Invalid({ form: [say("rail_still_offered")] });
  const credentialsSealed = world.secrets.seal(
    JSON.stringify(placeOf(row.rail, opened(world, row.credentialsSealed))),
  );
  await change(world, seller, row, { removedAt: world.clock.now(), credentialsSealed }, "removed");
}

async function change(
  world: World,
  seller: Seller,
  row: RailAccount,
  data: Partial<Pick<RailAccount, "enabled" | "removedAt" | "problem" | "toldAt" | "tillRefuses">> & {
    credentialsSealed?: Uint8Array<ArrayBuffer>;
  },
  what: "changed" | "switched_on" | "switched_off" | "removed",
): Promise<void> {
  await transact(world, async (unit) => {
    await lockAccounts(unit, seller.storeId);
    await unit.tx.railAccount.update({
      where: { key: row.key },
      data: { ...data, updatedAt: unit.now, updatedBy: seller.actor },
    });
    if (what === "removed") await forgetPlay(unit, row);
    await record(unit, seller, row, what);
  });
  await world.rails.own?.reload();
}

/** An account of the caller's store that was not taken off. Throws NotFound. */
export async function readOwn(world: Pick<World, "db">, seller: Seller, key: string): Promise<RailAccount> {
  const where = { key, storeId: seller.storeId, removedAt: null };
  const row = await world.db.railAccount.findFirst({ where });
  if (!row) throw new NotFound();
  return row;
}

/**
 * Keys of another account at the provider would leave behind whatever came by the first: it knows nothing of it. The newest
 * payment is asked for, which moves nothing. Throws Invalid.
 */
async function requireSame(world: World, rail: PaymentRail, isSameMode: boolean): Promise<void> {
  const newest = await world.db.paymentAttempt.findFirst({
    where: { rail: rail.id, railRef: { not: null } },
    orderBy: { createdAt: "desc" },
    select: { id: true, railRef: true },
  });
  if (!newest?.railRef || !isSameMode) return;
  const { kind } = await rail.chargeStatus({ attemptId: newest.id, railRef: newest.railRef });
  if (kind === "not_found") throw new Invalid({ form: [say("account_another")] });
}

/** What the operator allows. An account that is on stays in use when they change their mind. Throws NotFound, Invalid. */
async function requireAllowed(world: World, { storeId }: Seller, rail: string): Promise<void> {
  if (!connectable(world).includes(rail)) throw new NotFound();
  if (!world.config.ownAccounts.verifiedOnly) return;
  const { verificationStatus } = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  if (verificationStatus !== "verified") throw new Invalid({ form: [say("account_unverified")] });
}

/** Accounts of one store are changed one after another. */
async function lockAccounts(unit: Unit, storeId: number): Promise<void> {
  await unit.tx
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`rail-accounts/${storeId}`}, 0))::text`;
}

/** What an account can take in the store's place that no other takes. */
async function freeWays(
  unit: Unit,
  storeId: number,
  account: Pick<RailAccount, "key" | "rail">,
  rail: PaymentRail | null,
): Promise<string[]> {
  const { country, currency } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const taken = new Set((await rivalsOf(unit, storeId, account)).flatMap(({ ways }) => ways));
  const able = (["mobile_money", "card"] as const).filter((one) => rail?.capabilities.methods.includes(one));
  return able.map((method) => `${method}/${country}/${currency}`).filter((way) => !taken.has(way));
}

/** Accounts of the store that cannot take the same way. Phones can: each payer is led to the one on their network. */
function rivalsOf({ tx }: Unit, storeId: number, { key, rail }: Pick<RailAccount, "key" | "rail">) {
  const NOT = [{ key }, ...(rail === "phone" ? [{ rail }] : [])];
  return tx.railAccount.findMany({ where: { storeId, removedAt: null, NOT } });
}

async function record(
  unit: Unit,
  seller: Seller,
  { key, label }: { key: string; label: string },
  what: "connected" | "changed" | "switched_on" | "switched_off" | "removed",
): Promise<void> {
  await unit.audit(seller, { action: `rail_account.${what}`, target: `rail_account:${key}` });
  const { name } = await unit.store(seller.storeId);
  const told = what === "connected" || what === "removed" ? what : ("changed" as const);
  await mailOwners(unit, seller, {
    kind: `rail_account_${told}`,
    values: { store: name, account: label },
    dedupeKey: `rail_account:${key}/${what}/${unit.now.getTime()}`,
  });
}
