import { beforeEach, expect, test } from "vitest";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";

const { world, keyed, ...stage } = await openApi();
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const start = world.clock.now();

beforeEach(() => world.clock.set(start));

const path = (id: number) => `/payment-links/${id}`;
const create = (body: unknown) => live("POST", "/payment-links", body);
const read = (id: number) => live("GET", path(id));
const change = (id: number, body: unknown) => live("PATCH", path(id), body);
const made = async (body: object) => (await create({ title: "Lessons", amount: 500, ...body })).body.data;

test("creating answers 201 with every member of the spec", async () => {
  const { status, body } = await create({
    title: "Swimming",
    description: "Each Friday",
    amount: 50_000,
    max_payments: 20,
    expires_at: "2026-12-31T21:00:00+03:00",
    collect_email: true,
    custom_question: "Name of the child",
    thank_you_message: "See you.",
    redirect_url: "https://example.com/thanks",
  });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.any(Number),
    object: "payment_link",
    title: "Swimming",
    description: "Each Friday",
    amount_type: "fixed",
    amount: 50_000,
    min_amount: null,
    currency: "UGX",
    status: "active",
    is_active: true,
    is_reusable: true,
    max_payments: 20,
    expires_at: "2026-12-31T18:00:00+00:00",
    collect_email: true,
    custom_question: "Name of the child",
    thank_you_message: "See you.",
    redirect_url: "https://example.com/thanks",
    shows_places: false,
    payments_count: 0,
    total_collected: 0,
    url: expect.stringMatching(/^http:\/\/localhost:3000\/pay\/[0-9A-Za-z]{22}$/),
    created_at: "2026-03-02T09:30:00+00:00",
    updated_at: "2026-03-02T09:30:00+00:00",
  });
  expect((await read(body.data.id)).body).toEqual(body);
});

test.each([
  [{}, ["title", "amount"]],
  [{ title: "A" }, ["amount"]],
  [{ title: "A", amount: 0 }, ["amount"]],
  [{ title: "A", amount: 10.5 }, ["amount"]],
  [{ title: "A", amount: "500" }, ["amount"]],
  [{ title: "A", amount_type: "any", amount: 5 }, ["amount_type"]],
  [{ title: "A", amount: 500, expires_at: "2026-03-02T09:30:00+00:00" }, ["expires_at"]],
  [{ title: "A", amount: 500, expires_at: "tomorrow" }, ["expires_at"]],
  [{ title: "A", amount: 500, max_payments: 0 }, ["max_payments"]],
  [{ title: "A", amount: 500, is_reusable: "yes" }, ["is_reusable"]],
  [{ title: "A", amount: 500, redirect_url: "javascript:alert(1)" }, ["redirect_url"]],
  [{ title: "a".repeat(256), amount: 500 }, ["title"]],
])("refuses %j on %j", async (body, fields) => {
  const answer = await create(body);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
});

test("a custom link needs no amount and tells the least one", async () => {
  const link = await made({ amount_type: "custom", amount: null, min_amount: 1_000 });
  expect(link).toMatchObject({ amount_type: "custom", amount: null, min_amount: 1_000 });
});

test("PATCH changes what is sent; is_active false pauses and true resumes", async () => {
  const link = await made({ description: "Old" });
  world.clock.advance(1_000);
  const paused = await change(link.id, { is_active: false, title: "New" });
  expect([paused.status, paused.body.data]).toEqual([
    200,
    { ...link, title: "New", is_active: false, status: "paused", updated_at: "2026-03-02T09:30:01+00:00" },
  ]);
  expect((await change(link.id, { is_active: true })).body.data.status).toBe("active");
  expect((await change(link.id, { description: null })).body.data.description).toBeNull();
  expect((await change(link.id, { amount: null })).status).toBe(422);
});

test("a link expires by itself, and a later date brings it back", async () => {
  const link = await made({ expires_at: "2026-03-03T00:00:00+00:00" });
  world.clock.advance(86_400_000);
  expect((await read(link.id)).body.data.status).toBe("expired");
  const later = { expires_at: "2026-03-10T00:00:00+00:00" };
  expect((await change(link.id, later)).body.data.status).toBe("active");
});

test("DELETE answers what was deleted, and a second time 404", async () => {
  const { id } = await made({});
  const remove = () => live("DELETE", path(id));
  const first = await remove();
  expect([first.status, first.body]).toEqual([200, { data: { id, object: "payment_link", deleted: true } }]);
  for (const answer of [await remove(), await read(id), await change(id, { title: "x" })]) {
    expect(answer.status).toBe(404);
  }
});

test("the list is filtered by status, is_active and search, newest first", async () => {
  shop = await newShop(world);
  const full = await made({ title: "Full" });
  await world.db.paymentLink.update({ where: { id: full.id }, data: { maxPayments: 1, paymentsCount: 1 } });
  await made({ title: "Paused", is_active: false });
  await made({ title: "Soon over", expires_at: "2026-03-02T10:00:00+00:00" });
  await made({ title: "100% open", description: "Everybody" });
  await live("DELETE", path((await made({ title: "Gone" })).id));
  world.clock.advance(3_600_000);
  const titles = async (query: string) =>
    (await live("GET", `/payment-links?${query}`)).body.data.map((one: { title: string }) => one.title);
  expect(await titles("")).toEqual(["100% open", "Soon over", "Paused", "Full"]);
  expect(await titles("status=completed")).toEqual(["Full"]);
  expect(await titles("status=paused")).toEqual(["Paused"]);
  expect(await titles("status=expired")).toEqual(["Soon over"]);
  expect(await titles("status=active")).toEqual(["100% open"]);
  expect(await titles("is_active=false")).toEqual(["Paused"]);
  expect(await titles("is_active=true&search=O")).toEqual(["100% open", "Soon over"]);
  expect(await titles("search=%25")).toEqual(["100% open"]);
  expect(await titles("search=everyBODY")).toEqual(["100% open"]);
  const wrong = await live("GET", "/payment-links?status=open&is_active=maybe");
  expect(Object.keys(wrong.body.errors)).toEqual(["status", "is_active"]);
});
