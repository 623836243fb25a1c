import { randomUUID } from "node:crypto";
import { createOperator } from "../accounts/create-operator";
import type { World } from "../world";
import type { Operator } from "./operator";

export const operatorPassword = "three plain words";

/** Somebody who runs the service, made as `npm start` makes the first one. */
export async function newOperator(world: World): Promise<Operator & { email: string }> {
  const email = `ops-${randomUUID()}@example.com`;
  const { userId } = await createOperator(world, { name: "Opal", email, password: operatorPassword });
  return { userId, actor: `user:${userId}`, email };
}
