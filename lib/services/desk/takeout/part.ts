import type { Caller, World } from "@/lib/services/core/world";

/** So many rows are read at once. */
export const rowsAtOnce = 500;

/** Rows of one list, and behind which row the next ones begin. */
export interface Rows {
  rows: unknown[];
  cursor: string | null;
}

/** One list of the file. */
export interface Part {
  name: string;
  /** Fields that also go into a file of commas, by their path. */
  csv?: readonly string[];
  read(world: World, caller: Caller, after: string | null): Promise<Rows>;
}

/** Pages that are made to be shared. Every other link of ours may be a key. */
const shared = /^\/(store|product|subscribe|pay|images|icon\.svg)(\/|$)/;

/**
 * The same value without links that act for somebody: whoever reads the file must not be able to cancel a payer's
 * subscription. Texts in which such a link stands are empty; what is made to be shared stays.
 */
export function withoutKeys(value: unknown, siteUrl: string): unknown {
  if (typeof value === "string") return isKey(value, siteUrl) ? null : value;
  if (Array.isArray(value)) return value.map((one) => withoutKeys(one, siteUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutKeys(one, siteUrl)]));
}

function isKey(text: string, siteUrl: string): boolean {
  const at = text.indexOf(`${siteUrl}/`);
  if (at < 0) return false;
  return !text.startsWith(siteUrl) || !shared.test(text.slice(siteUrl.length).split("?")[0] ?? "");
}
