import type { World } from "@/lib/services/core/world";
import { bookLinked } from "./book";
import { askAboutGaps } from "./gaps";
import { watchPhones } from "./silent";

/** One minute of the phones of stores. Safe to miss and to repeat. */
export async function minuteOfPhones(world: World): Promise<void> {
  await bookLinked(world);
  await askAboutGaps(world);
  await watchPhones(world);
}
