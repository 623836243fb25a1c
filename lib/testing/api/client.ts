import { createKey } from "@/lib/services/people/keys/keys";
import { type TestStore, type TestWorld, testStore } from "../world";

/** A store with a key of each mode. */
export interface Shop extends TestStore {
  liveKey: string;
  testKey: string;
  /** Those that only read. */
  liveReadKey: string;
  testReadKey: string;
}

export async function newShop(
  world: TestWorld,
  overrides: Parameters<typeof testStore>[1] = {},
): Promise<Shop> {
  const shop = await testStore(world, overrides);
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const live = await createKey(world, seller, { name: "Live", livemode: true });
  const test = await createKey(world, seller, { name: "Test", livemode: false });
  const read = (livemode: boolean) =>
    createKey(world, seller, { name: "Report", livemode, scope: "read" as const });
  const keys = { liveKey: live.key, testKey: test.key };
  return { ...shop, ...keys, liveReadKey: (await read(true)).key, testReadKey: (await read(false)).key };
}

export interface CallInit {
  key?: string | null;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

/** Calls the API in a test world. Every call comes from an address of its own unless a test says otherwise. */
export function apiClient(
  world: TestWorld,
  answer: (request: Request, world: TestWorld) => Promise<Response>,
  options: { keepLimits?: boolean } = {},
) {
  let calls = 0;
  return async function call(method: string, path: string, init: CallInit = {}): Promise<Answer> {
    calls += 1;
    // Long series are not about the limit, so it is emptied on the way.
    if (!options.keepLimits && calls % 100 === 0) await world.pool.query("DELETE FROM rate_limits");
    const headers = new Headers({ "x-client-ip": `10.0.${calls >> 8}.${calls & 255}/${Math.random()}` });
    if (init.key) headers.set("Authorization", `Bearer ${init.key}`);
    const { body } = init;
    const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    if (!raw || (body !== undefined && method !== "GET")) headers.set("Content-Type", "application/json");
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value);
    const request = new Request(`http://internal:3000/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const response = await answer(request, world);
    const text = await response.text();
    const json = response.headers.get("Content-Type") === "application/json" && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? JSON.parse(text) : null,
    };
  };
}

export type ApiClient = ReturnType<typeof apiClient>;
