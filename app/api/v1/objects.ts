import { objectEndpoints } from "@/lib/api/object-endpoints";
import type { FiscalShown } from "@/lib/domain/fiscal";
import { Customer, serializeCustomer } from "@/lib/resources/customer";
import { Discount, serializeDiscount } from "@/lib/resources/discount";
import { Invoice, serializeInvoice } from "@/lib/resources/invoice";
import { Order, serializeOrder } from "@/lib/resources/order";
import { PaymentLink, serializePaymentLink } from "@/lib/resources/payment-link";
import { Product, serializeProduct } from "@/lib/resources/product";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { fiscalOf, saleOf } from "@/lib/services/billing/orders/fiscal";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { manageUrl } from "@/lib/services/core/manage-token";

// The objects of the API, each with how its endpoints show it.

export const customers = objectEndpoints(Customer, serializeCustomer, (): [] => []);
export const discounts = objectEndpoints(Discount, serializeDiscount, ({ clock }): [Date] => [clock.now()]);
export const products = objectEndpoints(Product, serializeProduct, ({ config }): [string] => [
  config.siteUrl,
]);
export const invoices = objectEndpoints(Invoice, serializeInvoice, ({ clock, config }): [Date, string] => [
  clock.now(),
  config.siteUrl,
]);
export const paymentLinks = objectEndpoints(
  PaymentLink,
  serializePaymentLink,
  ({ clock, config }): [Date, string] => [clock.now(), config.siteUrl],
);
export const orders = objectEndpoints(
  Order,
  serializeOrder,
  (world, row, fiscal: Map<number, FiscalShown[]>): [string, string | null, FiscalShown | null] => [
    world.config.siteUrl,
    downloadUrlOf(world, row),
    saleOf(fiscal, row),
  ],
  fiscalOf,
);
export const subscriptions = objectEndpoints(
  Subscription,
  serializeSubscription,
  (world, row): [Date, string] => [world.clock.now(), manageUrl(world, row)],
);
