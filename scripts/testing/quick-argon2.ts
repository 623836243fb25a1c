import { createRequire } from "node:module";
import type { Options } from "@node-rs/argon2";

// In tests this stands in the place of @node-rs/argon2 (vitest.config.ts). Hashing takes long on purpose, and tests hash
// for every person that they make. What a hash is made with stands in it, so checking one is as quick.

// `require`, for an import would lead back here.
const real: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");

export const { verify } = real;

/** What was asked for last. */
export let asked: Options | null | undefined;

export function hash(password: string, options?: Options | null): Promise<string> {
  asked = options;
  return real.hash(password, { ...options, memoryCost: 64, timeCost: 1 });
}
