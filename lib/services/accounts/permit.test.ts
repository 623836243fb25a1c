import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Action, actions, may, roles } from "@/lib/domain/roles";
import type { Caller } from "../caller";
import { permit } from "./permit";
import { NotAllowed, type Seller } from "./seller";

/** Every verb with which a seller changes something, by file and name, and the row of the table that it is held to. */
const verbs: Record<string, Action> = {
  "accounts/create-store createStore": "store.create",
  "customers/add addCustomer": "customer.change",
  "customers/import importCustomers": "customer.change",
  "customers/merge mergeCustomers": "customer.merge",
  "customers/save saveCustomer": "customer.change",
  "customers/update updateCustomer": "customer.change",
  "invoices/cancel cancelInvoice": "invoice.change",
  "invoices/draft draftInvoice": "invoice.change",
  "invoices/edit editDraft": "invoice.change",
  "invoices/mark-sent-by-hand markSentByHand": "invoice.change",
  "invoices/send sendInvoice": "invoice.change",
  "invoices/switch-reminders switchReminders": "invoice.change",
  "keys/create-key createKey": "key.change",
  "keys/delete-key deleteKey": "key.change",
  "keys/roll-key rollKey": "key.change",
  "orders/call-off callOffOrder": "order.handle",
  "orders/check checkOrder": "order.handle",
  "orders/fulfil fulfilOrder": "order.handle",
  "orders/resend-receipt resendReceipt": "order.handle",
  "payment-links/create createPaymentLink": "payment_link.change",
  "payment-links/delete deletePaymentLink": "payment_link.change",
  "payment-links/update updatePaymentLink": "payment_link.change",
  "payouts/add-destination addDestination": "payout.destination",
  "payouts/add-destination removeDestination": "payout.destination",
  "payouts/call-back callBackPayout": "payout.request",
  "payouts/request requestPayout": "payout.request",
  "products/change-picture changePicture": "product.change",
  "products/create createProduct": "product.change",
  "products/update updateProduct": "product.change",
  "refunds/request requestRefund": "refund.request",
  "stores/change-logo changeLogo": "store.settings",
  "stores/update-settings updateReturnUrl": "store.return_url",
  "stores/update-store updateStore": "store.settings",
  "stores/verification submitVerification": "store.verification",
  "subscriptions/cancel cancelSubscription": "subscription.cancel",
  "subscriptions/end-now endSubscription": "subscription.cancel",
  "subscriptions/manage-link replaceManageLink": "subscription.cancel",
  "subscriptions/change-metadata changeMetadata": "subscription.change",
  "tasks/accept-suspense acceptSuspense": "suspense.settle",
  "tasks/resolve resolveTask": "task.resolve",
  "tasks/return-suspense returnSuspense": "suspense.settle",
  "team/change-member changeRole": "team.change",
  "team/change-member removeMember": "team.change",
  "team/invite inviteMember": "team.change",
  "team/invite revokeInvitation": "team.change",
  "test-mode/advance-subscription advanceTestSubscription": "test_mode.change",
  "test-mode/delete-test-data deleteTestData": "test_mode.change",
  "test-mode/start-subscription startTestSubscription": "test_mode.change",
  "webhooks/create-endpoint createEndpoint": "endpoint.change",
  "webhooks/ping-endpoint pingEndpoint": "endpoint.change",
  "webhooks/resend resendDelivery": "event.resend",
  "webhooks/resend resendEvent": "event.resend",
  "webhooks/resend resendEvents": "event.resend",
  "webhooks/resend resendMissed": "event.resend",
  "webhooks/secret revealSecret": "endpoint.secret",
  "webhooks/secret rotateSecret": "endpoint.secret",
  "webhooks/secret switchSecret": "endpoint.secret",
  "webhooks/switch-endpoint deleteEndpoint": "endpoint.change",
  "webhooks/switch-endpoint disableEndpoint": "endpoint.change",
  "webhooks/switch-endpoint enableEndpoint": "endpoint.change",
  "webhooks/update-endpoint updateEndpoint": "endpoint.change",
};

/** In files that write, and yet no act of a seller on a store. */
const others: Record<string, string> = {
  "customers/import planImport": "looks only",
  "customers/merge planMerge": "looks only",
  "idempotency/claim claimKey": "the API's own bookkeeping",
  "payments/start-payment startPayment": "a payer's act",
  "stores/verification readVerification": "looks only",
  "subscriptions/contact-code askContactCode": "a payer's act",
  "subscriptions/contact-code confirmContactCode": "a payer's act",
  "subscriptions/contact-code readOpenCode": "looks only",
  "subscriptions/tell-cancel-reason tellCancelReason": "a payer's act",
  "test-mode/send-sample sendSampleEvent": "the API's alone, with a test key",
  "webhooks/endpoint requireWebhooks": "looks only",
};

const services = path.resolve(import.meta.dirname, "..");
const signature =
  /export async function (\w+)\s*(?:<[^>]*>)?\(\s*world: World,\s*(?:caller|seller): (?:Seller|Caller)\b/g;
const writes =
  /\btransact\(|\b(?:db|tx)\.\w+\.(?:create|update|upsert|delete)|INSERT INTO|\bUPDATE \w+ SET|DELETE FROM/;

/** Every exported function that writes in somebody's name, found in the source. */
function found(): string[] {
  return readdirSync(services, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(?!.*(\.test\.ts|testing)).*\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(services, file), "utf8");
      if (!writes.test(source)) return [];
      return [...source.matchAll(signature)].map(([, name]) => `${file.replace(/\.ts$/, "")} ${name}`);
    });
}

test("every verb that writes for a seller is in the matrix: a new one needs its row", () => {
  const listed = new Set([...Object.keys(verbs), ...Object.keys(others)]);
  const names = found();
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
});

test("every row of the table has a verb", () => {
  const asked = new Set(Object.values(verbs));
  expect(actions.filter((action) => !asked.has(action))).toEqual([]);
});

describe.each(Object.entries(verbs))("%s", (verb, action) => {
  test.each(roles)(`asks for ${action} before it touches anything: %s`, async (role) => {
    const run = await load(verb);
    const outcome = await run(untouchable(), seller(role)).then(
      () => null,
      (error: unknown) => error,
    );
    if (may(role, action)) expect(outcome).not.toBeInstanceOf(NotAllowed);
    else expect(outcome).toBeInstanceOf(NotAllowed);
  });
});

test("a person without a role may do nothing; keys, payers and the service are limited elsewhere", () => {
  const { role: _, ...person } = seller("owner");
  expect(() => permit(person, "order.handle")).toThrow(NotAllowed);
  for (const actor of ["key:1", "payer", "system"]) {
    const caller: Caller = { storeId: 1, accountId: 1, livemode: true, actor };
    expect(() => permit(caller, "order.handle")).not.toThrow();
  }
});

function seller(role: Seller["role"]): Seller {
  return { storeId: 1, accountId: 1, userId: 1, role, livemode: true, actor: "user:1" };
}

type Run = (world: unknown, seller: Seller, ...input: unknown[]) => Promise<unknown>;

async function load(verb: string): Promise<Run> {
  const [file = "", name = ""] = verb.split(" ");
  const loaded: Record<string, unknown> = await import(path.join(services, `${file}.ts`));
  const run = loaded[name];
  if (typeof run !== "function") throw new Error(`There is no ${verb}.`);
  return async (world, by, ...input) => run(world, by, ...input, {}, {}, {});
}

/** A world that nobody gets anything out of: whoever reaches for it was let through. */
function untouchable(): unknown {
  return new Proxy({}, { get: () => refuse(), has: () => refuse() });
}

function refuse(): never {
  throw new Error("The world was touched.");
}
