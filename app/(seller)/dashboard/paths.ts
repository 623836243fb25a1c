import { addressOf } from "@/app/_lists/filters";
import type { Subject, SubjectKind } from "@/lib/services/billing/notes/notes";

export const ordersPath = "/dashboard/orders";

export const salePath = `${ordersPath}/sell`;

/** The receipt as it is shown, sent or printed at the counter. */
export function receiptPath(id: number): string {
  return `${orderPath(id)}/receipt`;
}

export function orderPath(id: number | string): string {
  return `${ordersPath}/${id}`;
}

export const subscriptionsPath = "/dashboard/subscriptions";

export function subscriptionPath(id: string): string {
  return `${subscriptionsPath}/${id}`;
}

export const numbersPath = `${subscriptionsPath}/numbers`;

export const importPath = `${subscriptionsPath}/import`;

export function movePath(id: number): string {
  return `${importPath}/${id}`;
}

export const customersPath = "/dashboard/customers";

export function customerPath(id: number): string {
  return `${customersPath}/${id}`;
}

export function productPath(id: number | string): string {
  return `/dashboard/products/${id}`;
}

/** What a product delivers by itself. */
export function deliverablesPath(product: number | string): string {
  return `${productPath(product)}/deliverables`;
}

export const invoicesPath = "/dashboard/invoices";

export function invoicePath(id: number): string {
  return `${invoicesPath}/${id}`;
}

export const walletPath = "/dashboard/wallet";
export const payoutsPath = `${walletPath}/payouts`;
export const statementPath = `${walletPath}/statement`;
export const totalsPath = `${walletPath}/totals`;
export const booksPath = "/dashboard/bookkeeping";
export const automaticPath = `${walletPath}/automatic`;
export const accountsPath = `${walletPath}/accounts`;
export const ownAccountsPath = `${walletPath}/own`;

/** An account of the store's own at a rail. */
export function ownAccountPath(key: string): string {
  return `${ownAccountsPath}/${key}`;
}

export function payoutPath(id: string): string {
  return `${payoutsPath}/${id}`;
}

export const refundsPath = "/dashboard/refunds";

export const disputesPath = "/dashboard/disputes";

export const tasksPath = "/dashboard/tasks";

export const teamPath = "/dashboard/team";

export function memberPath(userId: number): string {
  return `${teamPath}/${userId}`;
}

export const settingsPath = "/dashboard/settings";
export const lookPath = "/dashboard/settings/look";
export const sellingPath = "/dashboard/settings/selling";
export const verificationPath = "/dashboard/settings/verification";
export const notificationsPath = "/dashboard/settings/notifications";
export const taxPath = "/dashboard/settings/tax";
export const fiscalPath = "/dashboard/settings/fiscal";
export const fiscalBooksPath = "/dashboard/bookkeeping/fiscal";
export const whatsappPath = "/dashboard/settings/whatsapp";
export const sitesPath = "/dashboard/settings/sites";
export const numberingPath = "/dashboard/settings/numbering";
export const takeAlongPath = "/dashboard/settings/take-along";

export const accountPath = "/dashboard/account";
export const twoStepPath = "/dashboard/account/two-step";
export const passkeysPath = "/dashboard/account/passkeys";
export const sessionsPath = "/dashboard/account/sessions";
export const newStorePath = "/dashboard/account/stores/new";
export const newEmailPath = "/dashboard/account/email";

export function subjectPath({ kind, id }: Subject): string {
  return kind === "customer" ? customerPath(id) : orderPath(id);
}

/** The list of what has this tag. */
export function taggedPath(kind: SubjectKind, tag: string): string {
  return addressOf(kind === "customer" ? customersPath : ordersPath, { tag });
}

export const requestsPath = "/dashboard/developers/requests";

export function requestPath(requestId: string): string {
  return `${requestsPath}/${encodeURIComponent(requestId)}`;
}
