import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/field";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { type Found, find, foundMax } from "@/lib/services/desk/search/find";
import { systemWorld } from "@/lib/services/desk/system-world";
import { customerPath } from "../customers/paths";
import { invoicePath } from "../invoices/words";
import { linkPath } from "../links/words";
import { orderPath } from "../orders/paths";
import { boughtIn } from "../orders/words";
import { SellerPage } from "../seller-page";
import { subscriptionPath } from "../subscriptions/paths";
import { titled, wordsFor } from "../words";

export const generateMetadata = titled("search");

type Search = Promise<Record<string, string | string[] | undefined>>;

/** One field for everything of the store; the box at the top of every page leads here. */
export default async function SearchPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const { q } = await searchParams;
  const typed = typeof q === "string" ? q.slice(0, 254) : "";
  const groups = typed.trim() ? groupsOf(await find(systemWorld(), seller.caller(true), typed), words) : null;
  return (
    <SellerPage seller={seller} section="search" typed={typed}>
      <PageHeader title={words.text("search")} purpose={words.text("searchPurpose")} />
      <form method="get" className="grid max-w-[36rem] items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Input
          name="q"
          id="q"
          type="search"
          label={words.text("searchLabel")}
          defaultValue={typed}
          maxLength={254}
        />
        <Button look="primary">{words.text("search")}</Button>
      </form>
      <div className="mt-8" role="status">
        {groups?.length === 0 ? (
          <EmptyState sentence={words.rich("searchNothing", { typed: <bdi>{typed}</bdi> })} />
        ) : null}
        {groups?.map(({ key, lines }) => (
          <Section key={key} title={words.loose(key, {})}>
            <ul>
              {lines.map((line) => (
                <li key={line.href} data-row="" className="border-b border-rule">
                  <a
                    href={line.href}
                    className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-2 hover:underline hover:underline-offset-2"
                  >
                    <bdi className="font-medium">{line.title}</bdi>
                    <bdi className="text-ink-2">{line.more}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
        {groups?.some(({ lines }) => lines.length === foundMax) ? (
          <p className="mt-4 text-label text-ink-2">
            {words.text("searchNewest", { count: String(foundMax) })}
          </p>
        ) : null}
      </div>
    </SellerPage>
  );
}

interface Group {
  key: DashboardKey;
  lines: { href: string; title: string; more: string }[];
}

function groupsOf(found: Found, words: DashboardWords): Group[] {
  const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join(", ");
  const money = (minor: bigint, currency: string) => formatMoney({ minor, currency }, words.lang);
  const all: Group[] = [
    {
      key: "customers",
      lines: found.customers.map(({ id, name, email, phone }) => ({
        href: customerPath(id),
        title: name,
        more: joined(email, phone),
      })),
    },
    {
      key: "orders",
      lines: found.orders.map((order) => ({
        href: orderPath(order.id),
        title: order.number,
        more: joined(order.customer.name, boughtIn(order, words), money(order.totalMinor, order.currency)),
      })),
    },
    {
      key: "subscriptions",
      lines: found.subscriptions.map(({ id, customer, product, ref }) => ({
        href: subscriptionPath(id),
        title: product.name,
        more: joined(words.text("forThing", { thing: customer.name }), ref),
      })),
    },
    {
      key: "invoices",
      lines: found.invoices.map(({ id, number, customerName, totalMinor, currency }) => ({
        href: invoicePath(id),
        title: number,
        more: joined(customerName, money(totalMinor, currency)),
      })),
    },
    {
      key: "links",
      lines: found.links.map(({ id, title, totalPaidMinor, currency }) => ({
        href: linkPath(id),
        title,
        more: money(totalPaidMinor, currency),
      })),
    },
    {
      key: "products",
      lines: found.products.map(({ id, name, priceMinor, currency }) => ({
        href: `/dashboard/products/${id}`,
        title: name,
        more: money(priceMinor, currency),
      })),
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}
