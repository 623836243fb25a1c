import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { helpAddress, helpPlaceOf, helpPlaces } from "@/components/help";
import { routesOf } from "@/e2e/tree";
import { handbookLanguages, type Language } from "@/lib/domain/languages";
import { badTexts, loneSurrogates } from "@/lib/testing/api/bad-values";
import { GET as miss } from "./[[...miss]]/route";
import { GET as pageRoute } from "./[language]/[audience]/[page]/route";
import { GET as contentsRoute } from "./[language]/route";
import { GET as searchRoute } from "./[language]/search/route";
import { contents, everyPlace, helpPage, helpPages, helpWords } from "./book";
import { toHtml } from "./markdown";
import { GET as picture } from "./pictures/[language]/[file]/route";
import { searchHelp } from "./search";

const root = "docs/help";
const site = "http://localhost:3000";
const sourceOf = (language: string, audience: string, page: string) =>
  readFileSync(path.join(root, language, audience, `${page}.md`), "utf8");
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`/g, "");
const read = async (answer: Promise<Response>) => {
  const { status, headers, ...response } = await answer.then(async (one) => ({
    status: one.status,
    headers: one.headers,
    html: await one.text(),
  }));
  return { status, headers, ...response };
};
const open = (language: string, audience: string, page: string) =>
  read(pageRoute(new Request(site), { params: Promise.resolve({ language, audience, page }) }));
const openContents = (language: string) =>
  read(contentsRoute(new Request(site), { params: Promise.resolve({ language }) }));
const find = (language: string, query: string) =>
  read(
    searchRoute(new Request(`${site}/help/${language}/search?${query}`), {
      params: Promise.resolve({ language }),
    }),
  );
const follow = (place: string, headers: Record<string, string> = {}) =>
  read(miss(new Request(site + place, { headers })));
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&#38;", "&"));
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);

test("every language has the pages that the contents name, and no others", () => {
  const wanted = Object.entries(contents()).flatMap(([audience, pages]) =>
    pages.map((page) => `${audience}/${page}.md`),
  );
  for (const language of handbookLanguages) {
    const files = readdirSync(path.join(root, language), { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => file.endsWith(".md")).sort(), language).toEqual([...wanted].sort());
    expect(Object.keys(helpWords(language)).sort()).toEqual(Object.keys(helpWords("en")).sort());
    expect(Object.keys(helpWords(language).audiences)).toEqual(Object.keys(contents()));
  }
});

test("a page is built alike in every language: the same places in the same order, commands and words of the product", () => {
  const shapeOf = (text: string) => ({
    headings: [...text.matchAll(/^(#+) .*?(?: \{#([a-z0-9-]+)\})?$/gm)].map(([, level, id]) => [level, id]),
    terms: [...new Set([...withoutCode(text).matchAll(/\{([a-z]\w*:?\w*)\}/g)].map(([, key]) => key))].sort(),
    links: [...text.matchAll(/\]\(([^)]*)\)/g)]
      .map(([, href]) => href?.replace(/\/(en|sw|fr)\//, "/*/"))
      .sort(),
    code: [...text.matchAll(/```\w*\n[\s\S]*?```/g)].map(([block]) => block),
  });
  for (const { language, audience, page } of everyPlace()) {
    const place = `${language}/${audience}/${page}`;
    const text = sourceOf(language, audience, page);
    expect(shapeOf(text), place).toEqual(shapeOf(sourceOf("en", audience, page)));
    const [first, ...others] = shapeOf(text).headings;
    expect(first, place).toEqual(["#", undefined]);
    expect(others.length, place).toBeGreaterThan(1);
    for (const [level, id] of others) expect([place, level, typeof id]).toEqual([place, "##", "string"]);
    // Nothing that only looks translated.
    if (language !== "en") expect(text).not.toBe(sourceOf("en", audience, page));
  }
});

test("a page is light, is the same for everybody, and runs nothing", async () => {
  for (const { language, audience, page } of everyPlace()) {
    const { status, html, headers } = await open(language, audience, page);
    const place = `${language}/${audience}/${page}`;
    expect(status, place).toBe(200);
    expect(Buffer.byteLength(html), place).toBeLessThanOrEqual(40 * 1024);
    expect(html, place).not.toMatch(
      /<script|\son[a-z]+=|javascript:|style=|\{#|<(iframe|object|form method)/i,
    );
    expect(html, place).toContain(`<html lang="${language}">`);
    expect(html.match(/<h1/g), place).toHaveLength(1);
    expect(headers.get("Cache-Control")).toContain("public");
  }
  const { html, headers } = await open("en", "sellers", "products");
  const sheet = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(sheet).digest("base64");
  expect(headers.get("Content-Security-Policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
});

test("titles tell pages apart", () => {
  for (const language of handbookLanguages) {
    const titles = helpPages(language).map(({ audience, title }) => `${audience} ${title}`);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { summary } of helpPages(language)) expect(summary.length).toBeGreaterThan(20);
  }
});

test("nothing that is written becomes markup, and what the product does not have is refused", () => {
  const place = { language: "en" as const, audience: "sellers" };
  const html = (text: string) => toHtml(text, place, () => null);
  expect(html("<script>alert(1)</script>\n\na <b onclick=x>b</b>")).not.toMatch(/<script|<b /);
  expect(html('`<img src=x>` "quoted"')).not.toContain("<img");
  for (const bad of [
    "[a](javascript:alert(1))",
    "[a](//evil.example)",
    "[a](http://plain.example)",
    "[a](../../x.md)",
  ])
    expect(() => html(bad), bad).toThrow("A link of the handbook leads to");
  expect(() => html("{noSuchWord}")).toThrow("The product has no plain word");
  expect(() => html("{payer:payButton}"), "it needs a value").toThrow("The product has no plain word");
  expect(() => html("![a](https://evil.example/a.png)")).toThrow("The handbook has no picture");
  expect(html("[x](links.md#share) {links} `{links}`")).toBe(
    '<p><a href="/help/en/sellers/links#share">x</a> <b>Payment links</b> <code>{links}</code></p>\n',
  );
  expect(toHtml("Oui ! `a : b`", { language: "fr", audience: "sellers" }, () => null)).toBe(
    "<p>Oui\u00a0! <code>a : b</code></p>\n",
  );
});

test("no link of the handbook is dead, and every page is reached from its start", async () => {
  const pages = new Map<string, string>();
  for (const language of handbookLanguages) {
    pages.set(`/help/${language}`, (await openContents(language)).html);
    pages.set(`/help/${language}/search`, (await find(language, "")).html);
  }
  for (const { language, audience, page } of everyPlace())
    pages.set(`/help/${language}/${audience}/${page}`, (await open(language, audience, page)).html);
  const reference = await import("../docs/route");
  pages.set("/docs", await (await reference.GET(new Request(`${site}/docs`))).text());
  for (const there of ["/docs/errors", "/docs/changelog", "/docs/reference.md", "/api/v1/openapi.json"])
    pages.set(there, "");
  for (const there of ["/docs/errors", "/docs/changelog", "/docs/reference.md"])
    expect(
      ["ts", "tsx"].some((end) => existsSync(`app${there}/route.${end}`)),
      there,
    ).toBe(true);

  const reached = new Set<string>();
  for (const [from, html] of pages) {
    if (!from.startsWith("/help/")) continue;
    for (const href of linksIn(html)) {
      if (href.startsWith("https://")) continue;
      const { pathname, hash } = new URL(href, site + from);
      if (pathname === "/dashboard") continue;
      const target = pages.get(pathname);
      expect(target, `${from} leads to ${href}`).toBeDefined();
      if (hash) expect(idsIn(target ?? ""), `${from} leads to ${href}`).toContain(hash.slice(1));
      if (pathname !== from) reached.add(pathname);
    }
  }
  expect([...pages.keys()].filter((page) => page.startsWith("/help/") && !reached.has(page))).toEqual(
    handbookLanguages.map((language) => `/help/${language}/search`).filter((page) => !reached.has(page)),
  );
});

test("every page of sellers, operators and payers leads to a place that is there", () => {
  const isThere = (place: string, language: Language) => {
    const [, audience = "", page = "", anchor] = /^([a-z]+)\/([a-z-]+)(?:#(.*))?$/.exec(place) ?? [];
    const html = helpPage(language, audience, page)?.html;
    return html !== undefined && (anchor === undefined || idsIn(html).includes(anchor));
  };
  for (const place of Object.values(helpPlaces))
    for (const language of handbookLanguages)
      expect(isThere(place, language), `${language} ${place}`).toBe(true);
  const payers = readdirSync("app/(pay)", { recursive: true, encoding: "utf8" })
    .filter((file) => /^\w+\/\[\w+\]\/(.*\/)?route\.tsx$/.test(file) && !/\/\[(share|item)\]\//.test(file))
    .map((file) => `/${path.dirname(file)}`);
  const routes = [...routesOf("seller"), ...routesOf("operator"), ...payers];
  expect(routes.length).toBeGreaterThan(130);
  const roots = ["/dashboard", "/ops"];
  for (const route of routes) {
    const place = helpPlaceOf(route.replace(/\[\w+\]/g, "7"));
    expect(place, route).not.toBeNull();
    // A page of its own subject does not lead to the general one.
    if (!roots.includes(route)) expect(place, route).not.toBe("sellers/first-payment");
  }
  const used = new Set(routes.map((route) => helpPlaceOf(route.replace(/\[\w+\]/g, "7"))));
  expect(Object.values(helpPlaces).filter((place) => !used.has(place))).toEqual([]);
  for (const other of ["", "/", "/nowhere", "/dashboards"]) expect(helpPlaceOf(other)).toBeNull();
  expect(helpAddress("/dashboard/orders/12/refund/confirm", "sw")).toBe("/help/sw/sellers/refunds");
  expect(helpAddress("/ops/tasks/4", "pt")).toBe("/help/en/operators/desk#tasks");
});

test("a search finds a place by its words, without accents, capitals and endings", () => {
  const first = (language: Language, typed: string) => searchHelp(language, typed)[0]?.address;
  expect(first("en", "REFUNDS")).toMatch(/\/refunds/);
  expect(first("en", "refund subscription")).toBe("/help/en/sellers/refunds#subscription");
  expect(first("fr", "reglages de votre boutique")).toBe("/help/fr/sellers/store");
  expect(first("fr", "réglages de votre boutique")).toBe(first("fr", "REGLAGES DE VOTRE BOUTIQUE"));
  expect(first("sw", "kurudisha pesa")).toMatch(/refunds/);
  expect(first("en", "Idempotency-Key")).toBe("/help/en/developers/repeating#repeat");
  expect(searchHelp("en", "zebra xylophone")).toEqual([]);
  // One word of two is better than nothing.
  expect(first("en", "backup zebra")).toMatch(/operators\/backup/);
  for (const hit of searchHelp("en", "payment")) {
    expect(hit.excerpt.length).toBeLessThan(200);
    expect(hit.excerpt).not.toMatch(/<|&#/);
  }
});

test("whatever is typed into the search is answered with a page", async () => {
  const odd = [
    ...badTexts,
    ...loneSurrogates,
    "",
    " ",
    "a",
    "x".repeat(10_000),
    "((((",
    "a".repeat(50).split("").join(" "),
  ];
  for (const typed of odd) {
    const { status, html } = await find("en", `q=${encodeURIComponent(Buffer.from(typed).toString())}`);
    expect(status).toBe(200);
    expect(html.length).toBeLessThan(60_000);
  }
  for (const query of ["q=%", "q=%FF%FE", "q=a&q=b", "p=1", "q[]=1"])
    expect((await find("en", query)).status).toBe(200);
  const { html } = await find("en", `q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).not.toContain("<script>alert");
  expect((await find("xx", "q=refund")).html).toContain('<html lang="en">');
  expect((await find("fr", "q=remboursement")).html).toContain("/help/fr/sellers/refunds");
});

test("an address without a language leads to the reader's, and an unknown language to English", async () => {
  const to = async (place: string, headers?: Record<string, string>) => {
    const { status, headers: answer } = await follow(place, headers);
    return status === 307 ? answer.get("Location") : status;
  };
  expect(await to("/help")).toBe("/help/en");
  expect(await to("/help/")).toBe("/help/en");
  expect(await to("/help", { "accept-language": "sw-KE,en;q=0.5" })).toBe("/help/sw");
  expect(await to("/help", { "accept-language": "sw", cookie: "a=b; hl=fr" })).toBe("/help/fr");
  expect(await to("/help/sellers/refunds", { cookie: "hl=sw" })).toBe("/help/sw/sellers/refunds");
  expect(await to("/help/sellers", { cookie: "hl=sw" })).toBe("/help/sw#sellers");
  expect(await to("/help/pt/sellers/refunds")).toBe("/help/en/sellers/refunds");
  expect(await to("/help/xx")).toBe("/help/en");
  expect(await to("/help/fr/payers")).toBe("/help/fr#payers");
});

test("a page that is not there is 404, with a search", async () => {
  const places = [
    "/help/en/sellers/nothing",
    "/help/fr/nobody/x",
    "/help/en/sellers/refunds/more",
    "/help/constructor",
  ];
  for (const place of [...places, "/help/en/__proto__/x"]) {
    const { status, html, headers } = await follow(place);
    expect(status, place).toBe(404);
    expect(html).toContain('name="q"');
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
  expect((await follow("/help/fr/nobody/x")).html).toContain('<html lang="fr">');
  expect((await open("en", "sellers", "../store")).status).toBe(404);
  expect((await open("en", "__proto__", "x")).status).toBe(404);
});

test("pictures are of real pages, are light, and each is shown", async () => {
  const drawn = handbookLanguages.flatMap((language) => {
    const facts = readFileSync(`${root}/pictures/${language}/pictures.json`, "utf8");
    return Object.keys(JSON.parse(facts)).map((name) => `${language}/${name}`);
  });
  const files = handbookLanguages.flatMap((language) =>
    readdirSync(`${root}/pictures/${language}`)
      .filter((file) => file.endsWith(".webp"))
      .map((file) => `${language}/${file}`),
  );
  expect(files.sort()).toEqual(drawn.map((name) => `${name}.webp`).sort());
  const bytes = files.map((file) => statSync(`${root}/pictures/${file}`).size).reduce((a, b) => a + b, 0);
  expect(bytes).toBeLessThan(600 * 1024);
  for (const language of handbookLanguages) {
    const pages = helpPages(language)
      .map(({ html }) => html)
      .join("");
    const shown = [
      ...pages.matchAll(
        /<img src="\/help\/pictures\/([^"]+)\.webp" alt="([^"]+)" width="\d+" height="\d+" loading="lazy"/g,
      ),
    ];
    expect(new Set(shown.map(([, name]) => name))).toEqual(
      new Set(drawn.filter((name) => name.startsWith(`${language}/`))),
    );
    expect(shown.length).toBeGreaterThanOrEqual(6);
  }
  const ask = (language: string, file: string) =>
    picture(new Request(site), { params: Promise.resolve({ language, file }) });
  const [name = ""] = files;
  const answer = await ask(name.slice(0, 2), name.slice(3));
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  for (const [language, file] of [
    ["en", "nothing.webp"],
    ["..", "nothing.webp"],
    ["en", "pictures.json"],
    ["en", "x"],
  ])
    expect((await ask(language ?? "", file ?? "")).status).toBe(404);
});
