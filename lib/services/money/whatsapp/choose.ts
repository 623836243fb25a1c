import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { wantsWhatsapp, writeConsent } from "@/lib/services/notify/whatsapp/consent";
import type { ManagePage } from "../checkout/pages/read-manage-page";
import { mayChooseWhatsapp } from "../checkout/pages/read-pay-options";

type Subscriber = Pick<ManagePage, "phone" | "store" | "subscription">;

/** Whether a subscriber's messages come by WhatsApp; null where there is nothing to choose. */
export async function readWhatsappChoice(
  world: World,
  { phone, store, subscription }: Subscriber,
): Promise<boolean | null> {
  if (!phone || !subscription.livemode || !mayChooseWhatsapp(world, store)) return null;
  return wantsWhatsapp(world.db, store.id, phone.phone);
}

/** Writes what the holder of a manage link chose for the phone of its subscription. `words`: those of the button. */
export async function chooseWhatsapp(
  world: World,
  subscriber: Subscriber,
  isOn: boolean,
  words: string,
): Promise<void> {
  if ((await readWhatsappChoice(world, subscriber)) === null) return;
  const who = { storeId: subscriber.store.id, phone: subscriber.phone?.phone ?? null, userId: null };
  await transact(world, async (unit) =>
    writeConsent(unit, { ...who, state: isOn ? "in" : "out", how: "settings", words }),
  );
}
