import { serializePage } from "@/lib/resources/envelope";
import type { World } from "@/lib/services/core/world";

/** The answer of a list: its items in the envelope, with links that keep the filters of this call. */
export function pageOf<Item>(
  call: {
    world: World;
    path: string;
    given: Readonly<Record<string, string>>;
    query: { page: number; per_page: number };
  },
  items: Item[],
  total: number,
) {
  return serializePage({
    items,
    total,
    page: call.query.page,
    perPage: call.query.per_page,
    path: call.path,
    filters: call.given,
  });
}
