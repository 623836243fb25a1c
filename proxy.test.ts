import { readdirSync } from "node:fs";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { config, proxy } from "./proxy";

const site = "http://localhost:3000";

function answer(init: { method?: string; headers?: Record<string, string> } = {}) {
  return proxy(
    new NextRequest(`${site}/dashboard/developers/keys?mode=test`, {
      ...init,
      headers: { host: "localhost:3000", ...init.headers },
    }),
  );
}

test("scripts and styles need the nonce of their own answer", () => {
  const policies = [answer(), answer()].map(
    (response) => response.headers.get("Content-Security-Policy") ?? "",
  );
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{40,}' 'strict-dynamic';/);
    expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]{40,}';/);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'; form-action 'self'; base-uri 'none'");
  }
  expect(policies[0]).not.toBe(policies[1]);
});

test("pages may not be framed or sniffed, and our own forms can say where they come from", () => {
  const { headers } = answer();
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
});

test("a language that is chosen by the address is kept, if it is one of the dashboard", () => {
  const open = (query: string) =>
    proxy(new NextRequest(`${site}/sign-in?${query}`, { headers: { host: "localhost:3000" } })).headers;
  expect(open("hl=fr").getSetCookie()).toEqual([expect.stringMatching(/^hl=fr; Path=\/; /)]);
  for (const query of ["", "hl=de", "hl=fr%3B%20Domain%3Devil.example"])
    expect(open(query).getSetCookie()).toEqual([]);
});

test.each(["https://evil.example", "null", "http://localhost:3001"])(
  "a post from %s is a 403 and not a fault",
  (origin) => {
    expect(answer({ method: "POST", headers: { origin } }).status).toBe(403);
  },
);

test("a post of our own goes on to the action", () => {
  expect(answer({ method: "POST", headers: { origin: site } }).status).toBe(200);
});

test("every page of the app router has these headers, and no route handler beside them", () => {
  const pattern = new RegExp(`^${config.matcher[0]}$`);
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const pathOf = (file: string) =>
    `/${file
      .split("/")
      .slice(0, -1)
      .filter((part) => !part.startsWith("("))
      .join("/")}`;
  const pages = files.filter((file) => file.endsWith("/page.tsx")).map(pathOf);
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.filter((path) => !pattern.test(path))).toEqual([]);
});

test.each([
  ["/dashboard", true],
  ["/sign-in", true],
  ["/reset-password/abc", true],
  ["/", false],
  ["/nowhere", false],
  ["/sign-ins", false],
  ["/api/v1/access", false],
  ["/subscribe/abc", false],
  ["/manage/abc/cancel", false],
  ["/sandbox/phone/254712345678", false],
  ["/_next/static/chunks/a.js", false],
  ["/icon.svg", false],
])("%s has these headers: %s", (path, expected) => {
  const pattern = new RegExp(`^${config.matcher[0]}$`);
  expect(pattern.test(path)).toBe(expected);
});

test("pages of payers, which bring headers of their own, are left alone: every one of them", () => {
  const pattern = new RegExp(`^${config.matcher[0]}$`);
  const folders = readdirSync("app/(pay)", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(5);
  for (const { name } of folders) expect(pattern.test(`/${name}/abc`), name).toBe(false);
});
