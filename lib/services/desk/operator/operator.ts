import type { Tx } from "@/lib/db/client";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import type { World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { NotAllowed } from "@/lib/services/people/accounts/permit";

/** A signed-in operator. Their permission is read from the database with every act. */
export interface Operator {
  userId: number;
  /** For the audit log: `user:12`. */
  actor: string;
}

/** Every verb of this folder calls this first. Throws NotAllowed for a person who is not an operator (any more). */
export async function requireOperator(
  tx: Pick<Tx, "user">,
  operator: Operator,
): Promise<{ name: string; email: string }> {
  const user = await tx.user.findUnique({
    where: { id: operator.userId },
    select: { isOperator: true, name: true, email: true },
  });
  if (!user?.isOperator) throw new NotAllowed(say("operators_only"));
  return user;
}

/**
 * Verifies an operator before an act on another's money or store: their identity and a reason. An empty password field
 * does not count as a try. Throws NotAllowed, or Invalid on `reason`, `password` or `code`.
 */
export async function confirmOperator(
  world: World,
  operator: Operator,
  input: Proof & { reason: string },
): Promise<void> {
  await requireOperator(world.db, operator);
  requireReason(input.reason);
  if (input.password === "") throw new Invalid({ password: [say("password")] });
  await confirmPerson(world, operator.userId, input);
}

/** The reason of an act, as the owners and the audit log show it. Throws Invalid on `reason`. */
export function requireReason(typed: string): string {
  return requireText("reason", typed, 500);
}

/** The evidence for a manual decision about money. Throws Invalid on `evidence`. */
export function requireEvidence(typed: string): string {
  return requireText("evidence", typed, 200);
}

function requireText(field: "reason" | "evidence", typed: string, max: number): string {
  const text = typed.trim();
  requireNone({ [field]: text === "" ? say(field) : textProblem(text, max) });
  return text;
}
