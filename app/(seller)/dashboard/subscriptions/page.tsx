import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import {
  addressOf,
  amounts,
  amountsOf,
  carriedDay,
  oneFound,
  period,
  searchFor,
  spanOf,
  tabs,
  textOf,
  type Values,
} from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { type EmptyStateProps, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { planAt } from "@/lib/domain/plan-change";
import { mayDo, mayRead } from "@/lib/domain/roles";
import { accessEndsAt, statusAt } from "@/lib/domain/subscription";
import { refMaxCodePoints } from "@/lib/domain/text";
import {
  listSubscriptions,
  type SubscriptionFilters,
  walkSubscriptions,
} from "@/lib/services/billing/subscriptions/list";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { given } from "@/lib/services/core/list";
import { manageUrl } from "@/lib/services/core/manage-token";
import { importPath, numbersPath, subscriptionPath, subscriptionsPath } from "../paths";
import { sellerBulk, sellerListPage, storeFile } from "../seller-list";
import { type AtStore, titled } from "../words";
import { standingOf } from "./subscription";

export const generateMetadata = titled("subscriptions");

/** The tabs: a cancelled one is under Cancelled while paid time is left, then under Ended. */
const views = {
  "": {},
  active: { status: "active" },
  trial: { trials: "only" },
  grace: { status: "past_due" },
  cancelled: { status: "cancelled", hasAccess: true },
  ended: { hasAccess: false, trials: "too" },
} as const satisfies Record<string, SubscriptionFilters>;

const filters = {
  view: tabs("which", ["", "active", "trial", "grace", "cancelled", "ended"], (view) =>
    view === "" ? "all" : `view_${view}`,
  ),
  search: searchFor("personSearch"),
  // Refs are compared exactly, so nothing is trimmed.
  ref: textOf("ref", (typed) => typed.slice(0, refMaxCodePoints)),
  product: oneFound("product"),
  ...period,
  ...amounts,
  ends_from: carriedDay("endsFrom"),
  ends_to: carriedDay("endsTo"),
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): SubscriptionFilters {
  const { view, ref, search, product, ends_from: from, ends_to: to } = values;
  return {
    ...views[view],
    ...given({
      ref: ref || undefined,
      search: search || undefined,
      productId: product ? Number(product) : undefined,
      ends: from || to ? spanOf(who, { when: "", from, to }) : undefined,
    }),
    ...spanOf(who, values),
    ...amountsOf(who.seller.store.currency, values),
  };
}

async function plansOf({ world, caller }: AtStore) {
  const products = await listProductsForDashboard(world, caller);
  return products.filter(({ interval }) => interval !== null);
}

const columns: Column<SubscriptionRow, AtStore>[] = [
  {
    label: "customer",
    cell: (row, { seller, world, words }) => (
      <span className="flex flex-wrap items-baseline gap-x-3">
        <a href={subscriptionPath(row.id)} className="underline-offset-2 hover:underline">
          <bdi>{row.customer.name}</bdi>
        </a>
        {seller.role === "viewer" ? null : (
          <span className="cards:hidden">
            <CopyButton
              value={manageUrl(world, row)}
              label={words.text("copyManageLink")}
              done={words.text("copied")}
              of={row.customer.name}
            />
          </span>
        )}
      </span>
    ),
  },
  { label: "product", narrow: "cut", cell: (row, { now }) => <bdi>{planAt(row, now).product.name}</bdi> },
  {
    label: "status",
    cell: (row, { now, words }) => <StatusMark {...standingOf(row, now, words)} />,
  },
  { label: "paidUntil", onPhone: true, cell: (row, reading) => moment(row.currentPeriodEnd, reading) },
  {
    label: "ref",
    narrow: "hidden",
    cell: ({ ref }, { words }) =>
      ref === null ? (
        <span className="text-ink-2">{words.text("none").toLowerCase()}</span>
      ) : (
        <bdi className="block min-w-20">{ref}</bdi>
      ),
  },
  {
    label: "totalPaid",
    money: ({ totalPaidMinor, currency }) => ({ minor: totalPaidMinor, currency }),
  },
];

/** Manage links are not in it: they act for the subscriber. */
const csvColumns: CsvColumn<SubscriptionRow>[] = [
  csv("id", ({ id }) => id),
  csv("customer", ({ customer }) => customer.name),
  csv("email", ({ customer }) => customer.email),
  csv("phone", ({ customer }) => customer.phone),
  csv("product", (row, { now }) => planAt(row, now).product.name),
  csv("ref", ({ ref }) => ref),
  csv("status", (row, { now }) => statusAt(row, now)),
  csv("interval", (row, { now }) => planAt(row, now).interval),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", (row, { now }) => planAt(row, now).amountMinor),
  csvMoney("total_paid", ({ totalPaidMinor }) => totalPaidMinor),
  csv("payments", ({ paymentsCount }) => paymentsCount),
  csvTime("started", ({ startedAt }) => startedAt),
  csvTime("paid_until", ({ currentPeriodEnd }) => currentPeriodEnd),
  csvTime("access_ends", accessEndsAt),
  csvTime("trial_ends", ({ trialEndsAt }) => trialEndsAt),
];

async function none(who: AtStore, { view }: Wanted): Promise<EmptyStateProps> {
  const { words } = who;
  if (view !== "")
    return {
      sentence: words.text(`nobody_${view}`),
      action: (
        <ButtonLink href={addressOf(subscriptionsPath, {})}>{words.text("seeAllSubscriptions")}</ButtonLink>
      ),
    };
  const plan = (await plansOf(who)).find(({ status }) => status === "active");
  if (!plan)
    return {
      sentence: words.text("noSubscriptionNoPlan"),
      action: (
        <ButtonLink href="/dashboard/products/new?kind=subscription">{words.text("stepPlan")}</ButtonLink>
      ),
    };
  return {
    sentence: words.text("noSubscription"),
    action: (
      <ButtonLink href={`/dashboard/products/${plan.id}`}>
        {words.text("sharePlan", { plan: plan.name })}
      </ButtonLink>
    ),
  };
}

export default sellerListPage("subscriptions", {
  path: subscriptionsPath,
  filters,
  choices: async (who) => ({
    product: (await plansOf(who)).map(({ id, name }) => ({ value: String(id), label: name })),
  }),
  read: (who, values, page) =>
    listSubscriptions(who.world, who.caller, wanted(who, values), page, "as a log"),
  bulk: sellerBulk(
    [
      { name: "link", label: "bulk_link", needs: "order.handle" },
      { name: "nudge", label: "bulk_nudge", needs: "order.handle" },
      { name: "stop", label: "bulk_stop", asks: "bulkAsk_stop", needs: "subscription.cancel" },
    ],
    ({ customer }) => customer.name,
  ),
  head: ({ words, seller }) => ({
    title: words.text("subscriptions"),
    purpose: words.text("subscriptionsPurpose"),
    actions: (
      <>
        {mayRead(seller.role, "money") ? (
          <ButtonLink href={numbersPath}>{words.text("seeNumbers")}</ButtonLink>
        ) : null}
        {mayDo(seller, "subscription.import") ? (
          <ButtonLink href={importPath}>{words.text("moveInShort")}</ButtonLink>
        ) : null}
      </>
    ),
  }),
  caption: "subscriptionsCaption",
  columns,
  empty: { noneMatches: "noneMatches", pastTheEnd: "notSoManySubscriptions", none },
  csv: storeFile("subscriptions", csvColumns, (who, values: Wanted, chosen) =>
    walkSubscriptions(who.world, who.caller, { ...wanted(who, values), ids: chosen ?? undefined }),
  ),
});
