import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import SignInPage from "@/app/(auth)/sign-in/page";
import { setRailOrderAction } from "@/app/(operator)/ops/rails/actions";
import RailOrderPage from "@/app/(operator)/ops/rails/order/page";
import { freshForm } from "@/lib/auth/form-state";
import { serverCookie } from "@/lib/auth/sealed-cookie";
import { endSession } from "@/lib/auth/session";
import { afterLastStep } from "@/lib/auth/sign-in-steps";
import { mayBeStored, openedByField, openedForField } from "@/lib/domain/opened-for";
import { atPages, formWith, html, search, signIn } from "@/lib/testing/dashboard";
import { jar, requestHeaders, sent } from "@/lib/testing/request";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import NewProductPage from "./products/new/page";
import { addBankAction } from "./wallet/actions";

const world = atPages(testWorld());
let shop: TestStore;
let other: TestStore;
const newProduct = "/dashboard/products/new";
const draftName = () => serverCookie("draft").name;

beforeAll(async () => {
  [shop, other] = [await testStore(world), await testStore(world)];
});
beforeEach(() => {
  jar.clear();
  at(newProduct);
});

function at(path: string) {
  requestHeaders({ "x-pathname": path });
}

function typed(fields: Record<string, string>, store: TestStore = shop): FormData {
  const opened = { [openedForField]: String(store.store.id), [openedByField]: String(store.owner.id) };
  return formWith({ ...opened, ...fields });
}

/** What a browser would send of this page's form where nothing else was typed. */
function emptyFields(page: string): Record<string, string> {
  const names = [...page.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(
    ([, name]) => name ?? "",
  );
  return Object.fromEntries(
    names.filter((name) => !/^(opened|language|back|q$|store)/.test(name)).map((name) => [name, ""]),
  );
}

async function product(more: Record<string, string> = {}): Promise<FormData> {
  await signIn(world, shop, jar);
  const page = await html(NewProductPage());
  jar.clear();
  return typed({ ...emptyFields(page), name: "Chai ya tangawizi", kind: "service", price: "450", ...more });
}

const leadsTo = (acted: Promise<unknown>) =>
  acted.then(
    () => null,
    (error: { digest?: string }) => error.digest?.split(";")[2],
  );

test("a form that arrives after its session ended leads to sign-in, saves nothing, and stands there again with what was typed", async () => {
  const before = await world.db.product.count();
  expect(await leadsTo(NewProductPage.send(freshForm, await product()))).toBe(`/sign-in?next=${newProduct}`);
  expect(await world.db.product.count()).toBe(before);
  expect(await html(SignInPage(search({ next: newProduct })))).toContain(
    "What you typed is kept for an hour",
  );
  await signIn(world, shop, jar);
  const page = await html(NewProductPage());
  expect(page).toContain("Nothing was saved yet");
  expect(page).toContain('value="Chai ya tangawizi"');
  expect(page).toContain('value="450"');
});

test("a draft is shown to nobody but who typed it, and on no page but its own", async () => {
  await leadsTo(NewProductPage.send(freshForm, await product()));
  await signIn(world, other, jar);
  expect(await html(NewProductPage())).not.toContain("tangawizi");
  await signIn(world, shop, jar);
  at("/dashboard/products/12");
  expect(await html(NewProductPage())).not.toContain("tangawizi");
  at(newProduct);
  expect(await html(NewProductPage())).toContain("tangawizi");
});

test("it cannot be read in the cookie, is gone once the form was taken, and once its writer signs out", async () => {
  const form = await product();
  await leadsTo(NewProductPage.send(freshForm, form));
  expect(Buffer.from(jar.get(draftName())?.value ?? "", "base64url").toString("latin1")).not.toContain(
    "Chai",
  );
  await signIn(world, shop, jar);
  expect(await leadsTo(NewProductPage.send(freshForm, form))).toMatch(/^\/dashboard\/products\/\d+$/);
  expect(jar.get(draftName())?.value).toBe("");

  jar.clear();
  await leadsTo(NewProductPage.send(freshForm, form));
  await signIn(world, shop, jar);
  await endSession();
  expect(jar.get(draftName())?.value).toBe("");
});

test("whichever way they sign in, they come back to the draft", async () => {
  await leadsTo(NewProductPage.send(freshForm, await product()));
  const { id: userId, sessionVersion } = await world.db.user.findUniqueOrThrow({
    where: { id: shop.owner.id },
  });
  const person = {
    userId,
    sessionVersion,
    needsCode: false,
    isOperator: false,
    by: "password" as const,
    hasStore: true,
  };
  expect(await afterLastStep(person, null)).toBe(newProduct);
  expect(await afterLastStep({ ...person, userId: other.owner.id }, null)).toBe("/dashboard");
});

test("of the wallet nothing is kept, nor what comes from another site or is too long for a cookie", async () => {
  at("/dashboard/wallet/accounts/new");
  await leadsTo(addBankAction(freshForm, typed({ bankCode: "01", accountNumber: "0110229", name: "Amina" })));
  expect(jar.get(draftName())?.value).toBeFalsy();
  at(newProduct);
  sent.headers.set("origin", "https://elsewhere.example");
  await leadsTo(NewProductPage.send(freshForm, await product()));
  expect(jar.get(draftName())?.value).toBeFalsy();
  at(newProduct);
  const noise = Array.from({ length: 4000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)));
  await leadsTo(NewProductPage.send(freshForm, await product({ description: noise.join("") })));
  expect(jar.get(draftName())?.value).toBeFalsy();
  await leadsTo(NewProductPage.send(freshForm, await product({ description: "Tamu sana. ".repeat(400) })));
  expect(jar.get(draftName())?.value.length).toBeLessThan(3900);
  expect(jar.get(draftName())?.value).toBeTruthy();
});

test("no field for a password, a code or a number of an account may be kept", () => {
  const files = ["app/(seller)", "app/(operator)", "app/_forms"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const specs = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((file) => readFileSync(file, "utf8").match(/\{[^{}]*name: [^{}]*\}/g) ?? []);
  const secret = specs.filter((spec) => /type: "password"|one-time-code/.test(spec));
  const names = secret.flatMap((spec) => /name: ["`]([\w.]+)/.exec(spec)?.[1] ?? []);
  expect(names).toContain("password");
  expect(names.filter(mayBeStored)).toEqual([]);
  for (const name of ["code", "number", "accountNumber", "credential.api_key", "newPassword"])
    expect([name, mayBeStored(name)]).toEqual([name, false]);
  for (const name of ["name", "taxNumber", "bankCode", "description.3"])
    expect([name, mayBeStored(name)]).toEqual([name, true]);
});

test("an operator finds the reason that they typed too", async () => {
  at("/ops/rails/order");
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  await signIn(world, shop, jar);
  const fields = emptyFields(await html(RailOrderPage(search())));
  jar.clear();
  const form = typed({ ...fields, reason: "Cheaper at night" });
  form.delete(openedForField);
  expect(await leadsTo(setRailOrderAction(freshForm, form))).toBe("/sign-in?next=/ops/rails/order");
  await signIn(world, shop, jar);
  const page = await html(RailOrderPage(search()));
  expect(page).toContain("Nothing was saved yet");
  expect(page).toContain("Cheaper at night");
});
