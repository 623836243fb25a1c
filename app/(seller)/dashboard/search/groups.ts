import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import type { PaletteGroup, PaletteLine } from "@/components/dashboard/opened-lately";
import { formatMoney } from "@/lib/domain/money";
import { type PaidBy, readPaidBy } from "@/lib/services/billing/orders/read";
import type { World } from "@/lib/services/core/world";
import { type Found, find, findNewest } from "@/lib/services/desk/search/find";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { eventPath } from "../developers/developer-page";
import { linkPath } from "../links/link";
import { boughtIn, codeText } from "../orders/order";
import { customerPath, invoicePath, orderPath, subscriptionPath, taggedPath } from "../paths";

/** What is found for this text, each kind under its title; kinds without any are left out. */
export async function foundGroups(
  world: World,
  caller: Seller,
  typed: string,
  words: DashboardWords,
): Promise<PaletteGroup[]> {
  return inWords(world, caller, await find(world, caller, typed, words.lang), words, "orders");
}

/** The newest orders, for a search that nobody has typed into yet. */
export async function newestGroups(
  world: World,
  caller: Seller,
  words: DashboardWords,
): Promise<PaletteGroup[]> {
  return inWords(world, caller, await findNewest(world, caller), words, "latestOrders");
}

async function inWords(
  world: World,
  caller: Seller,
  found: Found,
  words: DashboardWords,
  orders: DashboardKey,
): Promise<PaletteGroup[]> {
  const ids = found.orders.map(({ id }) => id);
  return groupsOf(found, await readPaidBy(world, caller, ids), words, orders);
}

function groupsOf(
  found: Found,
  paidBy: Map<number, PaidBy>,
  words: DashboardWords,
  orders: DashboardKey,
): PaletteGroup[] {
  const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join(", ");
  const money = (minor: bigint, currency: string) => formatMoney({ minor, currency }, words.lang);
  const modeOf = (livemode: boolean) => (livemode ? "live" : "test");
  const all: [DashboardKey, PaletteLine[]][] = [
    [
      orders,
      found.orders.map((order) => ({
        href: orderPath(order.id),
        title: order.number,
        more: joined(
          words.named(order.customer.name),
          boughtIn(order, words),
          money(order.totalMinor, order.currency),
          codeText(paidBy.get(order.id), words),
        ),
      })),
    ],
    [
      "customers",
      found.customers.map(({ id, name, email, phone }) => ({
        href: customerPath(id),
        title: words.named(name),
        more: joined(email, phone),
      })),
    ],
    [
      "subscriptions",
      found.subscriptions.map(({ id, customer, product, ref }) => ({
        href: subscriptionPath(id),
        title: product.name,
        more: joined(words.text("forThing", { thing: customer.name }), ref),
      })),
    ],
    [
      "invoices",
      found.invoices.map(({ id, number, customerName, totalMinor, currency }) => ({
        href: invoicePath(id),
        title: number,
        more: joined(customerName, money(totalMinor, currency)),
      })),
    ],
    [
      "links",
      found.links.map(({ id, title, totalPaidMinor, currency }) => ({
        href: linkPath(id),
        title,
        more: money(totalPaidMinor, currency),
      })),
    ],
    [
      "products",
      found.products.map(({ id, name, priceMinor, currency }) => ({
        href: `/dashboard/products/${id}`,
        title: name,
        more: money(priceMinor, currency),
      })),
    ],
    [
      "tags",
      found.tags.map(({ kind, name }) => ({
        href: taggedPath(kind, name),
        title: name,
        more: words.text(kind === "customer" ? "customers" : "orders"),
      })),
    ],
    [
      "events",
      found.events.map(({ id, type, livemode }) => ({
        href: eventPath(id, modeOf(livemode)),
        title: type,
        more: id,
      })),
    ],
    [
      "requests",
      found.requests.map(({ requestId, method, path, status, livemode }) => ({
        href: `/dashboard/developers/requests?mode=${modeOf(livemode)}&find=${requestId}`,
        title: `${method} ${path}`,
        more: joined(String(status), requestId),
      })),
    ],
  ];
  return all
    .filter(([, lines]) => lines.length > 0)
    .map(([key, lines]) => ({ title: words.loose(key, {}), lines }));
}
