import { composeUuid, isUuidV4 } from "@/lib/domain/uuid";
import type { World } from "@/lib/services/core/world";

/**
 * A browser is known by a random value in a cookie of its own, and kept as a keyed hash beside what it began: the token of
 * an attempt goes to no other.
 */
export function browserHash(world: World, browser: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("payer-browser", browser));
}

/** Whether this browser began the attempt. Null: it brings no cookie. */
export function isBrowserOf(
  world: World,
  attempt: { browserHash: Uint8Array | null },
  browser: string | null,
): boolean {
  if (attempt.browserHash === null || browser === null) return false;
  // Both are hashes under a key that nobody outside has, so the time that it takes tells nothing.
  return Buffer.compare(attempt.browserHash, browserHash(world, browser)) === 0;
}

/**
 * The attempt that a form begins. Its id goes to rails, tasks and logs, the form's own id to nobody: whoever sends that
 * again is the browser that was given the form. Null for what is no form's id.
 */
export function attemptIdOf(world: World, formId: string): string | null {
  return isUuidV4(formId) ? composeUuid(world.secrets.mac("pay-form", formId).subarray(0, 16)) : null;
}
