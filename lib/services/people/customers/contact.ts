import { sqlState } from "@/lib/db/client";
import { Invalid, type Problems, say } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller, Unit } from "@/lib/services/core/world";

/**
 * The typed number as E.164; a number without a calling code is one of the store's country. Throws Invalid on `phone`.
 */
export async function contactPhone(unit: Unit, caller: Caller, typed: string): Promise<string> {
  const { country } = await unit.tx.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const parsed = parsePhone(typed, country, { anyCountry: true });
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return parsed.phone;
}

/** Throws Invalid on `email` or `phone` when another customer of the account has it already. */
export async function requireFree(
  unit: Unit,
  caller: Caller,
  contact: { email?: string | null; phone?: string | null },
  ownId: number,
): Promise<void> {
  const scope = { accountId: caller.accountId, livemode: caller.livemode, id: { not: ownId } };
  const errors: Problems = {};
  if (contact.email && (await unit.tx.customer.count({ where: { ...scope, email: contact.email } })) > 0)
    errors.email = [say("email_taken")];
  if (contact.phone && (await unit.tx.customer.count({ where: { ...scope, phone: contact.phone } })) > 0)
    errors.phone = [say("phone_taken")];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Repeats a verb when another request took the same e-mail or phone meanwhile: the database keeps them unique, and the
 * next run finds the other customer. At most five runs.
 */
export async function despiteRaces<T>(verb: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await verb();
    } catch (error) {
      if (tried >= 5 || sqlState(error) !== "23505") throw error;
    }
  }
}
