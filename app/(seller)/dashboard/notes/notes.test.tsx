import { beforeEach, expect, test } from "vitest";
import { readFlash, serverCookie } from "@/lib/auth/sealed-cookie";
import { openedForField } from "@/lib/domain/opened-for";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { jar, requestHeaders } from "@/lib/testing/request";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import CustomerPage from "../customers/[id]/page";
import { GET as customersFile } from "../customers/export/route";
import CustomersPage from "../customers/page";
import { bulkAction } from "../list-actions";
import OrderPage from "../orders/[id]/page";
import { GET as ordersFile } from "../orders/export/route";
import OrdersPage from "../orders/page";
import { GET as live } from "../search/live/route";
import { deleteNoteAction } from "./actions";

const world = atPages(testWorld());
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
  await signIn(world, shop, jar);
});

const lists = {
  orders: { page: OrdersPage, file: ordersFile, one: OrderPage },
  customers: { page: CustomersPage, file: customersFile, one: CustomerPage },
};
type List = keyof typeof lists;

/** Presses a button of the list's bar as a browser without script does, and returns what is said and offered next. */
async function press(list: List, fields: Record<string, string>, rows: (string | number)[]) {
  const form = new FormData();
  const all = { ...fields, list: `/dashboard/${list}`, [openedForField]: String(shop.store.id) };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  for (const row of rows) form.append("rows", String(row));
  jar.delete(serverCookie("flash").name);
  await expect(bulkAction(form)).rejects.toThrow("NEXT_REDIRECT");
  requestHeaders({ "x-pathname": `/dashboard/${list}` });
  return readFlash();
}

async function rowsOf(list: List): Promise<[first: number, second: number]> {
  const both = [
    await paidOrder(world, shop, { name: "Amina" }),
    await paidOrder(world, shop, { name: "Zainab" }),
  ];
  const [first, second] = both.map(({ id, customerId }) => (list === "orders" ? id : customerId));
  return [first ?? 0, second ?? 0];
}

test.each(["orders", "customers"] as const)(
  "%s: a tag is put on rows and undone for those changed",
  async (list) => {
    const [first, second] = await rowsOf(list);
    const { page, file, one } = lists[list];
    const had = await press(list, { act: "tag", tag: "VIP" }, [first]);
    expect(had).toMatchObject({ tone: "ok", text: "Add tag: 1 done.", press: { rows: [String(first)] } });
    const said = await press(list, { act: "tag", tag: "vip" }, [first, second, 999_999_999]);
    expect(said?.press).toEqual({
      label: "Undo",
      fields: { list: `/dashboard/${list}`, act: "untag", tag: "vip" },
      rows: [String(second)],
    });
    const shown = await html(page(search({ tag: "Vip" })));
    for (const part of [">Amina<", ">Zainab<", ">VIP</bdi>", ">vip</bdi>", "<datalist", ">Tag: Vip<"])
      expect(shown).toContain(part);
    // The offered press is in the page, for a browser without script.
    expect(shown).toContain(`<input type="hidden" name="rows" value="${second}"/><button`);
    expect(shown).toContain(">Undo</button>");

    const back = await press(list, said?.press?.fields ?? {}, said?.press?.rows ?? []);
    expect(back?.press).toMatchObject({ fields: { act: "tag", tag: "vip" }, rows: [String(second)] });
    const after = await html(page(search({ tag: "Vip" })));
    expect([after.includes(">Amina<"), after.includes(">Zainab<")]).toEqual([true, false]);
    const lines = await (await file(new Request("http://localhost/export?tag=vip"))).text();
    expect(
      lines
        .trim()
        .split("\r\n")
        .map((line) => line.split(",").at(-1)),
    ).toEqual(["tags", "VIP"]);
    expect(await html(one(of(first)))).toContain(`href="/dashboard/${list}?tag=VIP"`);
    const found = await (await live(new Request("http://localhost/dashboard/search/live?q=vi"))).json();
    expect(found.groups).toContainEqual({
      title: "Tags",
      lines: [{ href: `/dashboard/${list}?tag=VIP`, title: "VIP", more: expect.any(String) }],
    });
    expect(await press(list, { act: "untag", tag: "VIP" }, [second])).not.toHaveProperty("press");
    expect(await press(list, { act: "tag", tag: " " }, [first])).toMatchObject({ tone: "bad" });
  },
);

test("the undo of a hundred rows fits a cookie", async () => {
  const [first] = await rowsOf("orders");
  const rows = [first, ...Array.from({ length: 99 }, (_, index) => 900_000_000 + index)];
  await press("orders", { act: "tag", tag: "é".repeat(40) }, rows);
  const { value } = jar.get(serverCookie("flash").name) ?? { value: "" };
  // In the worst case each of the hundred is in it, with nine digits, its quotes and its comma.
  expect(value.length + Math.ceil((99 * 12 * 4) / 3)).toBeLessThan(4_000);
});

test("who may only look sees notes and tags, and no form", async () => {
  const { id } = await paidOrder(world, shop, { name: "Amina" });
  await press("orders", { act: "tag", tag: "VIP" }, [id]);
  const about = { storeId: shop.store.id, orderId: id, createdAt: world.clock.now() };
  const note = await world.db.note.create({
    data: { ...about, text: "<b>Late</b>", writtenBy: shop.owner.id },
  });
  const page = await html(OrderPage(of(id)));
  for (const part of ["&lt;b&gt;Late&lt;/b&gt;", "Olive Owner", ">Save the note</button>"])
    expect(page).toContain(part);
  await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role: "viewer" } });
  jar.delete(serverCookie("flash").name);
  const seen = await html(OrderPage(of(id)));
  expect(seen).toContain("&lt;b&gt;Late&lt;/b&gt;");
  for (const part of ["Save the note", "Add tag", "Delete this note"]) expect(seen).not.toContain(part);
  const form = new FormData();
  const fields = {
    kind: "order",
    id: String(id),
    note: String(note.id),
    [openedForField]: String(shop.store.id),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await expect(deleteNoteAction(form)).rejects.toThrow("NEXT_REDIRECT");
  expect(await world.db.note.count({ where: { id: note.id } })).toBe(1);
});
