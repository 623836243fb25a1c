import { networksFor } from "@/lib/domain/network";
import type { World } from "@/lib/services/core/world";
import { routeOf } from "../rails";

/** Which of these countries' currencies some rail can collect there now, by mobile money or by card. */
export async function readCollectedCountries(
  world: World,
  places: Readonly<Record<string, { currency: string }>>,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    Object.entries(places).map(async ([country, { currency }]) => {
      const query = { op: "charge" as const, country, currency };
      if ((await routeOf(world, { ...query, method: "card" })).length > 0) return [country];
      if (networksFor(country, currency).length === 0) return [];
      return (await routeOf(world, { ...query, method: "mobile_money" })).length > 0 ? [country] : [];
    }),
  );
  return new Set(found.flat());
}
