import type { Channel, Unit, World } from "@/lib/services/core/world";
import { notifyBy } from "./notify";

/**
 * The six digits that prove a new phone or e-mail, sent to just that address. `id` names the request. The subscriber of
 * a test subscription gets none (spec, Test mode behaviour).
 */
export async function notifyContactCode(
  world: World,
  unit: Unit,
  request: {
    id: bigint;
    storeId: number;
    livemode: boolean;
    subscriptionId: string;
    channel: Channel;
    /** The new address itself. */
    recipient: string;
    code: string;
    minutes: number;
    language: string | null;
  },
): Promise<void> {
  if (!request.livemode) return;
  const { code, channel, recipient } = request;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: request.storeId } });
  const notification = {
    store,
    to: { name: "", email: null, phone: null, language: request.language },
    kind: "contact_code" as const,
    values: { code, minutes: String(request.minutes) },
    objectId: request.subscriptionId,
    key: `contact_code/${request.id}`,
  };
  await notifyBy(world, unit, notification, channel, recipient);
}
