import { sendManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readEndedLink } from "@/lib/services/money/checkout/pages/read-manage-page";
import { tooMany } from "../../read-form";
import { closed, nothing, type PayRequest } from "../../respond";

/** A link that was valid once, in a message or in the seller's app: only the subscriber is sent the current one. */
export async function endedLink(pay: PayRequest, token: string, send = false): Promise<Response> {
  const ended = await readEndedLink(systemWorld(), token);
  if (!ended) return nothing(pay);
  const { store, id } = ended;
  if (!send) {
    const form = { action: `/manage/${token}`, fields: { act: "send" } };
    return closed(pay, store, { kind: "link_ended", form }, 404);
  }
  const limited = await tooMany(pay, "manage", id);
  if (limited) return limited;
  await sendManageLink(systemWorld(), { id, storeId: store.id });
  return closed(pay, store, { kind: "link_ended", form: null }, 200);
}
