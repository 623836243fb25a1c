import type { Prisma } from "./generated/client";

/** Rows as verbs return them and serializers read them. */
export type {
  ApiKeyModel as ApiKeyRow,
  CustomerModel as CustomerRow,
  DiscountCodeModel as DiscountCodeRow,
  DiscountModel as DiscountRow,
  DisputeModel as DisputeRow,
  EventModel as EventRow,
  MessageModel as MessageRow,
  PaymentAttemptModel as AttemptRow,
  PaymentInstrumentModel as PaymentInstrumentRow,
  PaymentLinkModel as PaymentLinkRow,
  PayoutModel as PayoutRow,
  PlanModel as PlanRow,
  ProductModel as ProductRow,
  RequestLogEntryModel as RequestLogRow,
  StoreModel as StoreRow,
  WebhookAttemptModel as WebhookAttemptRow,
  WebhookDeliveryModel as WebhookDeliveryRow,
} from "./generated/models";

/** The relations needed to show a subscription. */
export const subscriptionInclude = {
  product: { select: { id: true, name: true } },
  previousProduct: { select: { id: true, name: true } },
  pendingProduct: { select: { id: true, name: true } },
  customer: { select: { id: true, name: true, email: true, phone: true, language: true } },
} satisfies Prisma.SubscriptionInclude;

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ include: typeof subscriptionInclude }>;

/** The relations needed to show an order. */
export const orderInclude = {
  customer: { select: { id: true, name: true, email: true, phone: true, language: true, prospect: true } },
  items: { orderBy: { position: "asc" } },
} satisfies Prisma.OrderInclude;

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof orderInclude }>;

/** The relations needed to show an invoice: its lines, and the store's time zone for its days. */
export const invoiceInclude = {
  items: { orderBy: { position: "asc" } },
  store: { select: { timeZone: true } },
} satisfies Prisma.InvoiceInclude;

export type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof invoiceInclude }>;
