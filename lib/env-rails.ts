/**
 * Payment rails, for who would rather keep credentials here than type them at /ops/rails. The page of each rail in
 * docs/rails names its variables: RAIL_<RAIL>_<CREDENTIAL>, such as RAIL_PAYSTACK_SECRET_KEY. A rail is set up by the
 * environment as soon as one of its keys is set, and then the environment wins over what was typed. Of every rail:
 *
 * | Variable | Meaning |
 * |---|---|
 * | RAIL_<RAIL>_MODE | `live` unless it is `test`: the provider's own test environment, where no money moves |
 * | RAIL_<RAIL>_BASE_URL | Another address than the provider's own: an emulator, or the host of a contract; https:// unless it is this machine |
 */
export type RailVariables = Readonly<Record<string, string | undefined>>;

/** The variables of the rails alone, by name: keys are judged where the rail is opened (lib/services/desk/rails). */
export function railVariables(source: RailVariables): RailVariables {
  const found = Object.entries(source).flatMap(([name, value = ""]) => {
    const text = name.endsWith("_BASE_URL") ? value.trim().replace(/\/+$/, "") : value.trim();
    return name.startsWith("RAIL_") && text !== "" ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found);
}

/** A sentence for each variable that no rail could use. */
export function railProblems(source: RailVariables): string[] {
  return Object.entries(railVariables(source)).flatMap(([name, value = ""]) => {
    if (name.endsWith("_MODE") && !["live", "test"].includes(value)) return `${name} must be live or test.`;
    if (name.endsWith("_BASE_URL") && !isSafeUrl(value)) return `${name} must be an https:// URL.`;
    return [];
  });
}

// Keys go there with every call: over a line that anybody can read only where it does not leave this machine.
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
  );
}
