/**
 * ASCII letters, digits and spaces, at most `max`: every phone shows these. Accents are removed, their letters stay. A
 * result shorter than `min` becomes `instead`.
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
