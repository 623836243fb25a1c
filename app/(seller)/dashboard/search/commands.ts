import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import type { PaletteGroup } from "@/components/dashboard/opened-lately";
import { type Action, may, type Role } from "@/lib/domain/roles";
import { disputesPath, refundsPath, settingsPath, teamPath } from "../paths";
import { type ShownFor, sections, shownTo } from "../sections";
import { subjects } from "../settings/tabs";

/** What can be begun, for the roles that may. */
const beginnings: { key: DashboardKey; href: string; act: Action }[] = [
  { key: "recordSale", href: "/dashboard/orders/sell", act: "payment.record" },
  { key: "newProduct", href: "/dashboard/products/new", act: "product.change" },
  { key: "newLink", href: "/dashboard/links/new", act: "payment_link.change" },
  { key: "newInvoice", href: "/dashboard/invoices/new", act: "invoice.change" },
  { key: "newQuote", href: "/dashboard/invoices/quotes/new", act: "invoice.change" },
  { key: "newDiscount", href: "/dashboard/discounts/new", act: "discount.change" },
  { key: "addCustomer", href: "/dashboard/customers/new", act: "customer.change" },
];

/** Pages that the menu has no line for. */
const subPages: { href: string; key: DashboardKey }[] = [
  { href: refundsPath, key: "refundList" },
  { href: disputesPath, key: "disputes" },
  sections.account,
  ...subjects
    .flat()
    .flatMap(({ href, title }) => ([settingsPath, teamPath].includes(href) ? [] : { href, key: title })),
];

export function beginningsOf(role: Role, words: DashboardWords) {
  return beginnings
    .filter(({ act }) => may(role, act))
    .map(({ key, href }) => ({ title: words.loose(key, {}), href }));
}

/** Of what is found by a text, beside what the store has. */
const commandsMax = 6;

/** What can be begun and every page, or those whose name has the typed text in it. */
export function commandGroups(shown: ShownFor, words: DashboardWords, typed: string): PaletteGroup[] {
  const pages = [...shownTo(shown).flatMap(({ names }) => names.map((name) => sections[name])), ...subPages];
  const all = [
    { title: words.text("commands"), lines: beginningsOf(shown.role, words) },
    {
      title: words.text("pagesGroup"),
      lines: pages.map(({ href, key }) => ({ href, title: words.loose(key, {}) })),
    },
  ];
  const isAsked = ({ title }: { title: string }) => plain(title).includes(plain(typed));
  return all
    .map(({ title, lines }) => ({
      ...{ title, lines: lines.filter(isAsked).slice(0, typed.trim() ? commandsMax : undefined) },
    }))
    .filter(({ lines }) => lines.length > 0);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
