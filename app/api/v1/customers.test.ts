import { beforeAll, describe, expect, test } from "vitest";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { paidOrder } from "@/lib/testing/order";

const { world, call, keyed, ...stage } = await openApi();
let { shop } = stage;
const live = keyed(() => shop.liveKey);

const get = (path: string) => live("GET", path);
const post = (body: unknown) => live("POST", "/customers", body);
const patch = (id: number, body: unknown) => live("PATCH", `/customers/${id}`, body);
const names = async (query: string) =>
  (await get(`/customers?${query}`)).body.data.map((one: { name: string }) => one.name);
const events = async (id: number) =>
  (
    await world.db.event.findMany({ where: { objectId: `customer/${id}` }, orderBy: { sequence: "asc" } })
  ).map((one) => ({ ...JSON.parse(one.payload), storeId: one.storeId }));

describe("POST /customers", () => {
  test("creates a customer with every member of the spec, and the status is 201", async () => {
    const { status, body } = await post({
      name: " Amina Okello ",
      email: " Amina@Example.com",
      phone: "0772 123456",
      company: "Okello Traders",
      country: "UG",
      city: "Kampala",
      address: "Plot 1\nKampala Road",
      status: "blocked",
      lifetime_value: 9,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        object: "customer",
        name: "Amina Okello",
        email: "amina@example.com",
        phone: "+256772123456",
        company: "Okello Traders",
        country: "UG",
        city: "Kampala",
        address: "Plot 1\nKampala Road",
        status: "active",
        source: "api",
        lifetime_value: 0,
        customer_since: "2026-03-02T09:30:00+00:00",
        accepts_marketing: false,
        created_at: "2026-03-02T09:30:00+00:00",
        updated_at: "2026-03-02T09:30:00+00:00",
      },
    });
    expect((await get(`/customers/${body.data.id}`)).body).toEqual(body);
    expect((await events(body.data.id)).map(({ type, data }) => [type, data])).toEqual([
      ["customer.created", { ...body.data, livemode: true }],
    ]);
  });

  test("updates the customer of that e-mail, and the status is 200; what is not sent stays", async () => {
    const first = await post({ name: "Ben", email: "ben@example.com", city: "Gulu", company: "B" });
    world.clock.advance(60_000);
    const again = await post({ name: "Ben O.", email: "BEN@example.com", phone: "+256772000001", city: "" });
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({
      ...first.body.data,
      name: "Ben O.",
      phone: "+256772000001",
      updated_at: "2026-03-02T09:31:00+00:00",
    });
    expect((await events(first.body.data.id)).map(({ type }) => type)).toEqual([
      "customer.created",
      "customer.updated",
    ]);
  });

  test("updates the customer of that phone when nobody has the e-mail", async () => {
    const first = await post({ name: "Cleo", phone: "0772 000 002" });
    const again = await post({ name: "Cleo", phone: "256772000002", email: "cleo@example.com" });
    expect([again.status, again.body.data.id, again.body.data.email]).toEqual([
      200,
      first.body.data.id,
      "cleo@example.com",
    ]);
  });

  test("an e-mail of one customer with the phone of another is a 422 on phone", async () => {
    await post({ name: "Dan", email: "dan@example.com" });
    await post({ name: "Eve", phone: "0772000003" });
    const both = await post({ name: "Dan", email: "dan@example.com", phone: "0772000003" });
    expect([both.status, both.body.errors]).toEqual([
      422,
      { phone: ["Another customer has this phone number."] },
    ]);
  });

  test("the same again changes nothing and tells nothing", async () => {
    const body = { name: "Fay", email: "fay@example.com" };
    const { data } = (await post(body)).body;
    world.clock.advance(60_000);
    const again = await post(body);
    expect([again.status, again.body.data]).toEqual([200, data]);
    expect(await events(data.id)).toHaveLength(1);
  });

  test.each([
    [{}, ["email", "name", "phone"]],
    [{ email: "x@example.com" }, ["name"]],
    [{ name: " ", email: "x@example.com" }, ["name"]],
    [{ name: "X" }, ["email", "phone"]],
    [{ name: "X", email: "", phone: " " }, ["email", "phone"]],
    [{ name: "X", email: "nobody" }, ["email"]],
    [{ name: "X", phone: "12" }, ["phone"]],
    [{ name: "a\nb", email: "x@example.com" }, ["name"]],
    [{ name: "a".repeat(256), email: "x@example.com" }, ["name"]],
    [
      { name: 1, email: true, phone: {}, company: [], city: 2, country: 3, address: 4 },
      ["address", "city", "company", "country", "email", "name", "phone"],
    ],
  ])("refuses %j on %j", async (body, fields) => {
    const { status, body: answer } = await post(body);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors).sort()).toEqual(fields);
    // The message is of use alone: it names its field.
    expect(fields).toContain(answer.message.split(": ")[0]);
  });

  test("whether they agreed to news is noted, changed and told; null and nothing leave it", async () => {
    const marketing = async (body: object) =>
      (await post({ name: "Nia", email: "nia@example.com", ...body })).body.data.accepts_marketing;
    expect(await marketing({})).toBe(false);
    expect(await marketing({ accepts_marketing: true })).toBe(true);
    expect(await marketing({ accepts_marketing: null })).toBe(true);
    expect((await post({ name: "Nia", email: "nia@example.com", accepts_marketing: "yes" })).status).toBe(
      422,
    );
  });

  test("who is blocked is told as blocked, and let in again", async () => {
    const { data } = (await post({ name: "Odd", email: "odd@example.com" })).body;
    const patch = (body: object) => live("PATCH", `/customers/${data.id}`, body);
    expect((await patch({ status: "blocked" })).body.data.status).toBe("blocked");
    expect((await patch({ status: null, city: "Jinja" })).body.data.status).toBe("blocked");
    expect((await patch({ status: "gone" })).status).toBe(422);
    expect((await patch({ status: "active", accepts_marketing: true })).body.data).toMatchObject({
      ...{ status: "active", accepts_marketing: true, city: "Jinja" },
    });
  });

  test("forty at once make one customer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        post({ name: "Gus", email: "gus@example.com", ...(at % 2 ? { phone: "0772000004" } : {}) }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(39).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await names("email=gus@example.com")).toEqual(["Gus"]);
  });
});

describe("PATCH /customers/{id}", () => {
  test("changes what is sent; null takes it away", async () => {
    const { data } = (await post({ name: "Hal", email: "hal@example.com", city: "Gulu" })).body;
    const changed = await patch(data.id, { phone: "0772000005", email: null, city: "", company: "H" });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      name: "Hal",
      email: null,
      phone: "+256772000005",
      city: null,
      company: "H",
    });
    expect((await events(data.id)).map(({ type }) => type)).toEqual(["customer.created", "customer.updated"]);
    expect((await patch(data.id, {})).body).toEqual(changed.body);
    expect(await events(data.id)).toHaveLength(2);
  });

  test("refuses another customer's e-mail and phone, and to leave neither", async () => {
    const { data } = (await post({ name: "Ida", email: "ida@example.com" })).body;
    const taken = await patch(data.id, { email: "amina@example.com", phone: "0772123456" });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ["email", "phone"]]);
    const neither = await patch(data.id, { email: "" });
    expect([neither.status, Object.keys(neither.body.errors)]).toEqual([422, ["email", "phone"]]);
    expect((await patch(data.id, { name: null })).status).toBe(422);
    expect((await get(`/customers/${data.id}`)).body.data).toEqual(data);
  });
});

describe("GET /customers", () => {
  beforeAll(async () => {
    shop = await newShop(world);
    for (const one of [
      { name: "Juma 100%", email: "juma@example.com", phone: "0772 555001" },
      { name: "Kato_K", email: "kato@example.com" },
      { name: "KATOX", phone: "0772555002" },
    ]) {
      await post(one);
      world.clock.advance(1_000);
    }
  });

  test("email and phone are exact, search is a part of a name, e-mail or phone; newest first", async () => {
    expect(await names("")).toEqual(["KATOX", "Kato_K", "Juma 100%"]);
    expect(await names("email=KATO@example.com")).toEqual(["Kato_K"]);
    expect(await names("email=kato")).toEqual([]);
    expect(await names("phone=0772555001")).toEqual(["Juma 100%"]);
    expect(await names("phone=%2B256%20772%20555002")).toEqual(["KATOX"]);
    expect(await names("phone=077255500")).toEqual([]);
    expect(await names("search=kato")).toEqual(["KATOX", "Kato_K"]);
    expect(await names("search=JUMA@")).toEqual(["Juma 100%"]);
    expect(await names("search=0772%20555")).toEqual(["KATOX", "Juma 100%"]);
    expect(await names("search=%25")).toEqual(["Juma 100%"]);
    expect(await names("search=kato_")).toEqual(["Kato_K"]);
    expect(await names("search=kato&email=kato@example.com")).toEqual(["Kato_K"]);
    expect((await get("/customers?search=kato&per_page=1")).body.meta).toEqual({
      current_page: 1,
      last_page: 2,
      per_page: 1,
      total: 2,
    });
  });

  test("lifetime_value is what the paid orders come to, less refunds, in the store's currency", async () => {
    const order = await paidOrder(world, shop, { name: "Lena", email: "lena@example.com" });
    const { customerId } = order;
    const { id: _id, customer: _customer, items: _items, ...row } = order;
    const more = async (overrides: object) =>
      world.db.order.create({
        data: {
          ...row,
          number: `X${Math.random()}`,
          receiptToken: `x${Math.random()}`,
          ...overrides,
        },
      });
    await more({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
    await more({ paymentStatus: "refunded", refundedMinor: 50_000n });
    await more({ paymentStatus: "pending" });
    await more({ currency: "KES" });
    expect((await get(`/customers/${customerId}`)).body.data.lifetime_value).toBe(80_000);
    expect((await get("/customers?email=lena@example.com")).body.data[0].lifetime_value).toBe(80_000);
  });

  test("the stores of one account share customers; another account sees none of them", async () => {
    const other = await newShop(world);
    const { data } = (await post({ name: "Mia", email: "mia@example.com" })).body;
    expect((await call("GET", `/customers/${data.id}`, { key: other.liveKey })).status).toBe(404);
    const stranger = { name: "Mia", email: "mia@example.com" };
    expect((await call("POST", "/customers", { key: other.liveKey, body: stranger })).status).toBe(201);
    await world.db.store.update({ where: { id: other.store.id }, data: { accountId: shop.accountId } });
    expect((await call("GET", `/customers/${data.id}`, { key: other.liveKey })).body.data).toEqual(data);
    const change = { key: other.liveKey, body: { city: "Gulu" } };
    await call("PATCH", `/customers/${data.id}`, change);
    const told = (await events(data.id)).filter(({ type }) => type === "customer.updated");
    expect(told.map(({ storeId }) => storeId).sort()).toEqual([shop.store.id, other.store.id].sort());
  });
});

test("whom an unpaid order names is found by that id, though in no list, and cannot be changed", async () => {
  const { id } = await paidOrder(world, shop, { paymentStatus: "pending", name: "Tried in vain" });
  const { body } = await get(`/orders/${id}`);
  const named = body.data.customer;
  await world.db.customer.update({ where: { id: named.id }, data: { prospect: true } });
  const found = await get(`/customers/${named.id}`);
  expect(found.status).toBe(200);
  expect(found.body.data).toMatchObject(named);
  expect(await names(`search=${encodeURIComponent(named.name)}`)).toEqual([]);
  expect((await patch(named.id, { name: "Eve" })).status).toBe(404);
  const other = await newShop(world);
  expect((await call("GET", `/customers/${named.id}`, { key: other.liveKey })).status).toBe(404);
});
