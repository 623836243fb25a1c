import { currentSession } from "@/lib/auth/session";
import { exponentOf } from "@/lib/domain/money";
import { newLink } from "@/lib/resources/payment-link";
import { systemWorld } from "@/lib/services/desk/system-world";
import { nothing, payRoute } from "../../../respond";
import { framedLink } from "../../[token]/link-desk";

/**
 * A preview of a store's pay page, from the fields of its settings form: the real page, with an example. A field with a
 * problem keeps its stored value. Only for a signed-in seller who names one of their stores.
 */
export const GET = payRoute(async (pay) => {
  const session = await currentSession();
  const typed = (name: string) => pay.url.searchParams.get(name)?.trim() ?? null;
  const kept = session?.memberships.find((one) => one.store.id === Number(typed("store")))?.store;
  if (!kept) return nothing(pay);
  const colour = typed("brandColour")?.toLowerCase() ?? kept.brandColour ?? "";
  const store = {
    ...kept,
    name: typed("name")?.slice(0, 255) || kept.name,
    brandColour: colour === "" ? null : /^#[0-9a-f]{6}$/.test(colour) ? colour : kept.brandColour,
    contactEmail: typed("contactEmail") ?? kept.contactEmail,
  };
  const now = systemWorld().clock.now();
  const title = typed("example")?.slice(0, 255) || "…";
  const terms = { ...newLink, title, amountMinor: 1_500n * 10n ** BigInt(exponentOf(store.currency)) };
  return framedLink(pay, store, terms, now);
});
