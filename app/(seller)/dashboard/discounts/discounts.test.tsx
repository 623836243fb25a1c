import { beforeEach, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { createCodes } from "@/lib/services/catalog/discounts/save";
import { atPages, formWith, html, of, seenIn, signedIn } from "@/lib/testing/dashboard";
import { discount } from "@/lib/testing/discounts";
import { testStore, testWorld } from "@/lib/testing/world";
import { GET as batchFile } from "./[id]/codes/route";
import EditPage from "./[id]/edit/page";
import DiscountPage from "./[id]/page";
import { makeCodesAction } from "./actions";
import NewPage from "./new/page";

const world = atPages(testWorld());
const shop = signedIn(world, beforeEach);

type Action = typeof NewPage.send;

/** What the form says after it was sent: its problems by field, or where it leads. */
async function send(action: Action, fields: Record<string, string>) {
  const form = formWith({ [openedForField]: String(shop.store.id), ...fields });
  try {
    const { errors } = await action(freshForm, form);
    return Object.keys(errors ?? {});
  } catch (error) {
    if (error instanceof Error && "digest" in error) return String(error.digest).split(";")[2];
    throw error;
  }
}

const vouchers = (more: Record<string, unknown> = {}) =>
  discount(world, shop, { name: "Scratch cards", code: null, percent: 100, ...more });

async function fileOf(id: number, batch: string): Promise<Response | string> {
  const asked = new Request(`http://localhost:3000/codes?batch=${batch}`);
  return batchFile(asked, of(id)).catch((error) => String(error.digest));
}

test("the form makes what was typed, and shows what is wrong at its field", async () => {
  const typed = {
    name: "Launch",
    applies: "code",
    code: "save20",
    type: "percent",
    value: "20",
    duration: "once",
  };
  expect(await send(NewPage.send, { ...typed, value: "120" })).toEqual(["value"]);
  expect(await send(NewPage.send, { ...typed, code: "no" })).toEqual(["code"]);
  expect(await send(NewPage.send, { ...typed, duration: "periods" })).toEqual(["durationPeriods"]);
  expect(await send(NewPage.send, typed)).toMatch(/^\/dashboard\/discounts\/\d+$/);
  const { id } = await world.db.discount.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(await send(NewPage.send, { ...typed, name: "Other" })).toEqual(["code"]);
  const later = { ...typed, id: String(id), name: "Later" };
  const seen = seenIn(await html(EditPage(of(id))));
  expect(await send(EditPage.send, later), "of no page").toEqual(["form"]);
  expect(await send(EditPage.send, { ...later, seen })).toContain(`/${id}`);
  expect(await world.db.discount.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ name: "Later", percentHundredths: 2_000, duration: "once" },
  });
  expect(await send(makeCodesAction, { id: String(id), count: "1001", prefix: "" })).toEqual(["count"]);
  expect(await send(makeCodesAction, { id: String(id), count: "3", prefix: "gym" })).toContain(`/${id}`);
  expect(await html(DiscountPage(of(id)))).toContain("0 of 3");
});

test("a batch of codes is a file, and no other address is one", async () => {
  const { id } = await vouchers();
  const made = await createCodes(world, shop.live, id, { count: 2, prefix: "GYM", max_redemptions: 1 });
  const file = await fileOf(id, "1");
  if (typeof file === "string") throw new Error(file);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines[0]).toContain("code,redeemed,max_redemptions");
  expect(lines.slice(1).sort()).toEqual(made.map(({ code }) => `${code},0,1`).sort());
  for (const batch of ["2", "0", "-1", "1.5", "x", "", "99999999999"])
    expect([batch, await fileOf(id, batch)]).toEqual([batch, expect.stringContaining("404")]);
  const other = await testStore(world);
  const theirs = await discount(world, other, { code: null, percent: 100 });
  await createCodes(world, other.live, theirs.id, { count: 1, prefix: null, max_redemptions: 1 });
  expect(await fileOf(theirs.id, "1")).toContain("404");
});

test("who only looks on reads no vouchers: whoever has their codes can spend them", async () => {
  const { id } = await vouchers();
  await createCodes(world, shop.live, id, { count: 2, prefix: "GYM", max_redemptions: 1 });
  await world.db.member.updateMany({ where: { accountId: shop.accountId }, data: { role: "viewer" } });
  expect((await html(DiscountPage(of(id)))).includes("codes?batch=")).toBe(false);
  expect(await fileOf(id, "1")).toContain("404");
});

test("a discount for a product that is no longer sold keeps it when its form is sent", async () => {
  const [{ id: productId }] = shop.products;
  const { id } = await vouchers({ product_ids: [productId] });
  await world.db.product.update({ where: { id: productId }, data: { status: "archived" } });
  const page = await html(EditPage(of(id)));
  expect(page.match(new RegExp(`<input[^>]*value="${productId}"[^>]*>`))?.[0] ?? "").toContain("checked");
});
