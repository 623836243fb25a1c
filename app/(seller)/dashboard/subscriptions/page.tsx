import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { currentSeller } from "@/lib/auth/current-seller";
import { type ListedProduct, listProductsForDashboard } from "@/lib/services/products/list-for-dashboard";
import { listSubscriptions } from "@/lib/services/subscriptions/list";
import { manageUrl } from "@/lib/services/subscriptions/manage-token";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../seller-page";
import {
  type Filters,
  filtersOf,
  hrefWith,
  isFiltered,
  subscriptionFilters,
  viewNames,
  views,
} from "./filters";
import { SubscriptionFilterForm } from "./subscription-filters";
import { SubscriptionTable } from "./subscription-table";

export const metadata: Metadata = { title: "Subscriptions" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function SubscriptionsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
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
  return (
    <SellerPage seller={seller} section="subscriptions">
      <PageHeader title="Subscriptions" purpose="Who pays again and again, and until when they have paid." />
      <Tabs
        label="Which"
        items={[
          { href: hrefWith(filters, { view: null }), label: "All", current: filters.view === null },
          ...viewNames.map((view) => ({
            href: hrefWith(filters, { view }),
            label: views[view].label,
            current: filters.view === view,
          })),
        ]}
      />
      <SubscriptionFilterForm filters={filters} products={plans} />
      {rows.length > 0 ? (
        <SubscriptionTable
          rows={rows}
          timeZone={seller.store.timeZone}
          now={world.clock.now()}
          linkOf={seller.role === "viewer" ? null : (row) => manageUrl(world, row)}
        />
      ) : (
        <NoSubscriptions filters={filters} plans={plans} />
      )}
      <Pagination
        page={filters.page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(page) => hrefWith(filters, { page })}
      />
    </SellerPage>
  );
}

const nobodyIn = {
  active: "Nobody is subscribed just now.",
  grace: "Nobody is in their grace period: everyone who is subscribed has paid.",
  cancelled: "Nobody who cancelled has paid time left.",
  ended: "No subscription has ended.",
};

function NoSubscriptions({ filters, plans }: { filters: Filters; plans: ListedProduct[] }) {
  if (isFiltered(filters))
    return (
      <EmptyState
        sentence="No subscription matches these filters."
        action={
          <ButtonLink href={hrefWith(filters, { ref: "", email: "", productId: null })}>
            Clear filters
          </ButtonLink>
        }
      />
    );
  if (filters.page > 1)
    return (
      <EmptyState
        sentence="There are not so many subscriptions."
        action={<ButtonLink href={hrefWith(filters, {})}>To the newest</ButtonLink>}
      />
    );
  if (filters.view)
    return (
      <EmptyState
        sentence={nobodyIn[filters.view]}
        action={<ButtonLink href={hrefWith(filters, { view: null })}>See all subscriptions</ButtonLink>}
      />
    );
  return <FirstSubscription plan={plans.find(({ status }) => status === "active")} />;
}

function FirstSubscription({ plan }: { plan: ListedProduct | undefined }) {
  if (!plan)
    return (
      <EmptyState
        sentence="No subscription yet. People subscribe to a plan: a name, a price and how often it is paid."
        action={<ButtonLink href="/dashboard/products/new">Add a plan</ButtonLink>}
      />
    );
  return (
    <EmptyState
      sentence="No subscription yet. The first begins with the first payment on a subscribe page: share its link."
      action={<ButtonLink href={`/dashboard/products/${plan.id}`}>Share “{plan.name}”</ButtonLink>}
    />
  );
}
