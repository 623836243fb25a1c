import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { currentSeller } from "@/lib/auth/current-seller";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import {
  type ListedProduct,
  listProductsForDashboard,
} from "@/lib/services/catalog/products/list-for-dashboard";
import { manageUrl } from "@/lib/services/core/manage-token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { SellerPage } from "../seller-page";
import { pageLabels, titled, wordsFor } from "../words";
import { type Filters, filtersOf, hrefWith, isFiltered, subscriptionFilters, viewNames } from "./filters";
import { SubscriptionFilterForm } from "./subscription-filters";
import { SubscriptionTable } from "./subscription-table";

export const generateMetadata = titled("subscriptions");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function SubscriptionsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const world = systemWorld();
  const caller = seller.caller(true);
  const products = await listProductsForDashboard(world, caller);
  const plans = products.filter(({ interval }) => interval !== null);
  const filters = filtersOf(
    await searchParams,
    plans.map(({ id }) => id),
  );
  const { rows, total } = await listSubscriptions(world, caller, subscriptionFilters(filters), {
    skip: (filters.page - 1) * perPage,
    take: perPage,
  });
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section="subscriptions">
      <PageHeader title={words.text("subscriptions")} purpose={words.text("subscriptionsPurpose")} />
      <Tabs
        label={words.text("which")}
        items={[
          {
            href: hrefWith(filters, { view: null }),
            label: words.text("all"),
            current: filters.view === null,
          },
          ...viewNames.map((view) => ({
            href: hrefWith(filters, { view }),
            label: words.text(`view_${view}`),
            current: filters.view === view,
          })),
        ]}
      />
      <SubscriptionFilterForm filters={filters} products={plans} words={words} />
      {rows.length > 0 ? (
        <SubscriptionTable
          rows={rows}
          timeZone={seller.store.timeZone}
          now={world.clock.now()}
          words={words}
          linkOf={seller.role === "viewer" ? null : (row) => manageUrl(world, row)}
        />
      ) : (
        <NoSubscriptions filters={filters} plans={plans} words={words} />
      )}
      <Pagination
        page={filters.page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, filters.page, lastPage, total)}
        hrefOf={(page) => hrefWith(filters, { page })}
      />
    </SellerPage>
  );
}

function NoSubscriptions({
  filters,
  plans,
  words,
}: {
  filters: Filters;
  plans: ListedProduct[];
  words: DashboardWords;
}) {
  if (isFiltered(filters))
    return (
      <EmptyState
        sentence={words.text("noneMatches")}
        action={
          <ButtonLink href={hrefWith(filters, { ref: "", email: "", productId: null })}>
            {words.text("clearFilters")}
          </ButtonLink>
        }
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence={words.text("notSoManySubscriptions")}
        action={<ButtonLink href={hrefWith(filters, {})}>{words.text("toNewest")}</ButtonLink>}
      />
    );
  if (filters.view)
    return (
      <EmptyState
        sentence={words.text(`nobody_${filters.view}`)}
        action={
          <ButtonLink href={hrefWith(filters, { view: null })}>
            {words.text("seeAllSubscriptions")}
          </ButtonLink>
        }
      />
    );
  return <FirstSubscription plan={plans.find(({ status }) => status === "active")} words={words} />;
}

function FirstSubscription({ plan, words }: { plan: ListedProduct | undefined; words: DashboardWords }) {
  if (!plan)
    return (
      <EmptyState
        sentence={words.text("noSubscriptionNoPlan")}
        action={<ButtonLink href="/dashboard/products/new">{words.text("stepPlan")}</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence={words.text("noSubscription")}
      action={
        <ButtonLink href={`/dashboard/products/${plan.id}`}>
          {words.text("sharePlan", { plan: plan.name })}
        </ButtonLink>
      }
    />
  );
}
