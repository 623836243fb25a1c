import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { afterAll, beforeAll } from "vitest";
import { sessionCookie, sessionSecret } from "@/lib/auth/session";
import type { World } from "@/lib/services/core/world";
import { startSession } from "@/lib/services/people/accounts/sessions";
import { jar as requestJar } from "./request";
import { type TestStore, testStore } from "./world";

/** The cookies of a request, as the stand-in for `next/headers` of a test gives them. */
export type Jar = Map<string, { value: string }>;

/** For a file of tests: this is the world that pages and actions ask while it runs. */
export function atPages<W extends World>(world: W): W {
  beforeAll(() => void Object.assign(globalThis, { senteWorld: world }));
  afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));
  return world;
}

/** The owner of this store is signed in from here on; in another jar where a file has its own. */
export async function signIn(world: World, store: TestStore, jar: Jar = requestJar): Promise<void> {
  const { encode } = await import("next-auth/jwt");
  const { sessionVersion } = await world.db.user.findUniqueOrThrow({ where: { id: store.owner.id } });
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const { id } = await startSession(world, store.owner.id, device);
  const value = await encode({
    token: { sub: String(store.owner.id), sessionVersion, sid: id },
    secret: sessionSecret(),
  });
  jar.set(sessionCookie().name, { value });
}

/** A store whose owner is signed in: one for a file of tests, or a new one `beforeEach` of them. */
export function signedIn(world: World, before: (make: () => Promise<void>) => void = beforeAll): TestStore {
  // Safe: it is filled before the first test.
  const shop = {} as TestStore;
  before(async () => {
    Object.assign(shop, await testStore(world));
    await signIn(world, shop);
  });
  return shop;
}

/** What a browser without script is sent of this page; without the marks that React leaves between texts. */
export async function html(page: Promise<ReactNode>): Promise<string> {
  const { prelude } = await prerender(<div>{await page}</div>);
  return (await new Response(prelude).text()).replaceAll("<!-- -->", "");
}

/** What the address of a page says, as Next hands it over. */
/** A form as a browser sends it. */
export function formWith(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

export const search = (query: Record<string, string> = {}) => ({ searchParams: Promise.resolve(query) });
export const of = (id: number | string) => ({ params: Promise.resolve({ id: String(id) }) });

/** What the form of a page carries of what the page says. */
export function seenIn(page: string): string {
  const [field = ""] = /<input[^>]*name="seen"[^>]*>/.exec(page) ?? [];
  return /value="([^"]*)"/.exec(field)?.[1] ?? "";
}
