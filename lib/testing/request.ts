// Stands in tests where Next keeps the request that is answered: `next/headers` and `next/cache` are this file there
// (vitest.config.ts). So a test of a page or an action needs no stand-in of its own.

/** A browser's cookies. */
class Jar extends Map<string, { value: string }> {
  override set(name: string, value: { value: string } | string): this {
    return super.set(name, typeof value === "string" ? { value } : value);
  }
}

export const jar = new Jar();

const origin = "http://localhost:3000";
export const sent = { headers: new Headers({ origin }) };

/** The headers of the request from here on, beside that of a form of our own pages. */
export function requestHeaders(headers: Record<string, string>): void {
  sent.headers = new Headers({ origin, ...headers });
}

/** Before each file of tests. */
export function newRequest(): void {
  jar.clear();
  requestHeaders({});
}

export const cookies = async () => jar;
export const headers = async () => sent.headers;
export const refresh = () => {};
export const revalidatePath = () => {};
