import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import AccountStartPage from "@/app/(seller)/dashboard/account/page";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { planEffect } from "@/lib/services/desk/operator/act-on-store";
import { proposeCorrection } from "@/lib/services/desk/operator/corrections/decide";
import { ownKinds, railKinds } from "@/lib/services/desk/rails/read-rails";
import { html, of, search, signIn } from "@/lib/testing/dashboard";
import { newOperator } from "@/lib/testing/operator";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { readTexts } from "@/lib/text/catalogue";
import { sayIn } from "@/lib/text/mail";
import { NetworkTable } from "./rails/network-table";
import { railFieldWords, railKindWords, railName } from "./rails/words";

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  await signIn(world, shop);
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

const reads = (language: string) =>
  world.db.user.update({ where: { id: shop.owner.id }, data: { language, isOperator: true } });

const english = dashboardWords("en");

const folder = path.resolve("app/(operator)/ops");
/** Of every page, below `/ops`. */
const addresses = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes("..."))
  .map((file) => file.replace(/\/?page\.tsx$/, ""));
async function drawn(address: string, props: object = search()): Promise<string> {
  const { default: Page } = await import(/* @vite-ignore */ path.join(folder, address, "page.tsx"));
  return html(Page(props));
}
const at = (params: Record<string, string>) => ({ params: Promise.resolve(params) });

test("a correction is proposed where there is a second operator, and shows the accounts before and after", async () => {
  await reads("en");
  expect(await drawn("corrections")).toContain("npm run operator -- create name@example.com");
  const other = await newOperator(world);
  const page = await drawn("corrections", search({ store: String(shop.store.id) }));
  expect(page).toContain("Propose it");
  const { id } = await proposeCorrection(world, other, {
    ...{ id: randomUUID(), store: String(shop.store.id), rail: "", currency: "UGX" },
    ...{ from: "fee_income", to: "wallet_available", amount: "700", reason: "A fee too many" },
  });
  const open = await drawn("corrections/[id]", of(id));
  for (const said of ["UGX 700 from our fees", "UGX 0", "-700", "A fee too many", "Approve it", "Decline it"])
    expect(open).toContain(said);
  // Mails are in English, whoever reads their list.
  await world.db.message.deleteMany();
});

test("what a plan changes is told in the reader’s language, fee by fee", () => {
  const plain = { name: "Plain", includesApi: false, feePpm: 15_000, payoutFeePpm: 0 };
  const api = { name: "API", includesApi: true, feePpm: 10_000, payoutFeePpm: 0 };
  expect(sayIn("en", planEffect(plain, plain, "KES"))).toContain("The API is still not included.");
  expect(sayIn("fr", planEffect(plain, api, "KES"))).toMatch(/passent à 1\s% \(1,5\s% aujourd’hui\)/);
});

test("a field of a rail that we named is told in the reader’s language, a provider’s own as it names it", async () => {
  for (const kind of ownKinds) {
    const { covers, steps } = railKindWords(kind, english);
    expect(steps.length).toBeGreaterThan(1);
    for (const said of [covers, ...steps]) expect(said).toMatch(/^[A-Z][^{]+\.$/i);
    for (const event of kind.events ?? []) expect(steps.join(" ")).toContain(event);
  }
  for (const { id, fields } of ownKinds)
    for (const field of fields) expect(railFieldWords(id, field, english).label).toBe(field.label);
  const fieldTexts = ownKinds.flatMap(({ id, fields }) =>
    fields.flatMap(({ name }) => [`railField_${id}_${name}`, `railField_${id}_${name}_help`]),
  );
  const texts = Object.keys(readTexts("operator", "en")).filter((key) => key.startsWith("railField_"));
  expect(texts.filter((key) => !fieldTexts.includes(key))).toEqual([]);
  await reads("fr");
  const page = await drawn("rails/[rail]/set-up", at({ rail: "pawapay" }));
  expect(page).toContain("Refuser les rappels sans signature");
  expect(page).toContain("API token");
  expect(await drawn("rails/[rail]/set-up", at({ rail: "paystack" }))).toContain("ou sk_test_…");
});

test("times are on the operator’s own clock, which is named; UTC is named until one is set", async () => {
  await reads("en");
  const task = await world.db.task.create({
    data: {
      ...{ storeId: shop.store.id, kind: "clock_doubt", subject: randomUUID() },
      ...{ details: { since: "2026-02-01T21:30:00.000Z" }, createdAt: new Date("2026-02-01T22:30:00.000Z") },
    },
  });
  const shown = async (timeZone: string | null) => {
    await world.db.user.update({ where: { id: shop.owner.id }, data: { timeZone } });
    return [await drawn("tasks/[id]", of(String(task.id))), await drawn("audit")];
  };
  for (const page of await shown(null)) expect(page).toContain("Times are UTC.");
  expect((await shown(null))[0]).toContain("1 Feb 2026, 22:30");
  const [page = "", list = ""] = await shown("Africa/Nairobi");
  expect(page).toContain("2 Feb 2026, 01:30");
  expect(page).toContain(">2 Feb 2026, 00:30<");
  for (const one of [page, list]) expect(one).toContain("Times are those of Africa/Nairobi.");
  await shown(null);
  await world.db.task.delete({ where: { id: task.id } });
});

test("the zone is set on the operator’s own account page; a seller’s has none", async () => {
  await reads("en");
  await world.db.user.update({ where: { id: shop.owner.id }, data: { timeZone: "Africa/Nairobi" } });
  const own = await html(AccountStartPage());
  expect(own).toMatch(/<select[^>]*name="timeZone"/);
  expect(own).toMatch(/<option value="Africa\/Nairobi" selected="">/);
  await world.db.user.update({
    where: { id: shop.owner.id },
    data: { timeZone: null, isOperator: false },
  });
  expect(await html(AccountStartPage())).not.toContain('name="timeZone"');
});

test("no page of ours shows a country or a provider by its code", async () => {
  await reads("en");
  expect(await drawn("rails")).not.toMatch(/>[A-Z]{2}, [A-Z]{3}</);
  const limits = { min: null, max: null };
  const network = { code: "mpesa", displayName: "M-PESA", country: "KE", currency: "KES", ...limits };
  const table = (
    <NetworkTable networks={[{ ...network, health: "up" } as never]} who={{ words: english } as never} />
  );
  expect(await html(Promise.resolve(table))).toContain("Kenya, KES");
  expect(railName("sandbox", english)).toBe("Sandbox (play money)");
  expect(railName("outside", english)).toBe("Outside the service");
  for (const { id, name } of railKinds) expect(railName(id, english)).toBe(name);
});

test("acts of the audit log are named in French to somebody who reads French", async () => {
  await reads("fr");
  const at = world.clock.now();
  const entry = { accountId: shop.store.accountId, storeId: shop.store.id, actor: `user:${shop.owner.id}` };
  await world.db.auditEntry.create({
    data: { ...entry, action: "store.suspended", target: "user:1", createdAt: at },
  });
  const page = await drawn("audit");
  expect(page).toContain("Boutique suspendue");
  expect(page).not.toContain("Store: suspended");
});

test("pages of the operator are told in French to somebody who reads French", async () => {
  await reads("fr");
  const { id } = await world.db.task.create({
    data: { storeId: shop.store.id, kind: "late_payment", subject: "x", createdAt: world.clock.now() },
  });
  const refundId = await silentRefund();
  const day = await differingDay();
  const props: Record<string, object> = {
    ...{ reconciliation: search({ show: "all" }), tasks: search({ show: "sellers" }) },
    "reconciliation/[id]": { ...of(String(day.id)), ...search() },
    "reconciliation/close/[id]": of(String(day.difference)),
    "reconciliation/balance/[id]": of(String(day.balance)),
    ...{ "stores/[id]": of(shop.store.id), "stores/[id]/plan": of(shop.store.id) },
    "stores/[id]/[act]": at({ id: String(shop.store.id), act: "suspend" }),
    ...{ "tasks/[id]": of(String(id)), "tasks/[id]/[act]": at({ id: String(id), act: "close" }) },
    ...{ "refunds/[id]": of(refundId), "refunds/[id]/[act]": at({ id: refundId, act: "arrived" }) },
    "plans/[code]": at({ code: shop.planCode }),
    "plans/[code]/[currency]": { ...search(), ...at({ code: shop.planCode, currency: "UGX" }) },
    ...{ "rails/[rail]": at({ rail: "paystack" }), "rails/[rail]/set-up": at({ rail: "paystack" }) },
  };
  const others = addresses.filter((address) => !address.includes("["));
  expect(others.length).toBeGreaterThan(15);
  const word = /(?<![\p{L}_])(the|your|with|and|was|are|store|again|since|kept|payout)(?![\p{L}_])/iu;
  for (const name of new Set([...others, ...Object.keys(props)])) {
    const sent = await drawn(name, props[name]);
    expect(sent, name).toContain('<main id="content" lang="fr"');
    expect([name, linesOf(sent).filter((line) => word.test(line))]).toEqual([name, []]);
  }
});

/** A refund that the rail never spoke of. */
async function silentRefund(): Promise<string> {
  const order = await paidOrder(world, shop);
  const now = world.clock.now();
  const about = { storeId: shop.store.id, orderId: order.id, currency: "UGX", amountMinor: 50_000n };
  const attempt = await world.db.paymentAttempt.create({
    data: {
      ...about,
      id: randomUUID(),
      token: randomUUID(),
      rail: "sandbox",
      method: "card",
      createdAt: now,
    },
  });
  const id = randomUUID();
  const refund = { ...about, id, attemptId: attempt.id, requestKey: id, reason: "Trop tard", createdAt: now };
  await world.db.refund.create({ data: { ...refund, status: "sent" } });
  return id;
}

/** A day of a rail that differs from the books, and a balance that does. */
async function differingDay(): Promise<Record<"id" | "difference" | "balance", bigint>> {
  const at = world.clock.now();
  const day = new Date("2026-03-01T00:00:00.000Z");
  const totals = [{ op: "charge", currency: "UGX", railMinor: "900", booksMinor: "0" }];
  const { id } = await world.db.reconciliation.create({
    data: {
      rail: "paystack",
      day,
      source: "api",
      state: "differs",
      lines: 2,
      foreign: 1,
      totals,
      checkedAt: at,
    },
  });
  const difference = await world.db.reconciliationDifference.create({
    data: {
      ...{ reconciliationId: id, kind: "missing_in_books", op: "charge", ourId: "an-id", currency: "UGX" },
      ...{ railMinor: 900n, booksMinor: null, at, foundAt: at },
    },
  });
  const balance = await world.db.railBalance.create({
    data: {
      ...{ rail: "pawapay", currency: "UGX", railMinor: 900n, booksMinor: 500n, changeMinor: 400n },
      ...{ state: "differs", readAt: at },
    },
  });
  return { id, difference: difference.id, balance: balance.id };
}

test("a day that differs shows both sides of each difference, and the rail’s own words for what they are", async () => {
  await reads("en");
  await world.db.reconciliationDifference.deleteMany();
  await world.db.reconciliation.deleteMany();
  const { id, difference } = await differingDay();
  const day = await drawn("reconciliation/[id]", { ...of(String(id)), ...search() });
  for (const part of [
    "Paystack, 2026-03-01",
    "Not in the books",
    "UGX 900",
    "Nothing",
    "1 line names nothing of ours",
  ])
    expect(day).toContain(part);
  const close = await drawn("reconciliation/close/[id]", of(String(difference)));
  expect(close).toContain("The rail says: UGX 900. The books say: Nothing.");
  const list = await drawn("reconciliation");
  for (const part of ["Differs in 1", "pawaPay", "UGX 400"]) expect(list).toContain(part);
});

test("the lists of tasks, stores, corrections and compared days can be narrowed to days", async () => {
  await reads("en");
  // A day in Nairobi begins three hours before the day in UTC; rails count days of UTC.
  await world.db.user.update({ where: { id: shop.owner.id }, data: { timeZone: "Africa/Nairobi" } });
  const evening = new Date("2026-02-01T22:30:00.000Z");
  await world.db.task.deleteMany({ where: { storeId: shop.store.id } });
  await world.db.task.create({
    data: { storeId: shop.store.id, kind: "late_payment", subject: "narrow", createdAt: evening },
  });
  await world.db.store.update({
    where: { id: shop.store.id },
    data: { createdAt: evening, name: "Narrow shop" },
  });
  const second = await newOperator(world);
  await world.db.ledgerCorrection.deleteMany();
  const { id } = await proposeCorrection(world, second, {
    ...{ id: randomUUID(), store: String(shop.store.id), rail: "", currency: "UGX" },
    ...{ from: "fee_income", to: "wallet_available", amount: "711", reason: "Narrow" },
  });
  await world.db.ledgerCorrection.update({ where: { id }, data: { proposedAt: evening } });
  await world.db.reconciliationDifference.deleteMany();
  await world.db.reconciliation.deleteMany();
  await differingDay();
  const lists = [
    ["tasks", { show: "sellers" }, "Narrow shop", "2026-02-02"],
    ["stores", {}, "Narrow shop", "2026-02-02"],
    ["corrections", {}, "UGX 711", "2026-02-02"],
    ["reconciliation", {}, "Differs in 1", "2026-03-01"],
  ] as const;
  for (const [name, query, row, day] of lists) {
    const on = (from: string, to: string) => drawn(name, search({ ...query, from, to }));
    expect(await on(day, day), name).toContain(row);
    expect(await on("2026-01-31", "2026-02-01"), name).not.toContain(row);
    expect(await on("2026-03-02", ""), name).not.toContain(row);
  }
  await world.db.user.update({ where: { id: shop.owner.id }, data: { timeZone: null } });
  await world.db.message.deleteMany();
});

test("on a narrow screen the sections are behind one line that opens without a script", async () => {
  await reads("en");
  const page = await drawn("people");
  const menu = /<details[^>]*nav:hidden.*?<\/details>/s.exec(page)?.[0] ?? "";
  expect(menu).toMatch(/<summary.*Menu.*<\/summary>.*<nav aria-label=/s);
  for (const part of ["/ops/stores", "/ops/health", "/ops/audit", "Sign out", 'name="language"'])
    expect(menu).toContain(part);
  const around = page.slice(page.indexOf("<header"), page.indexOf("</header>")).replace(menu, "");
  expect(around).toMatch(/^<header[^>]*><div class="hidden [^"]*nav:block">/);
  // On a wide one eight are on one line, and the page that is behind "More" is named there.
  const [line = "", more = ""] = around.slice(around.indexOf("<nav")).split("<details");
  expect(line.match(/<a /g)).toHaveLength(8);
  expect(more).toMatch(/<summary[^>]*aria-current="page"[^>]*>People</);
  // A form of this area has the sentences for a line that drops.
  expect(page).toContain('data-line-none="No connection.');
});

test("the other language is one press away, and back on the same page", async () => {
  await reads("en");
  const page = await drawn("people");
  expect(page).toContain('name="language"');
  expect(page).toContain("Turn two-step sign-in off");
});

test("the operator is told which languages no native speaker has read", async () => {
  await reads("en");
  const page = await drawn("health");
  const told = page.slice(page.indexOf("No native speaker has read"));
  for (const name of ["Hausa", "Yorùbá", "አማርኛ", "Kinyarwanda", "العربية", "Kiswahili"])
    expect(told).toContain(name);
  expect(told.slice(0, told.indexOf("</ul>"))).not.toContain("English");
});

test("what is kept and for how long stands on one page, and each language has words for all of it", async () => {
  for (const language of ["en", "fr"]) {
    await reads(language);
    const page = await drawn("health/retention");
    for (const part of ["RETENTION_CALLBACKS_DAYS", "ledger_postings"]) expect(page).toContain(part);
    expect(page).not.toContain("retention_");
  }
  await reads("en");
  const text = (await drawn("health/retention")).replace(/<[^>]+>/g, " ");
  expect(text).toMatch(/Callbacks of rails\s+90 days\s/);
  expect(text).toMatch(/Answers to an Idempotency-Key\s+until it runs out\s+None\s+fixed\s+0/);
});

test("a person's data is copied or erased by what they are known by, and never named in an address", async () => {
  await reads("en");
  const page = await drawn("people");
  expect(page).toContain('action="/ops/people/export" method="post"');
  for (const part of ["Make the copy", "Erase for good", "At every seller who knows them, or at none."])
    expect(page).toContain(part);
});

/** The menus of providers' dashboards keep their names. */
const menus = /API keys and webhooks/g;

/** What is said, without markup, what is marked as English, and what people named. */
function linesOf(page: string): string[] {
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  const own = main
    .replaceAll(menus, "")
    .replaceAll(/<(bdi|code|option)[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<(span|a) lang="en".*?<\/\1>/gs, "")
    .replaceAll(/<label.*?<\/label>|<p id="credential.*?<\/p>/gs, "");
  return own.replaceAll(/<[^>]+>/g, "\n").split("\n");
}

test("a store's page names its country, and a text is called by what it is", async () => {
  await reads("en");
  const store = await drawn("stores/[id]", of(shop.store.id));
  expect(store).toContain("Uganda, UGX");
  await world.db.message.create({
    data: {
      ...{ storeId: shop.store.id, channel: "sms", recipient: "+256772123456", template: "receipt_order" },
      ...{ body: "Paid", dedupeKey: `named/${shop.store.id}`, status: "sent", createdAt: world.clock.now() },
    },
  });
  const messages = await drawn("messages");
  expect(messages).toContain(">Receipt<");
  expect(messages).not.toContain("receipt_order");
});

test("fees that are tried show what sellers keep beside what they keep now, and change nothing", async () => {
  await world.db.user.updateMany({ data: { language: "en" } });
  const place = { params: Promise.resolve({ code: shop.planCode, currency: "UGX" }) };
  const lines = async (query: Record<string, string>) =>
    linesOf(await drawn("plans/[code]/[currency]", { ...place, ...search(query) })).map((line) =>
      line.replace(/\s/g, " "),
    );
  // 1.5 %, as the plan has it; then with an amount added.
  expect((await lines({})).filter((line) => line === "UGX 985")).toHaveLength(2);
  const tried = await lines({ fixed: "20", min: "50" });
  expect(tried).toContain("UGX 950");
  expect(tried).toContain("UGX 985");
  expect(await lines({ fixed: "x" })).toContain(
    "Some of the fees could not be read, so those that hold now are shown.",
  );
  const form = await drawn("plans/[code]/[currency]", { ...place, ...search({ fixed: "20" }) });
  expect(form.match(/name="fixed"[^>]*value="20"/g)).toHaveLength(2);
  const plan = await drawn("plans/[code]", {
    ...search({ fee: "3" }),
    params: Promise.resolve({ code: shop.planCode }),
  });
  expect(plan).toContain("Change UGX");
  expect(linesOf(plan).map((line) => line.replace(/\s/g, " "))).toContain("UGX 970");
  expect((await world.db.plan.findUniqueOrThrow({ where: { code: shop.planCode } })).fixedFees).toEqual({});
});
