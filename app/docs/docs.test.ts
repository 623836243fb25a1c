import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { refusalStatuses } from "@/lib/domain/refusal";
import { config } from "@/proxy";
import { GET as toChangelog } from "../changelog/route";
import { GET as index } from "../llms.txt/route";
import { apiFacts, errorFacts } from "./api-facts";
import { GET as changelog } from "./changelog/route";
import { GET as errorPage } from "./errors/[code]/route";
import { GET as errorList } from "./errors/route";
import { GET as inWords } from "./reference.md/route";
import { GET as reference } from "./route";
import { sampleOf } from "./samples";
import { GET as rememberLanguage } from "./samples-in/[language]/route";

const page = async (answer: Promise<Response> | Response) => {
  const response = await answer;
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const open = (cookie = "") => reference(new Request("http://localhost/docs", { headers: { cookie } }));
const ofCode = (code: string) =>
  page(errorPage(new Request("http://localhost"), { params: Promise.resolve({ code }) }));

test("the reference is at most 60 KB compressed, in one answer, without any script", async () => {
  const { html, headers } = await page(open());
  const bytes = gzipSync(html).length;
  console.info(`Reference: ${bytes} bytes compressed, ${html.length} characters.`);
  expect(bytes).toBeLessThanOrEqual(60 * 1024);
  expect(html).not.toMatch(/<script|\son[a-z]+=|javascript:/i);
  expect(html.match(/(?:src|href)="(?!#|\/|https?:)/g)).toBeNull();
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
});

test("its policy allows its own sheet and nothing else", async () => {
  for (const { html, headers } of [
    await page(open()),
    await page(errorList()),
    await ofCode("plan_required"),
  ]) {
    const sheet = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    const hash = createHash("sha256").update(sheet).digest("base64");
    expect(headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html).not.toContain("style=");
  }
});

test("every endpoint is there with its path, a sample in four languages and its answer", async () => {
  const { html } = await page(open());
  const facts = apiFacts();
  const count = routes.flatMap(({ endpoints }) => Object.keys(endpoints)).length;
  expect(facts.operations).toHaveLength(count);
  for (const { id, path } of facts.operations) {
    expect(html).toContain(`id="${id}"`);
    expect(html).toContain(path);
  }
  for (const language of ["curl", "node", "python", "php"]) {
    // One for each endpoint and one for webhooks.
    expect(html.split(`class="s s-${language}"`)).toHaveLength(count + 2);
    expect(html).toContain(`id="l-${language}"`);
  }
  expect(html).toContain(`http://localhost:3000${apiRoot}/customers`);
  for (const { type } of facts.events) expect(html).toContain(`<code>${type}</code>`);
});

test("the language of samples that was chosen last is chosen again, in this browser alone", async () => {
  const chosen = async (cookie: string) =>
    /id="l-(\w+)"[^>]* checked=""/.exec((await page(open(cookie))).html)?.[1];
  expect(await chosen("")).toBe("curl");
  const remember = (language: string) =>
    rememberLanguage(new Request("http://localhost"), { params: Promise.resolve({ language }) });
  const answer = await remember("php");
  expect(await chosen(answer.headers.get("Set-Cookie")?.split(";")[0] ?? "")).toBe("php");
  expect(await chosen("docs_samples=cobol")).toBe("curl");
  expect((await remember("cobol")).status).toBe(404);
  const { html, headers } = await page(open());
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
  expect(html).toContain("url(/docs/samples-in/php)");
});

test("samples are coloured, and say the same as without colours", async () => {
  const { html } = await page(open());
  const sample = /<pre class="s s-node">([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "";
  expect(sample).toContain("<b>const</b>");
  const [first] = apiFacts().operations;
  const plain = sample
    .replace(/<\/?[a-z]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
  expect(first && sampleOf("node", first, apiFacts().baseUrl)).toBe(
    plain.replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
});

test("every member of every object stands in the reference", async () => {
  const { html } = await page(open());
  for (const name of ["Subscription", "Order", "Product", "Customer", "PaymentLink", "Invoice", "Store"]) {
    const schema = apiFacts().schemas[name] as { properties: object };
    for (const member of Object.keys(schema.properties)) expect(html).toContain(`<code>${member}</code>`);
  }
});

test("links inside of the page lead somewhere", async () => {
  const { html } = await page(open());
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  for (const [, target = ""] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  for (const [, code = ""] of html.matchAll(/href="\/docs\/errors\/([^"]+)"/g)) {
    expect((await ofCode(code)).status).toBe(200);
  }
});

test("the verification samples that are named are those there are", async () => {
  const { html } = await page(open());
  const files = readdirSync(new URL("../../docs/examples", import.meta.url)).filter((file) =>
    /^verify\.(?!test)/.test(file),
  );
  expect(files).toHaveLength(5);
  for (const file of files) expect(html).toContain(`docs/examples/${file}`);
});

test("every error has a page, where its doc_url leads", async () => {
  const { html } = await page(errorList());
  for (const code of Object.keys(refusalStatuses)) {
    const doc = `/docs/errors/${code}`;
    const { status, html: own } = await ofCode(code);
    expect(status).toBe(200);
    expect(own).toContain(code);
    expect(html).toContain(doc);
  }
  expect(errorFacts().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["not_found", "unknown_path", "validation", "too_many_requests"]),
  );
  expect((await ofCode("no_such_error")).status).toBe(404);
});

test("the changelog has a page, where people look for it too, and the reference says how versions change", async () => {
  const { status, html } = await page(changelog());
  expect(status).toBe(200);
  expect(html).toContain("<h2>1.0.0-rc.1 (unreleased)</h2>");
  expect(html).toContain("<code>Idempotency-Key</code>");
  expect(html).not.toContain("`");
  const redirect = toChangelog();
  expect([redirect.status, redirect.headers.get("Location")]).toEqual([308, "/docs/changelog"]);
  const { html: guide } = await page(open());
  expect(guide).toContain('href="/docs/changelog"');
  expect(guide).toContain("12 months");
});

test("the pages' own headers are not written over by those of other pages", () => {
  const matcher = new RegExp(`^${config.matcher[0]}$`);
  for (const path of ["/docs", "/docs/errors", "/docs/errors/plan_required"])
    expect(matcher.test(path)).toBe(false);
  expect(matcher.test("/dashboard/orders")).toBe(true);
});

test("an assistant reads the same as Markdown: every endpoint, field, sample in curl and error, and no markup", async () => {
  const { html: text, headers } = await page(inWords());
  expect(headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
  const { operations, baseUrl, siteUrl } = apiFacts();
  for (const { summary, path } of operations) {
    expect(text).toContain(`\n### ${summary}\n`);
    expect(text).toContain(path);
  }
  for (const { name } of errorFacts()) expect(text).toContain(`](${siteUrl}/docs/errors/${name})`);
  expect(text).toContain(`curl "${baseUrl}/store"`);
  expect(text).not.toMatch(
    /import requests|new SenteClient|<\/?(?:p|dt|dd|pre|code|section)\b|&(?:amp|quot|lt);/,
  );
  expect(text.match(/^```/gm)?.length).toBeGreaterThan(operations.length);
  expect((text.match(/^```/gm)?.length ?? 1) % 2).toBe(0);
  expect(text.match(/\]\((?!https?:\/\/|#)/g)).toBeNull();
});

test("its index names every endpoint, and leads to what is there", async () => {
  const { html: text } = await page(index());
  const { operations, siteUrl } = apiFacts();
  for (const { method, path } of operations) expect(text).toContain(`\`${method} ${path}\``);
  const led = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href = ""]) => href.replace(siteUrl, ""));
  expect(led).toEqual([
    "/docs/reference.md",
    "/api/v1/openapi.json",
    "/docs/sente-client.tgz",
    "/mcp",
    "/help/en",
    "/docs/changelog",
  ]);
});
