import { expect } from "vitest";

/** The verb refuses what it was asked, with these problems by field, and perhaps others. */
export async function refused(asked: Promise<unknown>, errors: Record<string, unknown>): Promise<void> {
  await expect(asked).rejects.toMatchObject({ errors });
}
