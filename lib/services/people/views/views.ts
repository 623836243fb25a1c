import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "../accounts/permit";

/** The filters of one list under a name. Everybody has their own. */
export interface View {
  id: number;
  name: string;
  /** What follows the question mark in the list's address. */
  query: string;
}

const viewsMax = 20;
const nameMax = 60;

export async function listViews(world: World, { storeId, userId }: Seller, list: string): Promise<View[]> {
  return world.db.savedView.findMany({
    where: { storeId, userId, list },
    select: { id: true, name: true, query: true },
    orderBy: { id: "asc" },
    take: viewsMax,
  });
}

/** A name that is taken gets the new filters. Throws Invalid without a name, and where there are too many. */
export async function saveView(
  world: World,
  { storeId, userId }: Seller,
  input: { list: string; name: string; query: string },
): Promise<void> {
  const name = input.name.trim().slice(0, nameMax);
  if (name === "") throw new Invalid({ name: [say("required")] });
  const { list, query } = input;
  const key = { storeId, userId, list, name };
  await transact(world, async ({ tx, now }) => {
    const others = await tx.savedView.count({ where: { storeId, userId, list, name: { not: name } } });
    if (others >= viewsMax) throw new Invalid({ name: [say("too_many_views", { max: viewsMax })] });
    await tx.savedView.upsert({
      where: { storeId_userId_list_name: key },
      create: { ...key, query, createdAt: now },
      update: { query },
    });
  });
}

/** Throws NotFound for a view that is gone, and for somebody else's. */
export async function deleteView(
  world: World,
  { storeId, userId }: Seller,
  id: number,
): Promise<{ name: string; list: string }> {
  return transact(world, async ({ tx }) => {
    const view = await tx.savedView.findFirst({ where: { id, storeId, userId } });
    if (!view) throw new NotFound();
    await tx.savedView.delete({ where: { id } });
    return view;
  });
}
