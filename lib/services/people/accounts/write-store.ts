import type { StoreRow } from "@/lib/db/rows";
import { isCurrency } from "@/lib/domain/money";
import { type Problems, say } from "@/lib/domain/problem";
import { lineProblem } from "@/lib/domain/text";
import type { Unit, World } from "@/lib/services/core/world";
import { defaultPlanCode, writePlans } from "./ensure-plans";
import { freeSlug } from "./free-slug";
import { isCountry, isTimeZone } from "./places";

export interface NewStore {
  storeName: string;
  /** ISO 3166 code. */
  country: string;
  /** ISO 4217 code. */
  currency: string;
  /** IANA name. */
  timeZone: string;
}

/** Problem sentences by field; empty when the store can be made. */
export function storeProblems(input: NewStore): Problems {
  const name = input.storeName.trim();
  const problems = {
    storeName: name === "" ? say("store_name_known") : lineProblem(name, 255),
    country: isCountry(input.country) ? null : say("choose_country"),
    currency: isCurrency(input.currency) ? null : say("choose_currency"),
    timeZone: isTimeZone(input.timeZone) ? null : say("choose_time_zone"),
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  );
}

/** The row of a store that was checked, on the plan of new stores. */
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
      timeZone: input.timeZone,
      contactEmail: input.contactEmail,
      createdAt: unit.now,
      updatedAt: unit.now,
    },
  });
}
