import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { testWorld } from "../world";
import { apiClient, newShop } from "./client";

/** For a file of tests: a world, a store in it, and the whole API. `live` and `trial` call it with the store's keys. */
export async function openApi(
  overrides: Parameters<typeof newShop>[1] = {},
  { world = testWorld(), ...options }: { world?: ReturnType<typeof testWorld>; keepLimits?: boolean } = {},
) {
  const route = createRouter(routes, apiRoot);
  const call = apiClient(world, route, options);
  const shop = await newShop(world, overrides);
  /** For files in which another store follows. */
  const keyed = (keyOf: () => string) => (method: string, path: string, body?: unknown) =>
    call(method, path, { key: keyOf(), body });
  const live = keyed(() => shop.liveKey);
  return { world, route, call, shop, keyed, live, trial: keyed(() => shop.testKey) };
}
