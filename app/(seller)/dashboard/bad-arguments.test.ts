import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { signInAction } from "@/app/(auth)/actions";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { atPages, formWith, signIn } from "@/lib/testing/dashboard";
import { requestHeaders } from "@/lib/testing/request";
import { testStore, testWorld } from "@/lib/testing/world";
import EditDiscountPage from "./discounts/[id]/edit/page";
import EditLinkPage from "./links/[id]/edit/page";

requestHeaders({ "x-pathname": "/dashboard" });

// Whoever calls a server action chooses what it is given. None of it may be our fault, and all of it has one reader.

const world = atPages(testWorld());
const under = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
const files = [...under("app"), ...under("lib")].filter((file) =>
  readFileSync(file, "utf8").startsWith('"use server"'),
);
let shop: Awaited<ReturnType<typeof testStore>>;

beforeAll(async () => {
  shop = await testStore(world);
});
beforeEach(() => signIn(world, shop));

function formOf(fields: Record<string, string>): FormData {
  return formWith(fields);
}

/** A redirect and "not found" are answers of the framework. */
const isAnswer = (error: unknown) =>
  /^NEXT_(REDIRECT|HTTP)/.test(String((error as { digest?: unknown }).digest));

test.each(files)("every action of %s answers what is no form", async (file) => {
  const actions = Object.entries(await import(path.resolve(file)));
  const nothings = [[], [null, null], [0, { get: 1, toString: 2 }], [freshForm, ["id"]]];
  for (const [name, action] of actions)
    for (const given of nothings) {
      // The one before may have signed out.
      await signIn(world, shop);
      const failed = await (action as (...all: unknown[]) => Promise<unknown>)(...given).then(
        () => null,
        (error: unknown) => (isAnswer(error) ? null : error),
      );
      expect([name, given, failed]).toEqual([name, given, null]);
    }
});

test("a NUL at sign-in is a problem of its field", async () => {
  const state = await signInAction(
    freshForm,
    formOf({ email: "a\0@example.com", password: "long enough\0" }),
  );
  expect(Object.keys(state.errors).sort()).toEqual(["email", "password"]);
});

test.each([
  ["a discount", EditDiscountPage.send],
  ["a payment link", EditLinkPage.send],
])("an id that is none changes %s", async (_, action) => {
  for (const id of ["x", "0", "99999999999999999999", "1\0"]) {
    const state = await action(freshForm, formOf({ id, [openedForField]: String(shop.store.id) }));
    expect([id, Object.keys(state.errors)]).toEqual([id, ["id"]]);
  }
});

/** A form that is read around its reader. */
const around = /\bform\??\.(get|getAll|has|entries|values|forEach)\(|\bof form\b|\.\.\.form\]/;

test("no action reads a form but by its one reader", () => {
  const readers = [...files, ...under("lib/auth"), "app/(seller)/dashboard/upload.ts"];
  const found = readers.filter(
    (file) => !/form-fields(\.test)?\.ts$/.test(file) && around.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
  expect(around.test('String(form.get("id") ?? "")')).toBe(true);
});
