/** How long a store of a public demo is there. */
export const demoMs = 24 * 60 * 60 * 1000;

/** Asked for where an act wants one. It signs nobody in: who opens a store is signed in on that device alone. */
export const demoPassword = "demo";

/** Why no store can be opened now: all places are taken, or too many were opened from one address. */
export const demoRefusals = ["demo_full", "demo_often"] as const;

/** When a store of a public demo that was opened then is deleted. */
export function demoEnd({ createdAt }: { createdAt: Date }): Date {
  return new Date(createdAt.getTime() + demoMs);
}
