import { createRequire } from "node:module";
import type { Options } from "@node-rs/argon2";

// In tests this replaces @node-rs/argon2 (vitest.config.ts). Hashing is slow on purpose, and tests hash a password for
// every person they create. A hash contains its parameters, so checking one is as fast.

// `require`, because an import would lead back to this file.
const real: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");

export const { verify } = real;

/** The options of the last call. */
export let asked: Options | null | undefined;

export function hash(password: string, options?: Options | null): Promise<string> {
  asked = options;
  return real.hash(password, { ...options, memoryCost: 64, timeCost: 1 });
}
