import type { StoreRow } from "@/lib/db/rows";
import { countryDefaults, modernZone } from "@/lib/domain/country";
import { knownLanguage } from "@/lib/domain/languages";
import { isCurrency } from "@/lib/domain/money";
import { type Problem, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import type { Unit, World } from "@/lib/services/core/world";
import { defaultPlanCode, writePlans } from "./ensure-plans";
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
