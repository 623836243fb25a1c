import type { Prisma } from "./generated/client";

/** Rows as verbs return them and serializers read them. */
export type {
  ApiKeyModel as ApiKeyRow,
  CustomerModel as CustomerRow,
  DisputeModel as DisputeRow,
  EventModel as EventRow,
  MessageModel as MessageRow,
  PaymentAttemptModel as AttemptRow,
  PaymentLinkModel as PaymentLinkRow,
  PayoutModel as PayoutRow,
  PlanModel as PlanRow,
  ProductModel as ProductRow,
  RequestLogEntryModel as RequestLogRow,
  StoreModel as StoreRow,
  WebhookAttemptModel as WebhookAttemptRow,
  WebhookDeliveryModel as WebhookDeliveryRow,
} from "./generated/models";

/** What a subscription needs beside itself to be shown. */
export const subscriptionInclude = {
  product: { select: { id: true, name: true } },
  customer: { select: { id: true, name: true, email: true, phone: true } },
} satisfies Prisma.SubscriptionInclude;

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ include: typeof subscriptionInclude }>;

/** What an order needs beside itself to be shown. */
export const orderInclude = {
  customer: { select: { id: true, name: true, email: true, phone: true, language: true, prospect: true } },
  items: { orderBy: { position: "asc" } },
} satisfies Prisma.OrderInclude;

export type OrderRow = Prisma.OrderGetPayload<{ include: typeof orderInclude }>;

/** What an invoice needs beside itself to be shown: its lines, and the zone that says which day it is. */
export const invoiceInclude = {
  items: { orderBy: { position: "asc" } },
  store: { select: { timeZone: true } },
} satisfies Prisma.InvoiceInclude;

export type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof invoiceInclude }>;
