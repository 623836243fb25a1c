import type { DashboardWords } from "@/components/dashboard/messages/words";
import { handbookLanguage, type Language } from "@/lib/domain/languages";

/**
 * Which place of the handbook (docs/help) each page of ours leads to, by the beginning of its address; the longest that fits
 * counts, and `*` is any one part. app/help/help.test.ts walks all pages and all places.
 */
export const helpPlaces: Record<string, string> = {
  "/dashboard": "sellers/first-payment",
  "/dashboard/account": "sellers/team#protect",
  "/dashboard/account/stores": "sellers/store#stores",
  "/dashboard/customers": "sellers/customers",
  "/dashboard/customers/*/erase": "sellers/customers#data",
  "/dashboard/customers/*/merge": "sellers/customers#merge",
  "/dashboard/customers/import": "sellers/customers#add",
  "/dashboard/customers/new": "sellers/customers#add",
  "/dashboard/developers/endpoints": "developers/webhooks",
  "/dashboard/developers/events": "developers/webhooks#fails",
  "/dashboard/developers/keys": "developers/first-call#key",
  "/dashboard/developers/requests": "developers/repeating#errors",
  "/dashboard/developers/test-mode": "sellers/test-mode",
  "/dashboard/discounts": "sellers/discounts",
  "/dashboard/disputes": "sellers/problems#disputes",
  "/dashboard/invoices": "sellers/invoices",
  "/dashboard/invoices/*/payment": "sellers/invoices#outside",
  "/dashboard/invoices/quotes": "sellers/invoices#quotes",
  "/dashboard/invoices/recurring": "sellers/invoices#recurring",
  "/dashboard/links": "sellers/links",
  "/dashboard/messages": "sellers/messages#customers",
  "/dashboard/orders": "sellers/orders",
  "/dashboard/orders/*/payment": "sellers/invoices#outside",
  "/dashboard/orders/*/refund": "sellers/refunds",
  "/dashboard/orders/sell": "sellers/orders#counter",
  "/dashboard/products": "sellers/products",
  "/dashboard/products/*/deliverables": "sellers/products#files",
  "/dashboard/refunds": "sellers/refunds",
  "/dashboard/search": "sellers/orders#find",
  "/dashboard/settings": "sellers/store",
  "/dashboard/settings/look": "sellers/store#look",
  "/dashboard/settings/notifications": "sellers/messages#you",
  "/dashboard/settings/numbering": "sellers/invoices#numbering",
  "/dashboard/settings/selling": "sellers/store#selling",
  "/dashboard/settings/sites": "sellers/app#site",
  "/dashboard/settings/take-along": "sellers/store#along",
  "/dashboard/settings/fiscal": "sellers/store#fiscal",
  "/dashboard/settings/tax": "sellers/store#tax",
  "/dashboard/settings/whatsapp": "sellers/messages#whatsapp",
  "/dashboard/settings/verification": "sellers/store#verification",
  "/dashboard/subscriptions": "sellers/subscriptions",
  "/dashboard/subscriptions/*": "sellers/subscriptions#one",
  "/dashboard/subscriptions/import": "sellers/subscriptions#move",
  "/dashboard/subscriptions/numbers": "sellers/subscriptions#numbers",
  "/dashboard/tasks": "sellers/problems",
  "/dashboard/team": "sellers/team",
  "/dashboard/bookkeeping": "sellers/wallet#books",
  "/dashboard/bookkeeping/fiscal": "sellers/store#fiscal",
  "/dashboard/wallet": "sellers/wallet",
  "/dashboard/wallet/accounts": "sellers/wallet#before",
  "/dashboard/wallet/automatic": "sellers/wallet#automatic",
  "/dashboard/wallet/own": "sellers/own-accounts",
  "/dashboard/wallet/own/*/card": "sellers/till#number",
  "/dashboard/wallet/own/*/messages": "sellers/own-phone#states",
  "/dashboard/wallet/own/never": "sellers/own-phone#states",
  "/dashboard/wallet/own/say": "sellers/own-phone#states",
  "/dashboard/wallet/payouts": "sellers/wallet#payout",
  "/dashboard/wallet/statement": "sellers/wallet#statement",
  "/dashboard/wallet/totals": "sellers/wallet#statement",
  "/ops": "operators/desk",
  "/ops/audit": "operators/desk#audit",
  "/ops/corrections": "operators/desk#corrections",
  "/ops/disputes": "operators/desk#disputes",
  "/ops/health": "operators/watching",
  "/ops/health/retention": "operators/watching#retention",
  "/ops/messages": "operators/install#mail",
  "/ops/payments": "operators/watching#request",
  "/ops/payouts": "operators/desk#payouts",
  "/ops/people": "operators/desk#people",
  "/ops/plans": "operators/desk#plans",
  "/ops/rails": "operators/rails",
  "/ops/rails/order": "operators/rails#order",
  "/ops/reconciliation": "operators/desk#reconciliation",
  "/ops/refunds": "operators/desk#payouts",
  "/ops/revenue": "operators/desk#plans",
  "/ops/stores": "operators/desk#verify",
  "/ops/tasks": "operators/desk#tasks",
  "/ops/ussd": "operators/rails#ussd",
  "/ops/whatsapp": "operators/install#whatsapp",
  "/attempt": "payers/checking",
  "/d": "payers/receipts#downloads",
  "/invoice": "payers/paying",
  "/manage": "payers/subscription",
  "/manage/*/change": "payers/subscription#change",
  "/manage/*/contact": "payers/subscription#contact",
  "/pair": "sellers/own-phone#pair",
  "/pay": "payers/paying",
  "/product": "payers/paying",
  "/quote": "payers/paying",
  "/receipt": "payers/receipts",
  "/renew": "payers/subscription#renew",
  "/store": "payers/paying",
  "/subscribe": "payers/paying",
  "/undo": "payers/subscription#contact",
};

/** Null for a page of ours that needs no help. */
export function helpPlaceOf(path: string): string | null {
  const parts = path.split("/").slice(1);
  const fits = (place: string) =>
    place
      .split("/")
      .slice(1)
      .every((part, at) => part === parts[at] || (part === "*" && Boolean(parts[at])));
  const length = (place: string) => place.split("/").length;
  // Of two of one length the one that names the part goes before the one that takes any.
  const best = Object.keys(helpPlaces)
    .filter(fits)
    .sort(
      (one, other) => length(other) - length(one) || Number(one.includes("*")) - Number(other.includes("*")),
    )[0];
  return best === undefined ? null : (helpPlaces[best] ?? null);
}

/** Where the handbook speaks of this page, in the language of its reader or in English. */
export function helpAddress(path: string, language: Language): string | null {
  const place = helpPlaceOf(path);
  return place && `/help/${handbookLanguage(language)}/${place}`;
}

/** The "?" of a page of sellers and operators. `spelled`: with its words, where there is no room for it at the top. */
export function HelpLink(props: {
  path: string;
  words: DashboardWords;
  spelled?: boolean;
  className: string;
}) {
  const { path, words, spelled = false, className } = props;
  const address = helpAddress(path, words.lang);
  if (!address) return null;
  const said = words.text("helpHere");
  return (
    <a href={address} className={className} aria-label={spelled ? undefined : said}>
      {spelled ? said : "?"}
    </a>
  );
}
