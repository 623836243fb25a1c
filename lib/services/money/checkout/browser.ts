import { composeUuid, isUuidV4 } from "@/lib/domain/token";
import type { World } from "@/lib/services/core/world";

/**
 * Identifies a browser by a random value in its own cookie. A keyed hash of that value is stored beside what the
 * browser began: the token of an attempt is given to no other browser.
 */
export function browserHash(world: World, browser: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(world.secrets.mac("payer-browser", browser));
}

/** Whether this browser began the attempt. `browser` is null when the request has no such cookie. */
export function isBrowserOf(
  world: World,
  attempt: { browserHash: Uint8Array | null },
  browser: string | null,
): boolean {
  if (attempt.browserHash === null || browser === null) return false;
  // Both are hashes under a secret key, so the duration of the comparison reveals nothing.
  return Buffer.compare(attempt.browserHash, browserHash(world, browser)) === 0;
}

/**
 * The id of the attempt that a form begins. Rails, tasks and logs see this id, but nobody sees the form's own id: only
 * the browser that was given the form can send it again. Null when `formId` is not a valid form id.
 */
export function attemptIdOf(world: World, formId: string): string | null {
  return isUuidV4(formId) ? composeUuid(world.secrets.mac("pay-form", formId).subarray(0, 16)) : null;
}
