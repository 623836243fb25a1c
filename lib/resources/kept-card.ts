import { z } from "zod";

const shape = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().nullable(),
  expYear: z.number().nullable(),
});

/** A card as it may be shown. */
export type Card = z.infer<typeof shape>;

/** Reads the stored card of a subscription; null where it has none. */
export function cardOf(stored: unknown): Card | null {
  const parsed = shape.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** "Visa •4242" */
export function cardText({ brand, last4 }: Card): string {
  return `${brand} •${last4}`;
}
