/**
 * Letters, digits and spaces of ASCII, at most this many: what every phone shows. Accents are dropped with their
 * letters kept. What would be shorter than `min` becomes `instead`.
 */
export function plainText(text: string, limits: { min: number; max: number; instead: string }): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 ]+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, limits.max)
    .trim();
  return plain.length < limits.min ? limits.instead : plain;
}

/** Without the plus: how most rails want E.164. */
export function digitsOf(phone: string): string {
  return phone.replace(/^\+/, "");
}
