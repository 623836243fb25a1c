import { listInvoices } from "@/lib/services/billing/invoices/read";
import { listOrders } from "@/lib/services/billing/orders/list";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { listPaymentLinks } from "@/lib/services/catalog/payment-links/read";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list";
import type { World } from "@/lib/services/core/world";
import { readOverview } from "@/lib/services/desk/overview/read";
import { readToday } from "@/lib/services/desk/overview/today";
import { find } from "@/lib/services/desk/search/find";
import { listEvents } from "@/lib/services/hooks/events/read";
import { listRequests } from "@/lib/services/hooks/request-log/read";
import { listTasks } from "@/lib/services/money/tasks/list";
import { listStoreMessages } from "@/lib/services/notify/messages/list";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { listCustomers } from "@/lib/services/people/customers/list";
import { lastPayments } from "@/lib/services/people/customers/publish";
import { figuresOf, type ListFigures } from "./lists";

/** The database queries of a dashboard page, by the page's name. */
type DashboardQuestion = { name: string; ask: () => Promise<unknown> };

const page = { skip: 0, take: 25 };
const dayMs = 24 * 60 * 60 * 1000;
const lastYear = {
  createdAfter: new Date(Date.now() - 372 * dayMs),
  createdBefore: new Date(Date.now() - 365 * dayMs),
};
const chosenYear = {
  from: new Date(Date.now() - 400 * dayMs).toISOString().slice(0, 10),
  to: new Date(Date.now() - 36 * dayMs).toISOString().slice(0, 10),
};
const warmUps = 2;
const repetitions = 15;

/** The lists of the dashboard as they open, including the costly filters, and the overview over each of its spans. */
function dashboardQuestions(world: World, seller: Seller): DashboardQuestion[] {
  const asked: Record<string, () => Promise<unknown>> = {
    "overview, today": () => readToday(world, seller),
    "overview, 7 days": () => readOverview(world, seller, 7),
    "overview, 30 days": () => readOverview(world, seller, 30),
    "overview, 90 days": () => readOverview(world, seller, 90),
    "overview, a year that was chosen": () => readOverview(world, seller, chosenYear),
    orders: () => listOrders(world, seller, {}, page),
    "orders, search": () => listOrders(world, seller, { search: "amina" }, page),
    "orders, by cash": () => listOrders(world, seller, { paymentMethod: "cash" }, page),
    "orders, amounts": () =>
      listOrders(world, seller, { currency: "UGX", minMinor: 1n, maxMinor: 60_000n }, page),
    "orders, an amount that nothing has": () =>
      listOrders(world, seller, { currency: "UGX", minMinor: 7n, maxMinor: 7n }, page),
    "orders, a week of last year": () => listOrders(world, seller, lastYear, page),
    "orders, a phone's beginning": () => listOrders(world, seller, { search: "0700" }, page),
    "orders, by cash, from invoices": () =>
      listOrders(world, seller, { paymentMethod: "cash", source: "invoice" }, page),
    "customers, a phone's beginning": () => listCustomers(world, seller, { search: "0700" }, page),
    "customers, a word": () => listCustomers(world, seller, { search: "c4ca42" }, page),
    "search, a provider's code": () => find(world, seller, "bench4711", "en"),
    "search, an amount": () => find(world, seller, "50,000", "en"),
    "search, how a phone begins": () => find(world, seller, "0700", "en"),
    "search, how a phone ends": () => find(world, seller, "1234567", "en"),
    "search, an event": () => find(world, seller, "evt_0000000000000000000042", "en"),
    subscriptions: () => listSubscriptions(world, seller, {}, page),
    "subscriptions, active": () => listSubscriptions(world, seller, { status: "active" }, page),
    "subscriptions, a customer": () => listSubscriptions(world, seller, { search: "c4ca42" }, page),
    "customers, a week of last year": () => listCustomers(world, seller, lastYear, page),
    "invoices, search": () => listInvoices(world, seller, { search: "Customer 17" }, page),
    "events, a code": () => listEvents(world, seller, { code: 503 }, page),
    "subscriptions, past_due": () => listSubscriptions(world, seller, { status: "past_due" }, page),
    customers: () => customersPage(world, seller),
    products: () => listProductsForDashboard(world, seller),
    links: () => listPaymentLinks(world, seller, {}, page),
    invoices: () => listInvoices(world, seller, {}, page),
    "invoices, overdue": () => listInvoices(world, seller, { status: "overdue" }, page),
    events: () => listEvents(world, seller, {}, page),
    "events, failed": () => listEvents(world, seller, { status: "failed" }, page),
    requests: () => listRequests(world, seller, {}, page),
    messages: () => listStoreMessages(world, seller, {}, page),
    "messages, failed": () => listStoreMessages(world, seller, { status: "failed" }, page),
    tasks: () => listTasks(world, seller, {}, page),
  };
  return Object.entries(asked).map(([name, ask]) => ({ name: `dashboard: ${name}`, ask }));
}

async function customersPage(world: World, seller: Seller): Promise<unknown> {
  const { rows } = await listCustomers(world, seller, {}, page);
  return lastPayments(
    world,
    seller,
    rows.map(({ row }) => row.id),
  );
}

/** In sequence, as a page opens: the milliseconds that the server waits before it renders. */
export async function measureDashboard(world: World, seller: Seller): Promise<Record<string, ListFigures>> {
  const figures: Record<string, ListFigures> = {};
  for (const { name, ask } of dashboardQuestions(world, seller))
    figures[name] = await figuresOf({ warmUps, repetitions }, ask);
  return figures;
}
