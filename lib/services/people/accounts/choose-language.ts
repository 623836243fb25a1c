import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";

/** The language in which this person reads the dashboard, in all of their stores. Their own to choose, whatever their role. */
export async function chooseLanguage(
  world: World,
  person: { userId: number },
  language: string,
): Promise<void> {
  await transact(world, (unit) => unit.tx.user.update({ where: { id: person.userId }, data: { language } }));
}
