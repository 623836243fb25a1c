import { beforeEach, expect, test, vi } from "vitest";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { readFlash, serverCookie, setFlash } from "@/lib/auth/sealed-cookie";
import { html } from "@/lib/testing/dashboard";
import { showPages } from "@/lib/testing/in-paying-world";
import { testWorld } from "@/lib/testing/world";
import { GET } from "./route";

// The cookies and headers of a request belong to Next.
const jar = vi.hoisted(() => {
  const cookies = new Map<string, { value: string }>();
  const set: { name: string; options: Record<string, unknown> }[] = [];
  return {
    set,
    get: (name: string) => cookies.get(name),
    delete: (name: string) => cookies.delete(name),
    write: (name: string, value: string, options: Record<string, unknown>) => {
      cookies.set(name, { value });
      set.push({ name, options });
    },
  };
});
const sent = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", async (original) => ({
  ...(await original<object>()),
  cookies: async () => ({ get: jar.get, delete: jar.delete, set: jar.write }),
  headers: async () => sent.headers,
}));

showPages(testWorld());
beforeEach(() => {
  sent.headers = new Headers({ "x-pathname": "/ops/people" });
});

test("a sentence is shown on its own page, until the picture on that page was asked for", async () => {
  await setFlash({ tone: "ok", text: "It is saved." }, "/ops/people?page=2");
  const page = await html(FlashNotice({}));
  expect(page).toContain("It is saved.");
  expect(page).toMatch(/<img src="\/flash\?[\w-]{36}"[^>]* hidden=""/);
  sent.headers = new Headers({ "x-pathname": "/ops/stores" });
  expect(await readFlash()).toBeNull();
  sent.headers = new Headers({ "x-pathname": "/ops/people" });
  expect(await readFlash()).toMatchObject({ text: "It is saved." });
  const answer = await GET();
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([204, "no-store"]);
  expect(await readFlash()).toBeNull();
  expect(await html(FlashNotice({}))).not.toContain("<img");
});

test("no script can read the cookie of a sentence", async () => {
  await setFlash({ tone: "bad", text: "No." }, "/ops/people");
  expect(jar.set.at(-1)).toMatchObject({
    name: serverCookie("flash").name,
    options: { httpOnly: true, sameSite: "lax", path: "/", maxAge: 30 },
  });
});

test("what somebody else wrote into the cookie is not shown, nor a link to another site", async () => {
  const on = "/ops/people";
  const forged = { tone: "ok", text: "Sign in again.", on, link: { href: "//evil.example/", label: "Go" } };
  for (const name of ["flash", serverCookie("flash").name])
    jar.write(name, Buffer.from(JSON.stringify(forged)).toString("base64url"), {});
  expect(await readFlash()).toBeNull();
  for (const href of ["//evil.example/", "/\\evil.example/", "https://evil.example/"]) {
    await setFlash({ tone: "ok", text: "It is saved.", link: { href, label: "Go" } }, on);
    expect(await readFlash()).toBeNull();
  }
});
