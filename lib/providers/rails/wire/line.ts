/** Only the class of what went wrong on the line: messages may hold addresses and more. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  // Errors come wrapped; the innermost knows best.
  const chain: unknown[] = [];
  for (let one: unknown = error; one && chain.length < 4; one = causeOf(one)) chain.push(one);
  return chain.reverse().map(codeOf).find(Boolean) ?? error.name;
}

/** Whether the other side could not prove who it is. Nothing was said to it then. */
export function isUntrusted(name: string): boolean {
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|EPROTO/.test(name);
}

function causeOf(of: unknown): unknown {
  return of && typeof of === "object" && "cause" in of ? of.cause : null;
}

function codeOf(of: unknown): string {
  return of && typeof of === "object" && "code" in of && typeof of.code === "string" ? of.code : "";
}
