import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Action, actions, may, mayRead, type Readable, readables, roles } from "@/lib/domain/roles";
import type { Caller } from "@/lib/services/core/world";
import { NotAllowed, permit, permitRead, type Seller } from "./permit";

/** Every verb with which a seller changes something, by file and name, and the row of the table that it is held to. */
const verbs: Record<string, Action> = {
  "people/accounts/write-store createStore": "store.create",
  "people/customers/save addCustomer": "customer.change",
  "people/customers/import importCustomers": "customer.change",
  "billing/moving/slice importSubscription": "subscription.import",
  "billing/moving/plan planMove": "subscription.import",
  "billing/moving/archive planArchive": "subscription.import",
  "billing/moving/plan planPaystack": "subscription.import",
  "billing/moving/run readMove": "subscription.import",
  "billing/moving/run startMove": "subscription.import",
  "billing/moving/run undoMove": "subscription.import",
  "desk/takeout/takeouts askForEverything": "store.take_along",
  "desk/takeout/takeouts openTakeout": "store.take_along",
  "people/customers/merge mergeCustomers": "customer.merge",
  "people/customers/save saveCustomer": "customer.change",
  "desk/erase/erase eraseCustomer": "customer.erase",
  "desk/export-person/export-person exportCustomer": "customer.export",
  "people/customers/update updateCustomer": "customer.change",
  "billing/invoices/record cancelInvoice": "invoice.change",
  "billing/invoices/draft draftInvoice": "invoice.change",
  "billing/invoices/draft editDraft": "invoice.change",
  "billing/invoices/numbering changeNumbering": "store.settings",
  "billing/invoices/sent markSentByHand": "invoice.change",
  "billing/invoices/send sendInvoice": "invoice.change",
  "billing/invoices/remind remindOfInvoice": "invoice.change",
  "billing/invoices/remind switchReminders": "invoice.change",
  "billing/quotes/answer invoiceQuote": "invoice.change",
  "billing/quotes/answer withdrawQuote": "invoice.change",
  "billing/quotes/quotes createQuote": "invoice.change",
  "billing/quotes/quotes editQuote": "invoice.change",
  "billing/quotes/answer sendQuote": "invoice.change",
  "billing/recurring/recurring createRecurring": "invoice.change",
  "billing/recurring/recurring changeRecurring": "invoice.change",
  "billing/notes/notes writeNote": "note.write",
  "billing/notes/notes deleteNote": "note.write",
  "billing/notes/notes deleteAnyNote": "note.delete_any",
  "billing/notes/notes addTag": "note.write",
  "billing/notes/notes removeTag": "note.write",
  "people/keys/keys createKey": "key.change",
  "people/keys/keys deleteKey": "key.change",
  "people/keys/keys rollKey": "key.change",
  "billing/orders/unpaid callOffOrder": "order.handle",
  "money/settlement/poll checkOrder": "order.handle",
  "billing/orders/fulfil fulfilOrder": "order.handle",
  "billing/orders/fulfil undoHandover": "order.handle",
  "billing/orders/fulfil resendReceipt": "order.handle",
  "billing/subscriptions/give giveDiscount": "discount.change",
  "billing/subscriptions/give takeDiscount": "discount.change",
  "catalog/discounts/save createCodes": "discount.change",
  "catalog/discounts/read readBatch": "discount.change",
  "catalog/discounts/save createDiscount": "discount.change",
  "catalog/discounts/save deleteDiscount": "discount.change",
  "catalog/discounts/save updateDiscount": "discount.change",
  "catalog/payment-links/change createPaymentLink": "payment_link.change",
  "catalog/payment-links/change deletePaymentLink": "payment_link.change",
  "catalog/payment-links/change updatePaymentLink": "payment_link.change",
  "money/out/payouts/add-destination addDestination": "payout.destination",
  "money/out/payouts/add-destination removeDestination": "payout.destination",
  "money/out/payouts/request cancelPayout": "payout.request",
  "money/out/payouts/request requestPayout": "payout.request",
  "money/out/payouts/schedule saveSchedule": "payout.request",
  "money/out/payouts/schedule stopSchedule": "payout.request",
  "catalog/products/save removePicture": "product.change",
  "catalog/deliverables/save addPool": "product.change",
  "catalog/deliverables/save addCodes": "product.change",
  "catalog/deliverables/save addNote": "product.change",
  "catalog/deliverables/save changeNote": "product.change",
  "catalog/deliverables/save moveUp": "product.change",
  "catalog/deliverables/save removeDeliverable": "product.change",
  "catalog/deliverables/upload takeFile": "product.change",
  "billing/orders/fulfil deliverWaiting": "product.change",
  "billing/orders/downloads resetDownloads": "order.handle",
  "billing/orders/downloads replaceDownloadLink": "order.handle",
  "catalog/products/save createProduct": "product.change",
  "catalog/products/save updateProduct": "product.change",
  "money/out/refunds/request requestRefund": "refund.request",
  "money/outside/record recordPayment": "payment.record",
  "money/outside/sell sellAtCounter": "payment.record",
  "money/outside/record undoPayment": "payment.record",
  "notify/alerts/settings letMemberRead": "team.change",
  "notify/alerts/settings changeSmsAlertsMax": "store.settings",
  "catalog/stores/update-store changeLogo": "store.settings",
  "catalog/stores/update-store changeSites": "store.settings",
  "desk/bookkeeping/monthly saveBookSettings": "store.settings",
  "money/fiscal/device connectDevice": "store.settings",
  "money/fiscal/device disconnectDevice": "store.settings",
  "money/fiscal/device setFiscalItem": "store.settings",
  "money/fiscal/read sendAgain": "store.settings",
  "catalog/stores/update-store changeTax": "store.settings",
  "catalog/stores/update-store updateReturnUrl": "store.return_url",
  "catalog/stores/update-store markSetup": "store.settings",
  "catalog/stores/update-store updateStore": "store.settings",
  "catalog/stores/verification submitVerification": "store.verification",
  "billing/subscriptions/cancel cancelSubscription": "subscription.cancel",
  "billing/subscriptions/cancel endSubscription": "subscription.cancel",
  "billing/subscriptions/cancel shortenSubscription": "subscription.cancel",
  "billing/subscriptions/give extendSubscription": "subscription.extend",
  "billing/subscriptions/trial startFreeDays": "subscription.extend",
  "billing/changes/change scheduleChange": "subscription.change_plan",
  "billing/changes/change undoChange": "subscription.change_plan",
  "billing/test-mode/start-subscription changeTestPlan": "subscription.change_plan",
  "money/checkout/change-plan changePlan": "subscription.change_plan",
  "billing/renewal/change turnOffRenewal": "subscription.cancel",
  "billing/renewal/change setRenewalMode": "subscription.cancel",
  "billing/subscriptions/manage-link replaceManageLink": "subscription.cancel",
  "billing/reminders/ask remindOfRenewal": "order.handle",
  "billing/subscriptions/manage-link sendManageLinkFor": "order.handle",
  "billing/subscriptions/give changeMetadata": "subscription.change",
  "notify/whatsapp/consent stopCustomerWhatsapp": "customer.change",
  "notify/whatsapp/connect connectWhatsapp": "whatsapp.change",
  "notify/whatsapp/connect removeWhatsapp": "whatsapp.change",
  "desk/own-accounts/connect saveAccount": "rail_account.change",
  "desk/own-accounts/connect checkAccount": "rail_account.change",
  "desk/own-accounts/connect switchAccount": "rail_account.change",
  "desk/own-accounts/connect setTillRefuses": "rail_account.change",
  "money/till/statement takeTillStatement": "payment.record",
  "desk/own-accounts/try tryAccount": "rail_account.change",
  "desk/own-accounts/try keepTrial": "rail_account.change",
  "desk/own-accounts/connect setWays": "rail_account.change",
  "desk/own-accounts/connect removeAccount": "rail_account.change",
  "money/tasks/settle-suspense acceptSuspense": "suspense.settle",
  "money/phone/deny denyMessage": "suspense.settle",
  "money/phone/gaps answerGap": "suspense.settle",
  "money/phone/gaps startChain": "suspense.settle",
  "money/phone/teach teachMessage": "suspense.settle",
  "money/till/decide assignTillPayment": "suspense.settle",
  "money/till/decide sellTillPayment": "suspense.settle",
  "money/tasks/settle-suspense resolveTask": "task.resolve",
  "money/tasks/settle-suspense returnSuspense": "suspense.settle",
  "people/team/change-member changeRole": "team.change",
  "people/team/change-member changeStores": "team.change",
  "people/team/change-member removeMember": "team.change",
  "people/team/invite inviteMember": "team.change",
  "people/team/invite revokeInvitation": "team.change",
  "billing/test-mode/advance-subscription advanceTestSubscription": "test_mode.change",
  "billing/test-mode/start-subscription deleteTestData": "test_mode.change",
  "billing/test-mode/start-subscription startTestSubscription": "test_mode.change",
  "hooks/webhooks/save-endpoint createEndpoint": "endpoint.change",
  "hooks/webhooks/manual-attempt pingEndpoint": "endpoint.change",
  "hooks/events/send-test-payment sendTestPayment": "test_mode.change",
  "hooks/webhooks/resend resendDelivery": "event.resend",
  "hooks/webhooks/resend resendEvent": "event.resend",
  "hooks/webhooks/resend resendEvents": "event.resend",
  "hooks/webhooks/resend resendMissed": "event.resend",
  "hooks/webhooks/save-endpoint revealSecret": "endpoint.secret",
  "hooks/webhooks/save-endpoint rotateSecret": "endpoint.secret",
  "hooks/webhooks/save-endpoint switchSecret": "endpoint.secret",
  "hooks/webhooks/save-endpoint deleteEndpoint": "endpoint.change",
  "hooks/webhooks/save-endpoint disableEndpoint": "endpoint.change",
  "hooks/webhooks/save-endpoint enableEndpoint": "endpoint.change",
  "hooks/webhooks/save-endpoint updateEndpoint": "endpoint.change",
};

/** In files that write, and yet no act of a seller on a store. */
const others: Record<string, string> = {
  "money/checkout/pay-free payFree": "a payer's act",
  "billing/orders/fulfil countWaiting": "looks only",
  "people/customers/import planImport": "looks only",
  "billing/moving/plan planLines": "begins with planMove",
  "billing/moving/plan storeMove": "begins with planMove",
  "desk/takeout/takeouts readTakeout": "looks only",
  "people/customers/merge planMerge": "looks only",
  "people/customers/merge findTwins": "looks only",
  "people/keys/keys listKeys": "looks only",
  "billing/notes/notes listNotes": "looks only",
  "billing/notes/notes tagsOf": "looks only",
  "billing/notes/notes usedTags": "looks only",
  "money/out/payouts/schedule readSchedule": "looks only",
  "desk/bookkeeping/monthly readBookSettings": "looks only",
  "money/fiscal/device readDevice": "looks only",
  "money/fiscal/read fiscalMonth": "looks only",
  "money/fiscal/device readFiscalItems": "looks only",
  "billing/orders/tallies countTallied": "looks only",
  "billing/orders/tallies startOfPage": "looks only",
  "notify/alerts/settings readAlertSettings": "looks only",
  "notify/alerts/settings saveAlertSettings": "about oneself",
  "notify/alerts/settings sendTestAlert": "about oneself",
  "notify/alerts/phone askPhoneCode": "about oneself",
  "notify/alerts/phone confirmPhone": "about oneself",
  "notify/alerts/phone removePhone": "about oneself",
  "notify/alerts/devices addPushDevice": "about oneself",
  "notify/alerts/devices removePushDevice": "about oneself",
  "notify/alerts/devices renewPushDevice": "about oneself",
  "people/drafts/drafts saveFormDraft": "about oneself",
  "people/drafts/drafts closeFormDraft": "about oneself",
  "billing/invoices/draft createInvoice": "begins with draftInvoice",
  "core/idempotency/claim claimKey": "the API's own bookkeeping",
  "money/checkout/start-payment pressPay": "a payer's act",
  "money/checkout/start-payment startPayment": "a payer's act",
  "money/ussd/texts writeUntil": "to the number that dialled",
  "money/ussd/texts writeReceipt": "to the number that dialled",
  "money/ussd/texts writeNothing": "to the number that dialled",
  "catalog/stores/verification readVerification": "looks only",
  "notify/whatsapp/consent readCustomerWhatsapp": "looks only",
  "notify/whatsapp/connect readOwnWhatsapp": "looks only",
  "billing/subscriptions/contact-code askContactCode": "a payer's act",
  "billing/subscriptions/contact-code confirmContactCode": "a payer's act",
  "billing/subscriptions/contact-code readOpenCode": "looks only",
  "billing/subscriptions/trial askTrialCode": "a payer's act",
  "billing/subscriptions/trial confirmTrialCode": "a payer's act",
  "billing/subscriptions/trial readTrialCode": "looks only",
  "money/renewal/on-manage-page agreeOnManagePage": "a payer's act",
  "money/renewal/standing-orders askForOrder": "a payer's act",
  "money/renewal/standing-orders sayOrderOver": "a payer's act",
  "billing/subscriptions/cancel publishCancelReason": "a payer's act",
  "hooks/events/send-test-payment sendSampleEvent": "the API's alone, with a test key",
  "desk/own-accounts/fees readFees": "looks only",
  "desk/own-accounts/try readTrial": "looks only",
  "hooks/webhooks/endpoint requireWebhooks": "looks only",
  "hooks/webhooks/endpoint endpointStats": "looks only",
  "hooks/webhooks/endpoint listEndpoints": "looks only",
};

const services = path.resolve(import.meta.dirname, "../..");
const signature =
  /export async function (\w+)\s*(?:<[^>]*>)?\(\s*world: World,\s*(?:caller|seller): (?:Seller|Caller)\b/g;
const writes =
  /\btransact\(|\b(?:db|tx)\.\w+\.(?:create|update|upsert|delete)|INSERT INTO|\bUPDATE \w+ SET|DELETE FROM/;

/** What `verb` makes: it needs no second look at what it writes. */
const made = /\bconst (\w+) = verb\(\s*"([\w.]+)"/g;

/** Every exported function that writes in somebody's name, found in the source, and the row that `verb` holds it to. */
function found(): { name: string; action?: string | undefined }[] {
  return readdirSync(services, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(?!.*(\.test\.ts|testing)).*\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(services, file), "utf8");
      const nameOf = (name = "") => `${file.replace(/\.ts$/, "")} ${name}`;
      const byVerb = [...source.matchAll(made)].map(([, name, action]) => ({ name: nameOf(name), action }));
      const alone = writes.test(source) ? [...source.matchAll(signature)] : [];
      return [...byVerb, ...alone.map(([, name]) => ({ name: nameOf(name) }))];
    });
}

test("every verb that writes for a seller is in the matrix: a new one needs its row", () => {
  const listed = new Set([...Object.keys(verbs), ...Object.keys(others)]);
  const all = found();
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter(({ name }) => !listed.has(name))).toEqual([]);
  expect(all.filter(({ name, action }) => action && action !== verbs[name])).toEqual([]);
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

/** Every verb that reads what is not for every member, and the row of the table that it is held to. */
const reads: Record<string, Readable> = {
  "desk/bookkeeping/monthly readBookSettings": "money",
  "desk/bookkeeping/read-month readAccounts": "money",
  "money/fiscal/read fiscalMonth": "money",
  "money/fiscal/read fiscalFile": "money",
  "money/wallet/read readWallets": "money",
  "money/wallet/statement listStatement": "money",
  "money/wallet/statement readStatement": "money",
  "money/out/payouts/read listPayouts": "money",
  "money/out/payouts/read readPayout": "money",
  "money/out/payouts/read listDestinations": "money",
  "money/out/payouts/read readDestination": "money",
  "people/keys/keys listKeys": "developers",
  "hooks/webhooks/endpoint listEndpoints": "developers",
  "hooks/webhooks/endpoint endpointStats": "developers",
  "hooks/events/read listEvents": "developers",
  "hooks/events/read readEvent": "developers",
  "hooks/request-log/read listRequests": "developers",
  "hooks/request-log/read readRequest": "requests",
};

describe.each(Object.entries(reads))("%s", (verb, what) => {
  test.each(roles)(`asks for ${what} before it reads anything: %s`, async (role) => {
    const run = await load(verb);
    const outcome = await firstOf(run(untouchable(), seller(role))).then(
      () => null,
      (error: unknown) => error,
    );
    if (mayRead(role, what)) expect(outcome).not.toBeInstanceOf(NotAllowed);
    else expect(outcome).toBeInstanceOf(NotAllowed);
  });
});

/** A verb that gives batches begins with the first of them. */
async function firstOf(running: Promise<unknown>): Promise<unknown> {
  const found = await running;
  const isBatches = typeof found === "object" && found !== null && Symbol.asyncIterator in found;
  // Safe: it was just seen to be one.
  return isBatches ? (found as AsyncGenerator<unknown>).next() : found;
}

test.each(readables)("%s is read by the roles of the table, by keys and by the service itself", (what) => {
  for (const role of roles) {
    const read = () => permitRead(seller(role), what);
    if (mayRead(role, what)) expect(read).not.toThrow();
    else expect(read).toThrow(NotAllowed);
  }
  const { storeId, accountId, livemode } = seller("owner");
  for (const actor of ["key:12", "system"])
    expect(() => permitRead({ storeId, accountId, livemode, actor }, what)).not.toThrow();
  expect(() => permitRead({ storeId, accountId, livemode, actor: "user:3" }, what)).toThrow(NotAllowed);
});
