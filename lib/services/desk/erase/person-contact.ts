import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";

/** An e-mail, or a phone in E.164. */
export type Contact = { email: string } | { phone: string };

/** What an operator typed to name a person at every seller. Throws Invalid on `contact`. */
export function personContact(typed: string): Contact {
  const email = normalizeEmail(typed);
  if (isEmail(email)) return { email };
  // Sellers are in many countries, so a number without a calling code names nobody.
  const read = parsePhone(typed, "KE", { anyCountry: true });
  if (!read.ok || !typed.trim().startsWith("+")) throw new Invalid({ contact: [say("contact_of_person")] });
  return { phone: read.phone };
}
