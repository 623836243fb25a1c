import { dashboardLanguageOf } from "@/components/dashboard/messages/words";
import { currentSession } from "@/lib/auth/session";
import { previewTerms } from "@/lib/resources/payment-link-form";
import { systemWorld } from "@/lib/services/desk/system-world";
import { framed } from "../../framed";
import { showPayForm } from "../../pay-form";
import { closed, payRoute } from "../../respond";
import { linkDesk } from "../[token]/link-desk";

/**
 * A preview of a link, from the fields of its form: the real page of a link that does not exist yet. Only for a
 * signed-in seller who names one of their stores.
 */
export const GET = payRoute(async (pay) => {
  const session = await currentSession();
  const id = Number(pay.url.searchParams.get("store"));
  const store = session?.memberships.find((one) => one.store.id === id)?.store;
  if (!store) return closed(pay, null, { kind: "not_found" }, 404);
  const now = systemWorld().clock.now();
  const terms = previewTerms(Object.fromEntries(pay.url.searchParams), {
    ...store,
    language: dashboardLanguageOf(session?.user.language ?? ""),
    now,
  });
  const link = {
    ...terms,
    ...{ id: 0, storeId: store.id, token: "preview", currency: store.currency },
    ...{ slotsReserved: 0, paymentsCount: 0, totalPaidMinor: 0n, eventSequence: 0 },
    ...{ deletedAt: null, createdAt: now, updatedAt: now },
  };
  return framed(await showPayForm(pay, linkDesk(pay, { store, link })));
});
