import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkBooks } from "../../books/check";
import { embeddedDatabaseUrl } from "../../start/data-directory";
import { until } from "../bench/until";
import { ask } from "../testing/database";
import { childrenOf, commandOf, inPlace, openPlace, type Place } from "./place";
import type { Outcome } from "./under-load";

const minutes = Number(process.env.DEMO_MINUTES) || 1;
/** The closing of stores afterwards waits for the clock. */
export const publicDemoMs = minutes * 60_000 + 600_000;
const crawlers = 4;
const pagesOfStore = 40;
const memoryMb = 900;

/** Where nothing may arrive. */
async function openTrap() {
  let caught = 0;
  const server = createServer((_, response) => response.end()).on("connection", () => {
    caught += 1;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { port, caught: () => caught, close: () => server.close() };
}

/** What came back, from whoever asked. */
interface Seen {
  requests: number;
  opened: number;
  keys: number;
  /** Answers that must not be. */
  bad: string[];
}

/** A browser without scripts, at an address of its own. */
class Browser {
  private readonly jar = new Map<string, string>();
  readonly ip = [randomInt(11, 200), randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
  constructor(
    readonly site: string,
    private readonly seen: Seen,
  ) {}

  async ask(
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; to: string | null; text: string }> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: this.site, "x-forwarded-for": this.ip, ...init.headers };
    this.seen.requests += 1;
    const signal = AbortSignal.timeout(40_000);
    try {
      const answer = await fetch(new URL(path, this.site), { ...init, headers, signal, redirect: "manual" });
      for (const [pair = ""] of answer.headers.getSetCookie().map((one) => one.split(";"))) {
        const [name = "", value = ""] = pair.split(/=(.*)/s);
        this.jar.set(name, value);
      }
      if (answer.status >= 500) this.seen.bad.push(`${answer.status} ${init.method ?? "GET"} ${path}`);
      return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
    } catch (error) {
      // A server may cut off who sends too much.
      if (sizeOf(init.body) < 100_000)
        this.seen.bad.push(`${init.method ?? "GET"} ${path}: ${String(error)} ${causeOf(error)}`);
      return { status: 0, to: null, text: "" };
    }
  }

  async open(): Promise<boolean> {
    const { to } = await this.ask("/demo", { method: "POST" });
    if (to === "/dashboard") this.seen.opened += 1;
    return to === "/dashboard";
  }

  /** Sends a form as it stands in the page, with these values instead of its own. */
  send(path: string, form: string, values: (name: string) => string, fixed: Record<string, string> = {}) {
    const body = new FormData();
    for (const [tag] of form.matchAll(/<(?:input|textarea|button)\b[^>]*>/g)) {
      const [name, type, value] = [attribute(tag, "name"), attribute(tag, "type"), attribute(tag, "value")];
      if (/checkbox|radio/.test(type) && randomInt(2) === 0) body.append(name, value);
      else if (name && !/checkbox|radio/.test(type))
        body.set(name, /hidden|submit/.test(type) ? value : values(name));
    }
    for (const [, tag = "", inside = ""] of form.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs)) {
      const options = [...inside.matchAll(/<option\b[^>]*>/g)].map(([option]) => attribute(option, "value"));
      const name = attribute(tag, "name");
      body.set(name, options[randomInt(options.length || 1)] ?? values(name));
    }
    for (const [name, value] of Object.entries(fixed)) body.set(name, value);
    const isAction = [...body.keys()].some((name) => name.startsWith("$ACTION"));
    // Safe: every value was set as text.
    const plain = () => new URLSearchParams([...body] as [string, string][]);
    const to = attribute(form.slice(0, form.indexOf(">") + 1), "action") || path;
    return this.ask(to, { method: "POST", body: isAction ? body : plain() });
  }
}

function sizeOf(body: RequestInit["body"]): number {
  return body instanceof FormData ? [...body.values()].join("").length : String(body ?? "").length;
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

const makes = ["keys/new?mode=live", "endpoints/new"].map((page) => `/dashboard/developers/${page}`);
const formsOf = (html: string) => [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form);

/** Opens store after store, follows every link, sends every form with junk, and uses every key that it is shown. */
async function crawl(site: string, seen: Seen, trap: number, isOver: () => boolean): Promise<void> {
  const inside = [
    `http://127.0.0.1:${trap}/`,
    `http://localhost:${trap}/`,
    "https://169.254.169.254/latest/meta-data/",
  ];
  const outside = [`https://127.0.0.1.nip.io:${trap}/`, "https://trap.example.com/hooks"];
  const junk = [
    ...["", "x", "-1", "1e9", "'\"><script>"],
    ...["\u202e\u{1f4a9}", "../../etc/passwd", "kanarie@example.net"],
  ];
  const any = [...junk, ...inside, ...outside];
  const pick = (name: string) => {
    if (/url|site|endpoint/i.test(name)) return [...inside, ...outside][randomInt(5)] ?? "";
    if (/password/.test(name)) return "demo";
    if (name === "name") return `Kanarie ${randomInt(1_000_000)}`;
    return randomInt(40) === 0 ? "A".repeat(2_000_000) : (any[randomInt(any.length)] ?? "");
  };
  while (!isOver()) {
    const browser = new Browser(site, seen);
    if (!(await browser.open())) await sleep(2_000);
    const known = new Set<string>();
    const next = ["/dashboard", ...makes, "/", "/sign-up"];
    for (let count = 0; count < pagesOfStore && next.length > 0 && !isOver(); count += 1) {
      const path = next.splice(count < 5 ? 0 : randomInt(next.length), 1)[0] ?? "/";
      const { text } = await browser.ask(path);
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/[^"#]*)"/g))
        if (!known.has(href) && known.add(href)) next.push(href.replaceAll("&amp;", "&"));
      // Signing out would end the walk, and in another language it has another name.
      for (const form of formsOf(text).filter((one) => !/Sign out|name="language"/.test(one))) {
        const { text: said } = await browser.send(path, form, pick);
        for (const [key] of said.matchAll(/sk_(?:live|test)_[A-Za-z0-9_-]{20,}/g)) {
          seen.keys += 1;
          await hammer(browser, key, [...inside, ...outside]);
        }
      }
    }
  }
}

const paths =
  "customers products payment-links invoices subscriptions discounts access?ref=x test/events".split(" ");

async function hammer(browser: Browser, key: string, urls: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (const path of paths) {
    const bodies = [
      ...["{", "[]", "null", JSON.stringify({ name: "A".repeat(3_000_000) })],
      ...urls.map((url) =>
        JSON.stringify({ name: "Kanarie", email: "kanarie@example.net", url, redirect_url: url }),
      ),
    ];
    await browser.ask(`/api/v1/${path}`, { headers });
    for (const body of bodies) await browser.ask(`/api/v1/${path}`, { method: "POST", headers, body });
  }
}

/** Who came to look: opens a store, pays by its link as a buyer on another device, approves, and sees it paid. */
async function visit(site: string, seen: Seen): Promise<string | null> {
  const [seller, buyer] = [new Browser(site, seen), new Browser(site, seen)];
  for (let tries = 0; !(await seller.open()); tries += 1) {
    if (tries > 30) return "no store was opened";
    await sleep(2_000);
  }
  const find = async (who: Browser, path: string, pattern: RegExp) =>
    pattern.exec((await who.ask(path)).text)?.[1] ?? "";
  const row = await find(seller, "/dashboard/links", /href="(\/dashboard\/links\/\d+)"/);
  const link = await find(seller, row, /(\/pay\/[0-9A-Za-z]+)/);
  const hooks = "/dashboard/developers/endpoints/new";
  const hook = formsOf((await seller.ask(hooks)).text).find((one) => one.includes('name="url"')) ?? "";
  await seller.send(hooks, hook, () => "", { url: "https://trap.example.com/hooks", types: "order.paid" });
  const page = await buyer.ask(link);
  if (!/deleted on/.test(page.text))
    return `the page of a payer does not say when it ends: ${link} ${page.status}`;
  const phone = `0712${randomInt(1_000, 9_999)}05`;
  const typed = { phone, method: "mobile_money" };
  const form = formsOf(page.text).find((one) => one.includes('name="phone"')) ?? "";
  const { to } = await buyer.send(link, form, () => "", typed);
  const handset = `/sandbox/phone/254${phone.slice(1)}`;
  let attempt = "";
  for (let tries = 0; tries < 30 && !attempt; tries += 1, await sleep(500))
    attempt = await find(buyer, handset, /name="attempt" value="([^"]+)"/);
  const body = new URLSearchParams({ attempt, pin: "1234", act: "approve" });
  await buyer.ask(handset, { method: "POST", body });
  for (let tries = 0; tries < 40; tries += 1, await sleep(500)) {
    const { text } = await seller.ask("/dashboard/orders");
    if (text.includes(phone.slice(1))) {
      const said = await find(buyer, to ?? "", /(Paid|Thank you)/);
      const { text: messages } = await seller.ask("/dashboard/messages");
      return said && messages.includes(`••• ${phone.slice(-3)}`)
        ? null
        : "the buyer or the messages do not say paid";
    }
  }
  return `the order of ${phone} is not shown; the form led to ${to}`;
}

/** Why the network failed, which the error itself does not say. */
function causeOf(error: unknown): string {
  const { cause } = Object(error);
  return cause instanceof Error ? `(${Object(cause).code ?? cause.name}: ${cause.message})` : "";
}

/** Of the process that serves, in megabytes. */
function memoryOf(place: Place): number {
  const pid = childrenOf(place.child.pid ?? 0).find((one) => commandOf(one).includes("scripts-serve"));
  const status = pid ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** A public demo and everything that a stranger may do to it, for DEMO_MINUTES, while others look at it in peace. */
export async function publicDemo(): Promise<Outcome> {
  const trap = await openTrap();
  const variables = { DEMO: "public", TRUSTED_PROXY_HOPS: "1", DEMO_STORES: "10000" };
  try {
    return await inPlace(await openPlace(variables), async (place) => {
      const site = place.url.replace("127.0.0.1", "localhost");
      const seen: Seen = { requests: 0, opened: 0, keys: 0, bad: [] };
      const end = performance.now() + minutes * 60_000;
      const isOver = () => performance.now() > end;
      let most = 0;
      const looking = setInterval(() => {
        most = Math.max(most, memoryOf(place));
      }, 1_000);
      const stories: (string | null)[] = [];
      const peaceful = async () => {
        for (; !isOver(); await sleep(5_000)) stories.push(await visit(site, seen));
      };
      const hostile = Array.from({ length: crawlers }, () => crawl(site, seen, trap.port, isOver));
      await Promise.all([...hostile, peaceful()]);
      clearInterval(looking);
      const said = await afterwards(place);
      const wrong = stories.filter((story) => story !== null);
      return {
        said: `${seen.requests} requests, ${seen.opened} stores, ${seen.keys} keys; ${stories.length} visits; ${most} MB; ${said.said}`,
        wrong: [
          ...seen.bad.slice(0, 20),
          ...wrong,
          ...(stories.length === 0 ? ["nobody looked at it in peace"] : []),
          ...(seen.keys === 0 ? ["no key was ever used"] : []),
          ...(trap.caught() > 0 ? [`${trap.caught()} connections reached the trap`] : []),
          ...(most > memoryMb ? [`the process took ${most} MB`] : []),
          ...said.wrong,
        ],
      };
    });
  } finally {
    trap.close();
  }
}

/** What is in the database: nothing went out, the books agree, and stores whose day is over are closed by the clock. */
async function afterwards(place: Place): Promise<Outcome> {
  const url = embeddedDatabaseUrl(place.dataDir);
  const count = async (sql: string) =>
    Number((await ask<{ n: number }>(url, `SELECT count(*)::int AS n FROM ${sql}`))[0]?.n);
  const out = await count("messages WHERE status IN ('sent', 'queued') AND channel <> 'push'");
  const tried = await count("webhook_attempts");
  const answered = await count("webhook_attempts WHERE error_class IS DISTINCT FROM 'blocked_address'");
  await ask(url, "UPDATE accounts SET created_at = created_at - interval '25 hours' WHERE id % 2 = 0");
  const open = "accounts a JOIN members m ON m.account_id = a.id WHERE a.id % 2 = 0";
  const left = "accounts WHERE id % 2 = 0 AND name <> '…'";
  await until(async () => (await count(open)) + (await count(left)) === 0, {
    ...{ everyMs: 1_000, withinMs: 400_000 },
    late: () => `Stores whose day is over are not closed: ${place.said().slice(-2_000)}`,
  });
  const typed = await count(
    "customers c JOIN accounts a ON a.id = c.account_id AND a.name = '…' WHERE c.email IS NOT NULL",
  );
  const [size] = await ask<{ mb: number }>(
    url,
    "SELECT pg_database_size(current_database())::int8 / 1048576 AS mb",
  );
  return {
    said: `${tried} webhooks tried and kept in; ${size?.mb} MB in the database`,
    wrong: [
      ...(out > 0 ? [`${out} messages went out`] : []),
      ...(tried === 0 ? ["no webhook was ever tried"] : []),
      ...(answered > 0 ? [`${answered} webhooks were not kept in`] : []),
      ...(typed > 0 ? [`${typed} customers of closed stores are still known`] : []),
      ...(await checkBooks(url)).map((line) => `books: ${line}`),
    ],
  };
}
