import type { Route } from "@/lib/api/route";
import * as access from "./access/route";
import * as bookkeepingEntries from "./bookkeeping/entries/route";
import * as bookkeeping from "./bookkeeping/route";
import * as customer from "./customers/[id]/route";
import * as customers from "./customers/route";
import * as discountCodes from "./discounts/[id]/codes/route";
import * as discount from "./discounts/[id]/route";
import * as discounts from "./discounts/route";
import * as cancelInvoice from "./invoices/[id]/cancel/route";
import * as invoice from "./invoices/[id]/route";
import * as sendInvoice from "./invoices/[id]/send/route";
import * as invoices from "./invoices/route";
import * as openapi from "./openapi.json/route";
import * as order from "./orders/[id]/route";
import * as orders from "./orders/route";
import * as paymentLink from "./payment-links/[id]/route";
import * as paymentLinks from "./payment-links/route";
import * as product from "./products/[id]/route";
import * as products from "./products/route";
import * as store from "./store/route";
import * as cancelSubscription from "./subscriptions/[id]/cancel/route";
import * as changeSubscriptionPlan from "./subscriptions/[id]/change/route";
import * as subscriptionDiscount from "./subscriptions/[id]/discount/route";
import * as extendSubscription from "./subscriptions/[id]/extend/route";
import * as subscriptionRenewal from "./subscriptions/[id]/renewal/route";
import * as subscription from "./subscriptions/[id]/route";
import * as subscriptions from "./subscriptions/route";
import * as testData from "./test/data/route";
import * as testEvent from "./test/events/[id]/route";
import * as testEvents from "./test/events/route";
import * as testListener from "./test/listener/route";
import * as advanceTestSubscription from "./test/subscriptions/[id]/advance/route";
import * as testSubscriptions from "./test/subscriptions/route";

/** Where the API begins; its last segment is the version (spec, Versioning). */
export const apiRoot = "/api/v1";

/** Every path of the API in the order of its reference. A test compares this list with the folders beside it. */
export const routes: readonly Route[] = [
  { path: "/access", endpoints: { GET: access.GET } },
  { path: "/store", endpoints: { GET: store.GET } },
  { path: "/subscriptions", endpoints: { GET: subscriptions.GET, POST: subscriptions.POST } },
  { path: "/subscriptions/{id}", endpoints: { GET: subscription.GET, PATCH: subscription.PATCH } },
  { path: "/subscriptions/{id}/cancel", endpoints: { POST: cancelSubscription.POST } },
  { path: "/subscriptions/{id}/extend", endpoints: { POST: extendSubscription.POST } },
  {
    path: "/subscriptions/{id}/change",
    endpoints: { POST: changeSubscriptionPlan.POST, DELETE: changeSubscriptionPlan.DELETE },
  },
  {
    path: "/subscriptions/{id}/discount",
    endpoints: { POST: subscriptionDiscount.POST, DELETE: subscriptionDiscount.DELETE },
  },
  { path: "/subscriptions/{id}/renewal", endpoints: { POST: subscriptionRenewal.POST } },
  { path: "/orders", endpoints: { GET: orders.GET } },
  { path: "/orders/{id}", endpoints: { GET: order.GET } },
  { path: "/bookkeeping", endpoints: { GET: bookkeeping.GET } },
  { path: "/bookkeeping/entries", endpoints: { GET: bookkeepingEntries.GET } },
  { path: "/products", endpoints: { GET: products.GET } },
  { path: "/products/{id}", endpoints: { GET: product.GET } },
  { path: "/customers", endpoints: { GET: customers.GET, POST: customers.POST } },
  { path: "/customers/{id}", endpoints: { GET: customer.GET, PATCH: customer.PATCH } },
  { path: "/payment-links", endpoints: { GET: paymentLinks.GET, POST: paymentLinks.POST } },
  {
    path: "/payment-links/{id}",
    endpoints: { GET: paymentLink.GET, PATCH: paymentLink.PATCH, DELETE: paymentLink.DELETE },
  },
  { path: "/discounts", endpoints: { GET: discounts.GET, POST: discounts.POST } },
  {
    path: "/discounts/{id}",
    endpoints: { GET: discount.GET, PATCH: discount.PATCH, DELETE: discount.DELETE },
  },
  { path: "/discounts/{id}/codes", endpoints: { POST: discountCodes.POST } },
  { path: "/invoices", endpoints: { GET: invoices.GET, POST: invoices.POST } },
  { path: "/invoices/{id}", endpoints: { GET: invoice.GET } },
  { path: "/invoices/{id}/send", endpoints: { POST: sendInvoice.POST } },
  { path: "/invoices/{id}/cancel", endpoints: { POST: cancelInvoice.POST } },
  { path: "/test/subscriptions", endpoints: { POST: testSubscriptions.POST } },
  { path: "/test/subscriptions/{id}/advance", endpoints: { POST: advanceTestSubscription.POST } },
  { path: "/test/listener", endpoints: { GET: testListener.GET } },
  { path: "/test/events", endpoints: { GET: testEvents.GET, POST: testEvents.POST } },
  { path: "/test/events/{id}", endpoints: { GET: testEvent.GET } },
  { path: "/test/data", endpoints: { DELETE: testData.DELETE } },
  { path: "/openapi.json", endpoints: { GET: openapi.GET } },
];
