import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page, Route } from "@playwright/test";
import { requestPasswordReset } from "@/lib/services/people/accounts/change-password";
import { inviteMember } from "@/lib/services/people/team/invite";
import { slice } from "@/scripts/lab/testing/slice";
import { enter, type OpenedStore, openStore, ownDataDir } from "./backstage";
import { test as base, type Demo, expect } from "./fixtures";
import { makeCasesOfOperators, makeOneOfEach } from "./one-of-each";
import { openInstance } from "./open-instance";
import { pagesOf, routesOf } from "./tree";

// Every form that a page of Next's tree has at first sight, on a bad line: nothing typed is lost, nothing is done twice.
// FORMS="doubles /ops/plans,/customers/new" with LONG=1 tries these.

const lines = ["cuts before", "cuts after", "doubles", "waits for a sign-in"] as const;
type Line = (typeof lines)[number];

interface Visit {
  page: Page;
  shop: OpenedStore;
  address: string;
  enterAgain(): Promise<void>;
}

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  dataDir: async ({}, use) => use(ownDataDir()),
});
// What operators save holds for every store: its fees are another story's sums. So they have an instance of their own.
const apart = base.extend<{ dataDir: string }>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
    async ({}, use) => {
      const instance = await openInstance();
      await use(instance.dataDir);
      await instance.stop();
    },
    { timeout: 300_000 },
  ],
  demo: ({ dataDir }, use) => use(JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")) as Demo),
});

const tests = { seller: test, operator: apart };
for (const area of ["seller", "operator"] as const)
  tests[area](
    `every form of a page stands a line that cuts, doubles and ends: ${area}`,
    async ({ page, demo, dataDir, complaints }) => {
      test.setTimeout(3_600_000);
      // A paper's frame that is asked for once the session has ended leads to the sign-in, which is shown in no frame.
      complaints.allow(/net::ERR|Failed to load resource|Blocked script execution|^Framing/);
      page.on("dialog", (dialog) => dialog.accept());
      const all = routesOf(area).flatMap((route) => lines.map((line) => ({ route, line })));
      const nameOf = ({ route, line }: (typeof all)[number]) => `${line} ${route}`;
      const outcomes: string[] = [];
      let shop: OpenedStore | null = null;
      for (const { route, line } of slice(`forms of ${area}s`, all, 24, nameOf)) {
        if (
          process.env.FORMS &&
          !process.env.FORMS.split(",").some((one) => `${line} ${route}`.includes(one))
        )
          continue;
        shop ??= await newShop(page, dataDir);
        const email = area === "seller" ? shop.email : demo.operator.email;
        await enter(page.context(), email, dataDir);
        const pages = await pagesOf(area, shop.world.pool, shop.seller);
        const address = pages.find((one) => one.route === route)?.address ?? route;
        const password = area === "seller" ? shop.password : demo.operator.password;
        const visit = {
          page,
          shop: { ...shop, password },
          address,
          enterAgain: () => enter(page.context(), email, dataDir),
        };
        const said = await tryForms(visit, line, `${line} ${route}`);
        outcomes.push(...said);
        // Whatever was saved may have ended what the next page is about.
        if (said.length > 0) shop = null;
      }
      expect(outcomes.length).toBeGreaterThan(0);
    },
  );

/** Where whoever is not signed in finds a form, and the address that they type there. */
const visits = {
  "/sign-up": async (_shop) => ({ address: "/sign-up?country=KE", email: newEmail() }),
  "/sign-in": async ({ email }) => ({ address: "/sign-in", email }),
  "/sign-in/link": async ({ email }) => ({ address: "/sign-in/link", email }),
  "/forgot-password": async ({ email }) => ({ address: "/forgot-password", email }),
  "/reset-password/[token]": async ({ world, email }) => {
    await requestPasswordReset(world, { email, ip: "127.0.0.1" });
    const where = { recipient: email, template: "password_reset" };
    const mail = await world.db.message.findFirstOrThrow({ where, orderBy: { id: "desc" } });
    return { address: /\/reset-password\/\S+/.exec(mail.body)?.[0] ?? "", email };
  },
  "/invitation/[token]": async ({ world, seller }) => {
    const email = newEmail();
    const { link } = await inviteMember(world, seller, { email, role: "support" });
    return { address: new URL(link ?? "").pathname, email };
  },
} satisfies Record<string, (shop: OpenedStore) => Promise<{ address: string; email: string }>>;
const newEmail = () => `${randomUUID()}@example.com`;

test("every form of a page for visitors stands a line that cuts and doubles", async ({
  page,
  complaints,
}) => {
  test.setTimeout(3_600_000);
  complaints.allow(/net::ERR|Failed to load resource/);
  const all = Object.keys(visits).flatMap((route) =>
    (["cuts before", "cuts after", "doubles"] as const).map((line) => ({ route, line })),
  );
  const nameOf = ({ route, line }: (typeof all)[number]) => `${line} ${route}`;
  for (const { route, line } of slice("forms of visitors", all, 3, nameOf))
    await test.step(`${line} ${route}`, async () => {
      const shop = await openStore(page.context());
      await page.context().clearCookies();
      const { address, email } = await visits[route as keyof typeof visits](shop);
      await page.goto(address);
      const form = formsOf(page).first();
      const typed = await fill(form, shop, email);
      const before = await countOf(shop, email);
      await next(page, async (route) => {
        if (line === "cuts before") return route.abort("connectionreset");
        const answers = await Promise.all(
          (line === "doubles" ? [1, 2, 3] : [1]).map(() => route.fetch({ maxRedirects: 0 })),
        );
        for (const answer of answers) expect.soft(answer.status()).toBeLessThan(500);
        const [answer] = answers;
        if (line === "doubles" && answer) return route.fulfill({ response: answer });
        // What the answer set is lost with it.
        await page.context().clearCookies();
        await route.abort("connectionreset");
      });
      await buttonOf(form).click();
      let outcome = await answered(page);
      if (line !== "doubles") {
        expect.soft(outcome).toBe("lineUnknown");
        expect.soft(await valuesOf(form)).toEqual(typed);
        if (line === "cuts before") expect.soft(await countOf(shop, email)).toEqual(before);
        await buttonOf(form).click();
        outcome = await answered(page);
      }
      expect.soft(twice(before, await countOf(shop, email)), `${line} ${route}`).toEqual([]);
      expect.soft(outcome).toMatch(line === "cuts before" ? /^saved$/ : /^(saved|refused)$/);
      // Who was let in, or made, is never left before a closed door.
      if (outcome === "refused")
        await expect.soft(page.locator('main a[href^="/sign-in"]').first()).toBeVisible();
      console.log(`${line} ${route}: ${outcome}`);
    });
});

/** What a visitor's forms make, for the person of this address. */
async function countOf({ world: { pool } }: OpenedStore, email: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `SELECT 'users' AS what, count(*)::int FROM users WHERE email = $1
    UNION ALL SELECT 'members', count(*)::int FROM members JOIN users ON users.id = user_id WHERE email = $1
    UNION ALL SELECT 'passwords', coalesce(max(session_version), 0) FROM users WHERE email = $1
    UNION ALL SELECT template, count(*)::int FROM messages WHERE recipient = $1 AND template <> ALL ($2)
      GROUP BY template`,
    // Each press asks for these; how many there may be is held by their limits (mailed-links.test).
    [email, ["sign_in_link", "password_reset", "new_device"]],
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

async function newShop(page: Page, dataDir: string): Promise<OpenedStore> {
  const shop = await openStore(page.context(), { dataDir });
  await makeOneOfEach(shop);
  await makeCasesOfOperators(shop);
  return shop;
}

const formsOf = (page: Page) => page.locator("main form[method=post i]").filter({ visible: true });
/** What adds a line is a script's, once that is there (paper-lines.ts), and sends nothing then. */
const buttonOf = (form: Locator) =>
  form.locator("button:not([type=button], [name=more], [aria-hidden=true]):visible").first();

/** Each form of the page once. What came of it, for people who read the log. */
async function tryForms(visit: Visit, line: Line, name: string): Promise<string[]> {
  const { page, address } = visit;
  const said: string[] = [];
  await page.goto(address);
  const count = await formsOf(page).count();
  for (let at = 0; at < count; at += 1) {
    await test.step(`${name}, form ${at + 1}`, async () => {
      // Each fault names its form.
      const errors = test.info().errors.length;
      await page.evaluate(() => localStorage.clear());
      await page.goto(address);
      const form = formsOf(page).nth(at);
      // A press before took it away.
      if ((await form.count()) === 0 || (await buttonOf(form).count()) === 0) return;
      const label = await buttonOf(form).textContent();
      // It says how much is sent instead, and has a story of its own (downloads.spec).
      if ((await form.getAttribute("data-broken")) !== null) return;
      const outcome = await tries[line](visit, form, at);
      said.push(outcome);
      const isWrong = test.info().errors.length > errors;
      console.log(`${name}: ${label}: ${outcome}${isWrong ? " WRONG" : ""}`);
    });
  }
  return said;
}

const tries: Record<Line, (visit: Visit, form: Locator, at: number) => Promise<string>> = {
  async "cuts before"({ page, shop }, form) {
    const typed = await fill(form, shop);
    const before = await count(shop);
    await next(page, (route) => route.abort("connectionreset"));
    await buttonOf(form).click();
    await expect(form.locator("[data-line=lineNothing]")).toContainText("Nothing was saved.");
    expect.soft(await valuesOf(form)).toEqual(typed);
    expect.soft(await count(shop)).toEqual(before);
    await buttonOf(form).click();
    const outcome = await answered(page);
    expect.soft(twice(before, await count(shop))).toEqual([]);
    return outcome;
  },

  async "cuts after"({ page, shop }, form) {
    await fill(form, shop);
    const before = await count(shop);
    let status = 0;
    await next(page, async (route) => {
      status = (await route.fetch({ maxRedirects: 0 })).status();
      await route.abort("connectionreset");
    });
    const asks = page.waitForRequest("**/dashboard/pressed");
    await buttonOf(form).click();
    await asks;
    const outcome = await answered(page);
    expect.soft(status).toBeLessThan(500);
    expect.soft(twice(before, await count(shop))).toEqual([]);
    // A press that was refused on another page has saved nothing either.
    if (outcome === "lineNothing") expect.soft(await count(shop)).toEqual(before);
    else if (status === 303) await expect.soft(page.getByText("It was saved when you pressed")).toBeVisible();
    return `${status} ${outcome}`;
  },

  async doubles({ page, shop }, form) {
    await fill(form, shop);
    const before = await count(shop);
    const statuses: number[] = [];
    let answer = () => {};
    const isSeen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await next(page, async (route) => {
      const answers = await Promise.all([1, 2, 3].map(() => route.fetch({ maxRedirects: 0 })));
      statuses.push(...answers.map((answer) => answer.status()));
      // However slow this machine is: the button is looked at before the answer comes.
      await isSeen;
      const [first] = answers;
      if (first) await route.fulfill({ response: first });
    });
    await buttonOf(form).click();
    await expect.soft(buttonOf(form)).toHaveText("Sending…");
    answer();
    const outcome = await answered(page);
    expect.soft(Math.max(...statuses)).toBeLessThan(500);
    expect.soft(twice(before, await count(shop))).toEqual([]);
    return `${statuses.join()} ${outcome}`;
  },

  async "waits for a sign-in"({ page, shop, address, enterAgain }, form, at) {
    const typed = await fill(form, shop);
    const kept = Object.keys(typed).length > 0 && !address.startsWith("/dashboard/wallet");
    if (!kept) return "nothing to keep";
    // By the page's own clock, which a busy machine holds up: what it keeps after 300 ms is kept before this is over.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect.soft(stored).not.toContain(shop.password);
    await page.reload();
    expect.soft(await keptIn(formsOf(page).nth(at)), "after a reload").toEqual(keepable(typed));
    await page.context().clearCookies();
    await buttonOf(formsOf(page).nth(at)).click();
    await page.waitForURL(/\/sign-in/);
    await enterAgain();
    await page.goto(address);
    expect.soft(await keptIn(formsOf(page).nth(at)), "after signing in").toEqual(keepable(typed));
    const again = formsOf(page).nth(at);
    await fill(again, shop);
    await buttonOf(again).click();
    const outcome = await answered(page);
    if (outcome === "saved")
      expect
        .soft(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("typed "))))
        .toEqual([]);
    return outcome;
  },
};

/** The next press meets this; those after it a good line. */
async function next(page: Page, meets: (route: Route) => Promise<void>): Promise<void> {
  let isMet = false;
  await page.unrouteAll();
  await page.route(/./, async (route) => {
    const request = route.request();
    const isPress = request.method() === "POST" && request.headers().accept === "text/html";
    if (isMet || !isPress) return route.continue();
    isMet = true;
    await meets(route);
  });
}

/** What the page shows once the press was answered, or its fate is known. */
async function answered(page: Page): Promise<string> {
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0, { timeout: 30_000 });
  await page.waitForLoadState();
  if (await page.locator("[data-problems]").count()) return "refused";
  const line = page.locator("form [data-line]");
  return (await line.count()) ? String(await line.first().getAttribute("data-line")) : "saved";
}

/** Fills what is empty, so that most forms are taken as they are. Returns what stands in the fields then. */
async function fill(
  form: Locator,
  { password }: OpenedStore,
  email?: string,
): Promise<Record<string, string>> {
  for (const field of await form.locator("input, select, textarea").all()) {
    // What is chosen in one may fold another.
    if (!(await field.isVisible())) continue;
    const facts = await field.evaluate((node: HTMLInputElement) => ({
      ...{ type: node.type, name: node.name, value: node.value, hint: node.inputMode },
      isOpen: !node.disabled && !node.readOnly,
      first: node instanceof HTMLSelectElement ? [...node.options].find((one) => one.value)?.value : "",
    }));
    if (!facts.isOpen || facts.value !== "" || ["checkbox", "radio", "file"].includes(facts.type)) continue;
    if (facts.type.startsWith("select")) await field.selectOption(facts.first ?? "");
    else await field.fill(facts.type === "email" && email ? email : textFor(facts, password));
  }
  return valuesOf(form);
}

function textFor(
  { type, name, hint }: { type: string; name: string; hint: string },
  password: string,
): string {
  if (type === "password") return password;
  if (type === "email" || /email/i.test(name)) return `a${Date.now()}@example.com`;
  if (type === "tel" || /phone|^number$/i.test(name)) return "0722 345 678";
  if (type === "date") return new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  if (type === "url" || /url|address$/i.test(name)) return "https://example.com/hooks";
  if (type === "number" || hint !== "") return "5";
  return "Amina";
}

/** By name, and which of this name it is. */
function valuesOf(form: Locator): Promise<Record<string, string>> {
  return form.evaluate((node: HTMLFormElement) => {
    const values: Record<string, string> = {};
    for (const field of node.querySelectorAll<HTMLInputElement>("input, select, textarea")) {
      // What has no name is sent nowhere: it only shows what another field holds, as the picker of a colour.
      if (["hidden", "file"].includes(field.type) || field.name === "") continue;
      const before = Object.keys(values).filter((name) => name.startsWith(`${field.name} `)).length;
      const isTick = ["checkbox", "radio"].includes(field.type);
      values[`${field.name} ${before}`] = isTick ? String(field.checked) : field.value;
    }
    return values;
  });
}

/** Without secrets, which are typed anew. */
function keepable(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => !/password|secret|token|credential|^(code|number|accountNumber) /i.test(name),
    ),
  );
}

async function keptIn(form: Locator): Promise<Record<string, string>> {
  return keepable(await valuesOf(form));
}

/** What is made by forms, by its table and the column that says whose it is. */
const made = {
  store_id: [
    ...["products", "payment_links", "invoices", "quotes", "recurring_invoices", "discounts", "orders"],
    ...["api_keys", "webhook_endpoints", "payouts", "payout_destinations", "refunds", "moves"],
  ],
  account_id: ["customers", "stores", "invitations"],
};

async function count({ world, seller }: OpenedStore): Promise<Record<string, number>> {
  const ids = { store_id: seller.storeId, account_id: seller.accountId };
  const counts: Record<string, number> = {};
  for (const key of ["store_id", "account_id"] as const)
    for (const table of made[key]) {
      const sql = `SELECT count(*)::int AS count FROM ${table} WHERE ${key} = $1`;
      counts[table] = (await world.pool.query(sql, [ids[key]])).rows[0].count;
    }
  return counts;
}

/** What there is more than one more of. */
function twice(before: Record<string, number>, after: Record<string, number>): string[] {
  return Object.keys(after).filter((table) => (after[table] ?? 0) > (before[table] ?? 0) + 1);
}
