/**
 * The first word of a name, for whoever need not know more. Null for what is no name: a customer without one is called by
 * their e-mail or phone.
 */
export function firstNameOf(name: string): string | null {
  if (/[@\d]/.test(name)) return null;
  const [first = ""] = name.trim().split(/\s+/);
  return /\p{L}/u.test(first) ? first : null;
}
