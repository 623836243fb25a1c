export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The values of an address, one each; what is repeated, or no text, counts as not given. */
export function readSearch(search: Awaited<Search>): (name: string) => string {
  return (name) => {
    const value = search[name];
    // A NUL is text to nobody, and the database refuses it.
    return typeof value === "string" ? value.replaceAll("\0", "").trim().slice(0, 254) : "";
  };
}

export function pageOf(one: (name: string) => string): number {
  return /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1;
}

/** A path with what is set of these values. */
export function hrefOf(path: string, values: Record<string, string | number | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== "" && !(name === "page" && value === 1)) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}
