import type { Unit } from "@/lib/services/core/world";

/** One change of a person at a time. */
export async function lockPerson(unit: Unit, userId: number) {
  await unit.tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
  return unit.tx.user.findUniqueOrThrow({ where: { id: userId } });
}
