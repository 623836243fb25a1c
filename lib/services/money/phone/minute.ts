import type { World } from "@/lib/services/core/world";
import { bookLinked } from "./book";
import { askAboutGaps } from "./gaps";
import { watchPhones } from "./silent";
import { askAboutUnread } from "./unread";

/** One minute of the phones of stores. Safe to miss and to repeat. */
export async function minuteOfPhones(world: World): Promise<void> {
  await bookLinked(world);
  await askAboutGaps(world);
  await askAboutUnread(world);
  await watchPhones(world);
}
