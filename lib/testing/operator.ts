import { randomUUID } from "node:crypto";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { createOperator } from "@/lib/services/people/accounts/operator";

export const operatorPassword = "three plain words";

/** Somebody who runs the service, made as `npm start` makes the first one. */
export async function newOperator(world: World): Promise<Operator & { email: string }> {
  const email = `ops-${randomUUID()}@example.com`;
  const { userId } = await createOperator(world, { name: "Opal", email, password: operatorPassword });
  return { userId, actor: `user:${userId}`, email };
}
