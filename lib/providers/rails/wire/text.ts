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

/** Only the class of a network error, because messages may contain addresses and other private data. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  // Errors are wrapped; the innermost one is the most exact.
  const chain: unknown[] = [];
  for (let one: unknown = error; one && chain.length < 4; one = causeOf(one)) chain.push(one);
  return chain.reverse().map(codeOf).find(Boolean) ?? error.name;
}

/** Whether the other side could not prove its identity. Nothing was sent to it then. */
export function isUntrusted(name: string): boolean {
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|EPROTO/.test(name);
}

function causeOf(of: unknown): unknown {
  return of && typeof of === "object" && "cause" in of ? of.cause : null;
}

function codeOf(of: unknown): string {
  return of && typeof of === "object" && "code" in of && typeof of.code === "string" ? of.code : "";
}
