import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { signOutAction } from "@/app/(auth)/actions";
import { serviceName } from "@/app/service-name";
import { Shell } from "@/components/dashboard/shell";
import type { Crumb, NavGroup } from "@/components/dashboard/shell-types";
import { Notice } from "@/components/ui/notice";
import type { CurrentSeller } from "@/lib/auth/current-seller";

const sections = {
  overview: { href: "/dashboard", label: "Overview" },
  orders: { href: "/dashboard/orders", label: "Orders" },
  subscriptions: { href: "/dashboard/subscriptions", label: "Subscriptions" },
  customers: { href: "/dashboard/customers", label: "Customers" },
  products: { href: "/dashboard/products", label: "Products" },
  tasks: { href: "/dashboard/tasks", label: "Needs you" },
  links: { href: "/dashboard/links", label: "Payment links" },
  invoices: { href: "/dashboard/invoices", label: "Invoices" },
  wallet: { href: "/dashboard/wallet", label: "Wallet and payouts" },
  messages: { href: "/dashboard/messages", label: "Messages" },
  settings: { href: "/dashboard/settings", label: "Store" },
  keys: { href: "/dashboard/developers/keys", label: "Keys" },
  endpoints: { href: "/dashboard/developers/endpoints", label: "Endpoints" },
  events: { href: "/dashboard/developers/events", label: "Events" },
  requests: { href: "/dashboard/developers/requests", label: "Requests" },
  testMode: { href: "/dashboard/developers/test-mode", label: "Test mode" },
};
export type Section = keyof typeof sections;

const groups: { label: string | null; names: Section[] }[] = [
  { label: null, names: ["overview", "orders", "subscriptions", "customers", "products", "tasks"] },
  { label: "Get paid", names: ["links", "invoices", "wallet", "messages"] },
  { label: "Settings", names: ["settings"] },
  { label: "Developers", names: ["keys", "endpoints", "events", "requests", "testMode"] },
];

export interface SellerPageProps {
  seller: CurrentSeller;
  section: Section;
  /** Below the section: the name of the one thing this page is about. */
  here?: string;
  /** Shows the yellow bar, with the way back to live data where the page has any. */
  test?: { liveHref?: string } | null;
  children: ReactNode;
}

/** The frame of a seller's page: navigation, the mode bar, what was just done, what is wrong with the store. */
export function SellerPage({ seller, section, here, test, children }: SellerPageProps) {
  const at = sections[section];
  const crumbs: Crumb[] = here ? [at, { label: here }] : [{ label: at.label }];
  const live = test?.liveHref ? { href: test.liveHref, label: "See live data" } : undefined;
  return (
    <Shell
      serviceName={serviceName()}
      storeName={seller.store.name}
      nav={navFor(section)}
      crumbs={groupOf(section) === "Developers" ? [{ label: "Developers" }, ...crumbs] : crumbs}
      person={seller.user}
      signOut={signOutAction}
      testMode={test ? { live } : null}
    >
      {seller.store.status === "suspended" ? (
        <div className="mb-6">
          <Notice tone="bad" title="This store is suspended">
            The API answers 403 store_suspended and hosted pages take no payments. Subscribers keep the access
            they paid for. Ask whoever runs {serviceName()} for the reason.
          </Notice>
        </div>
      ) : null}
      <FlashNotice />
      {children}
    </Shell>
  );
}

function groupOf(section: Section): string | null {
  return groups.find(({ names }) => names.includes(section))?.label ?? null;
}

function navFor(section: Section): NavGroup[] {
  return groups.map(({ label, names }) => ({
    label,
    items: names.map((name) => ({ ...sections[name], current: name === section })),
  }));
}
