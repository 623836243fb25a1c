import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { serverCookie } from "@/lib/auth/sealed-cookie";
import { draftFields, openedForField } from "@/lib/domain/opened-for";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { atPages, html, signIn } from "@/lib/testing/dashboard";
import { jar } from "@/lib/testing/request";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { POST as keep } from "./drafts/route";
import NewProductPage from "./products/new/page";
import { removeLogoAction } from "./settings/actions";

const world = atPages(testWorld());
let first: TestStore;
let secondId: number;
const tab = "store";

beforeAll(async () => {
  first = await testStore(world);
  await signIn(world, first);
  const owner = { ...first.live, userId: first.owner.id, role: "owner" as const };
  const wish = { storeName: "Chai Yetu", country: "KE", currency: "KES", timeZone: "Africa/Nairobi" };
  secondId = (await createStore(world, owner, wish)).id;
});
beforeEach(() => void lookAt(first.store.id));

const lookAt = (storeId: number) => jar.set(serverCookie(tab).name, { value: String(storeId) });
const lookingAt = () => Number(jar.get(serverCookie(tab).name)?.value);
const productsOf = (storeId: number) => world.db.product.count({ where: { storeId } });

function product(openedFor: string | null): FormData {
  const form = new FormData();
  const fields = { name: "Gold", kind: "service", price: "500" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (openedFor !== null) form.set(openedForField, openedFor);
  return form;
}

test("a page's form says the store it was opened for, in the page itself", async () => {
  const field = (id: number) =>
    new RegExp(`<input type="hidden"[^>]* name="${openedForField}" value="${id}"`);
  expect(await html(NewProductPage())).toMatch(field(first.store.id));
  lookAt(secondId);
  expect(await html(NewProductPage())).toMatch(field(secondId));
});

test("a form opened in one store makes the thing there, though another tab looks at another store meanwhile", async () => {
  const before = { first: await productsOf(first.store.id), second: await productsOf(secondId) };
  lookAt(secondId);
  await expect(NewProductPage.send(freshForm, product(String(first.store.id)))).rejects.toThrow(
    "NEXT_REDIRECT",
  );
  expect(await productsOf(first.store.id)).toBe(before.first + 1);
  expect(await productsOf(secondId)).toBe(before.second);
  expect(lookingAt()).toBe(first.store.id);
});

test("what is typed meanwhile is kept in the store of its form, and the other tab keeps its own", async () => {
  const typed = product(String(first.store.id));
  const draft = { [draftFields.page]: "products/new", [draftFields.opening]: randomUUID() };
  for (const [name, value] of Object.entries({ ...draft, [draftFields.turn]: "1" })) typed.set(name, value);
  lookAt(secondId);
  const sent = new Request("http://localhost:3000/dashboard/drafts", { method: "POST", body: typed });
  const body = await sent.arrayBuffer();
  const sized = { "content-type": sent.headers.get("content-type") ?? "" };
  const headers = { ...sized, "content-length": String(body.byteLength) };
  expect((await keep(new Request(sent.url, { method: "POST", body, headers }))).status).toBe(204);
  const drafts = await world.db.formDraft.findMany({ where: { page: "products/new" } });
  expect(drafts.map(({ storeId }) => storeId)).toEqual([first.store.id]);
  expect(lookingAt()).toBe(secondId);
});

test("a form opened for a store of somebody else, or for none, is refused in words and changes nothing", async () => {
  const stranger = await testStore(world);
  const count = () => world.db.product.count();
  const before = await count();
  for (const openedFor of [String(stranger.store.id), "", "0", `${first.store.id} `, null]) {
    const state = await NewProductPage.send(freshForm, product(openedFor));
    expect(state.message).toContain("Nothing was changed.");
  }
  expect(await count()).toBe(before);
  expect(lookingAt()).toBe(first.store.id);
});

test("a lone button acts on the store it was shown in", async () => {
  const both = { id: { in: [first.store.id, secondId] } };
  await world.db.store.updateMany({ where: both, data: { logoUrl: "http://localhost:3000/images/x" } });
  lookAt(secondId);
  const form = new FormData();
  form.set(openedForField, String(first.store.id));
  await expect(removeLogoAction(form)).rejects.toThrow("NEXT_REDIRECT");
  const logos = await world.db.store.findMany({ where: both, orderBy: { id: "asc" } });
  expect(logos.map(({ logoUrl }) => logoUrl)).toEqual([null, "http://localhost:3000/images/x"]);
  expect(lookingAt()).toBe(first.store.id);
});

test("every form of the dashboard that changes something of a store carries it", () => {
  const bare = sources("app/(seller)")
    .concat(sources("app/_forms"))
    .flatMap((file) => {
      const forms = readFileSync(file, "utf8").match(/<form\b[^>]*>/g) ?? [];
      return forms.filter((form) => !/method="get"/.test(form)).map((form) => `${file}: ${form}`);
    });
  // About the person, whichever store they look at.
  const personal = [
    "account/account-page.tsx",
    "account/passkeys/add-passkey.tsx",
    "account/two-step/codes-form.tsx",
  ];
  // Its address names the store, the product and the person, sealed.
  const sealed = ["upload-form.tsx"];
  const known = [...personal, ...sealed];
  expect(bare.filter((line) => !known.some((file) => line.includes(file)))).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => join(folder, name));
}
