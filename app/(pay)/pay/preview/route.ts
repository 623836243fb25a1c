import { dashboardLanguageOf } from "@/components/dashboard/messages/words";
import { currentSession } from "@/lib/auth/session";
import { previewTerms } from "@/lib/resources/form-fields";
import { systemWorld } from "@/lib/services/desk/system-world";
import { nothing, payRoute } from "../../respond";
import { framedLink } from "../[token]/link-desk";

/**
 * A preview of a link, from the fields of its form: the real page of a link that does not exist yet. Only for a
 * signed-in seller who names one of their stores.
 */
export const GET = payRoute(async (pay) => {
  const session = await currentSession();
  const id = Number(pay.url.searchParams.get("store"));
  const store = session?.memberships.find((one) => one.store.id === id)?.store;
  if (!store) return nothing(pay);
  const now = systemWorld().clock.now();
  const terms = previewTerms(Object.fromEntries(pay.url.searchParams), {
    ...store,
    language: dashboardLanguageOf(session?.user.language ?? ""),
    now,
  });
  return framedLink(pay, store, terms, now);
});
