import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import { said } from "./paystack-rules";

/** A subscription of a seller's own account, as GET /subscription lists it. */
export interface PlantedSubscription {
  code: string;
  email: string;
  plan: string;
  amount: number;
  currency: string;
  status: string;
  createdAt: string;
  nextPaymentAt: string | null;
}

/** GET /subscription?perPage=50&page=n. Null for every other request. */
export function answerSubscriptions(
  subscriptions: readonly PlantedSubscription[],
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (method !== "GET" || path !== "/subscription") return null;
  const size = Number(query.get("perPage") ?? 50);
  const page = Number(query.get("page") ?? 1);
  const shown = subscriptions.slice((page - 1) * size, page * size).map((one, at) => ({
    ...{ id: at + 1, domain: "test", status: one.status, subscription_code: one.code },
    ...{ email_token: "d7gofp6yppn3qz7", amount: one.amount, cron_expression: "0 0 28 * *" },
    ...{ next_payment_date: one.nextPaymentAt, open_invoice: null, createdAt: one.createdAt },
    plan: {
      id: 28,
      name: one.plan,
      plan_code: "PLN_gx2wn530m0i3w3m",
      interval: "monthly",
      currency: one.currency,
    },
    customer: { first_name: null, last_name: null, email: one.email, phone: null, customer_code: "CUS_4vx1" },
    authorization: { authorization_code: "AUTH_8dfhjjdt", last4: "4081", reusable: true },
  }));
  return said("Subscriptions retrieved", shown);
}
