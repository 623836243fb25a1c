import type { MessageRow } from "@/lib/db/rows";
import type { World } from "../world";

/** The outbox of the whole service, newest first. For operators only: bodies hold links that open accounts. */
export async function listMessages(
  world: World,
  page: { skip: number; take: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    world.db.message.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }], ...page }),
    world.db.message.count(),
  ]);
  return { rows, total };
}
