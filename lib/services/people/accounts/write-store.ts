import type { Tx } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import { countryDefaults, modernZone } from "@/lib/domain/country";
import type { PlanFees } from "@/lib/domain/fees";
import { knownLanguage } from "@/lib/domain/languages";
import { isCurrency } from "@/lib/domain/money";
import { Invalid, type Problem, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, refuseInDemo, type Seller } from "./permit";
import { isCountry, isTimeZone } from "./places";

export interface NewStore {
  storeName: string;
  /** ISO 3166 code. */
  country: string;
  /** ISO 4217 code. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** Of the pages for payers; English when it is left out. */
  language?: string;
}

type Place = Pick<NewStore, "country" | "currency" | "timeZone" | "language">;

/** The place of a store: what was left empty is what most shops of the country use. */
export function completePlace(typed: Place): Required<Place> {
  const usual = countryDefaults(typed.country);
  return {
    country: typed.country,
    currency: typed.currency || usual?.currency || "",
    timeZone: typed.timeZone || usual?.zones[0] || "",
    language: typed.language || usual?.language || "en",
  };
}

/** Each field with its problem; all null when the store can be created. */
export function storeProblems(input: NewStore): Record<string, Problem | null> {
  const name = input.storeName.trim();
  // What follows the country is not missed before there is one.
  const isMissed = (value: string) => value !== "" || isCountry(input.country);
  return {
    storeName: name === "" ? say("store_name_known") : lineProblem(name, 255),
    country: isCountry(input.country) ? null : say("choose_country"),
    currency: isCurrency(input.currency) || !isMissed(input.currency) ? null : say("choose_currency"),
    timeZone: isTimeZone(input.timeZone) || !isMissed(input.timeZone) ? null : say("choose_time_zone"),
    language: knownLanguage(input.language ?? "en") ? null : say("choose_language"),
  };
}

/** Writes the row of a validated store, on the plan of new stores. */
export async function writeStore(
  world: World,
  unit: Unit,
  input: NewStore & { accountId: number; contactEmail: string },
): Promise<StoreRow> {
  await writePlans(unit.tx);
  return unit.tx.store.create({
    data: {
      accountId: input.accountId,
      planCode: defaultPlanCode,
      slug: await freeSlug(world, unit, input.storeName),
      name: input.storeName.trim(),
      country: input.country,
      currency: input.currency,
      timeZone: modernZone(input.timeZone),
      ...(input.language ? { language: input.language } : {}),
      contactEmail: input.contactEmail,
      createdAt: unit.now,
      updatedAt: unit.now,
    },
  });
}

/** A store's slug in web addresses: the words of its name if they are free, else with six letters and digits added. */
export async function freeSlug(world: World, unit: Unit, storeName: string): Promise<string> {
  const words = slugOf(storeName) || "store";
  // One sign-up at a time for the same words: otherwise two could both find them free and violate the unique
  // constraint.
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`store-slug/${words}`}, 0))`;
  const taken = await unit.tx.store.findUnique({ where: { slug: words }, select: { id: true } });
  if (!taken) return words;
  return `${words}-${base62(world.random.bytes(16), 6).toLowerCase()}`;
}

/** A name in letters and digits that are valid in a web address; may be empty. */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48)
    .replace(/-+$/, "");
}

const storesMax = 20;

/**
 * Creates another store of the same account: team and customers are shared, its money is separate. At most 20. Throws
 * NotAllowed or Invalid by field, or on `form` at the limit.
 */
export async function createStore(world: World, seller: Seller, input: NewStore): Promise<{ id: number }> {
  permit(seller, "store.create");
  refuseInDemo(world, "form");
  requireNone(storeProblems(input));
  const { accountId, userId } = seller;
  return transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    if ((await unit.tx.store.count({ where: { accountId } })) >= storesMax)
      throw new Invalid({ form: [say("stores_full", { max: storesMax })] });
    const { email } = await unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
    const { id } = await writeStore(world, unit, { ...input, accountId, contactEmail: email });
    await unit.audit(
      { accountId, storeId: id, actor: seller.actor },
      { target: `store:${id}`, action: "store.created" },
    );
    return { id };
  });
}

/** The plan of new stores: on a self-hosted server it includes the API. */
export const defaultPlanCode = "standard";

/** Creates the two plans if they are missing, one with the API and one without. Existing plans are not changed. */
export async function ensurePlans(world: World): Promise<void> {
  await writePlans(world.db);
}

/** The same inside a transaction. */
export async function writePlans(tx: Pick<Tx, "plan">): Promise<void> {
  await tx.plan.createMany({
    data: [
      { code: defaultPlanCode, name: "Standard", includesApi: true, feePpm: 0 },
      { code: "basic", name: "Basic", includesApi: false, feePpm: 0 },
    ],
    skipDuplicates: true,
  });
}

/** What the plan of new stores takes of a payment and of a payout, as the operator has set it. */
export async function readFirstPlan(world: World): Promise<PlanFees> {
  await ensurePlans(world);
  return world.db.plan.findUniqueOrThrow({
    where: { code: defaultPlanCode },
    select: { feePpm: true, payoutFeePpm: true, fixedFees: true },
  });
}
