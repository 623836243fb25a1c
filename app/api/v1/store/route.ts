import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { Store, serializeStore } from "@/lib/resources/store";
import { readStore } from "@/lib/services/catalog/stores/read";
import { readDial } from "@/lib/services/money/ussd/settings";

export const GET = endpoint({
  summary: "Retrieve the store",
  description: "The store that owns the key. A test key sees the real store.",
  tag: "Store",
  keys: "any",
  returns: one(Store),
  handle: async ({ world, caller }) => {
    const [store, dial] = await Promise.all([readStore(world, caller), readDial(world, caller.storeId)]);
    return { data: serializeStore(store, world.config.siteUrl, dial?.code ?? null) };
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
