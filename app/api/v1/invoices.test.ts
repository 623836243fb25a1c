import { beforeEach, describe, expect, test } from "vitest";
import { DeliveryProblem } from "@/lib/providers/call-out";
import { apiClient, newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { testPaid } from "@/lib/testing/invoices";
import type { TestWorld } from "@/lib/testing/world";

const { world, route, keyed, ...stage } = await openApi({ store: { currency: "KES", country: "KE" } });
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const start = world.clock.now();

beforeEach(() => world.clock.set(start));

const line = { description: "Hours", quantity: 1.5, unit_price: 80_000 };
const base = { customer_name: "Amina", items: [line] };
const create = (body: unknown) => live("POST", "/invoices", body);
const made = async (body: object = {}) => (await create({ ...base, ...body })).body.data;
const act = (id: number, verb: string, body?: unknown) => live("POST", `/invoices/${id}/${verb}`, body);
const read = (id: number) => live("GET", `/invoices/${id}`);

describe("POST /invoices", () => {
  test("without send a draft is saved, with every member of the spec", async () => {
    const { status, body } = await create({
      ...base,
      customer_email: "Amina@example.com",
      customer_phone: "0712 345678",
      discount: 20_000,
      tax_label: "VAT",
      tax_rate: 16,
      due_on: "2026-03-31",
      notes: "Thank you",
      allow_part_payment: true,
      min_part_payment: 10_000,
    });
    expect(status).toBe(201);
    const { id, number, customer, url } = body.data;
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        object: "invoice",
        number: expect.stringMatching(/^INV-\d{6}$/),
        status: "draft",
        customer: {
          id: customer.id,
          name: "Amina",
          email: "amina@example.com",
          phone: "+254712345678",
        },
        currency: "KES",
        items: [line],
        subtotal: 120_000,
        discount: 20_000,
        tax_label: "VAT",
        tax_rate: 16,
        tax_amount: 16_000,
        total: 116_000,
        amount_paid: 0,
        balance: 116_000,
        allow_part_payment: true,
        min_part_payment: 10_000,
        notes: "Thank you",
        issued_on: null,
        due_on: "2026-03-31",
        sent_at: null,
        paid_at: null,
        cancelled_at: null,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/invoice\/[0-9A-Za-z]{22}$/),
        pdf_url: `${url}/pdf`,
        created_at: "2026-03-02T09:30:00+00:00",
        updated_at: "2026-03-02T09:30:00+00:00",
      },
    });
    expect((await read(id)).body).toEqual(body);
    expect(await world.db.message.count({ where: { objectId: `invoice/${id}` } })).toBe(0);
    expect((await made()).number > number).toBe(true);
  });

  test("with send it goes out at once and is sent", async () => {
    const { status, body } = await create({ ...base, customer_email: "a@example.com", send: ["email"] });
    expect([status, body.data.status, body.data.issued_on]).toEqual([201, "sent", "2026-03-02"]);
    expect(body.deliveries).toMatchObject([{ channel: "email", status: "kept" }]);
  });

  test.each([
    [{}, ["customer_name", "items"]],
    [{ ...base, items: [] }, ["items"]],
    [{ ...base, items: Array(51).fill(line) }, ["items"]],
    [{ ...base, items: [{ description: "", quantity: 0 }] }, ["items.0.description", "items.0.unit_price"]],
    [{ ...base, items: [{ ...line, quantity: -1 }] }, ["items.0.quantity"]],
    [{ ...base, discount: 120_001 }, ["discount"]],
    [{ ...base, tax_rate: 101 }, ["tax_rate"]],
    [{ ...base, due_on: "2026-03-01" }, ["due_on"]],
    [{ ...base, due_on: "0000-01-01" }, ["due_on"]],
    [{ ...base, customer_id: 2_147_483_647 }, ["customer_id"]],
    [{ ...base, send: ["email", "sms"] }, ["customer_email", "customer_phone"]],
    [{ ...base, send: ["fax"] }, ["send.0"]],
  ])("refuses %j", async (body, fields) => {
    const before = await world.db.invoice.count();
    const answer = await create(body);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields]);
    expect(await world.db.invoice.count()).toBe(before);
  });

  test("fifty lines are taken", async () => {
    expect((await made({ items: Array(50).fill(line) })).items).toHaveLength(50);
  });
});

describe("sending and cancelling", () => {
  /** A mail server that takes nothing. */
  const refusing = (): TestWorld => ({
    ...world,
    mailer: {
      send: async () => {
        throw new DeliveryProblem("The mail server refused the address.", true);
      },
    } as TestWorld["mailer"],
  });

  test("sending marks a draft sent; a paid or cancelled one is refused by its code", async () => {
    const { id } = await made({ customer_email: "a@example.com" });
    const sent = await act(id, "send", { channels: ["email"] });
    expect([sent.status, sent.body.data.status]).toEqual([200, "sent"]);
    const cancelled = await act(id, "cancel");
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, "cancelled"]);
    expect((await act(id, "cancel")).body).toEqual(cancelled.body);
    expect(await act(id, "send", { channels: ["email"] })).toMatchObject({
      status: 422,
      body: { error: "invoice_cancelled" },
    });
    const paid = await made({ customer_email: "a@example.com" });
    const row = await world.db.invoice.findUniqueOrThrow({
      where: { id: paid.id },
      include: { items: true, store: { select: { timeZone: true } } },
    });
    await testPaid(world, row, row.totalMinor);
    expect((await read(paid.id)).body.data).toMatchObject({ status: "paid", balance: 0 });
    for (const refused of [
      await act(paid.id, "send", { channels: ["email"] }),
      await act(paid.id, "cancel"),
    ]) {
      expect(refused).toMatchObject({ status: 422, body: { error: "invoice_paid" } });
    }
  });

  test("what no channel takes is delivery_failed with the reason of each; on creating it stays a draft", async () => {
    const { id } = await made({ customer_email: "a@example.com" });
    const strict = apiClient(refusing(), route);
    const init = { key: shop.liveKey, body: { channels: ["email"] } };
    const failed = await strict("POST", `/invoices/${id}/send`, init);
    expect([failed.status, failed.body.error]).toEqual([422, "delivery_failed"]);
    expect(failed.body.channels).toEqual({
      email: expect.stringContaining("does not take mail for this address"),
    });
    expect((await read(id)).body.data.status).toBe("draft");
    const body = { ...base, customer_email: "b@example.com", send: ["email"] };
    const draft = await strict("POST", "/invoices", { key: shop.liveKey, body });
    expect([draft.status, draft.body.data.status]).toEqual([201, "draft"]);
    expect(draft.body.deliveries).toMatchObject([{ channel: "email", status: "failed" }]);
  });

  test.each([{}, { channels: [] }, { channels: "email" }, { channels: ["post"] }])(
    "refuses %j",
    async (body) => {
      const { id } = await made({ customer_email: "a@example.com" });
      expect((await act(id, "send", body)).status).toBe(422);
    },
  );

  test("a channel without an address is told, and the other goes out", async () => {
    const { id } = await made();
    const none = await act(id, "send", { channels: ["sms"] });
    expect(none).toMatchObject({
      status: 422,
      body: { error: "delivery_failed", channels: { sms: "Not sent: the invoice has no phone number." } },
    });
    expect((await read(id)).body.data.status).toBe("draft");
    const reachable = await made({ customer_email: "a@example.com" });
    const both = await act(reachable.id, "send", { channels: ["sms", "email"] });
    expect(both).toMatchObject({
      status: 200,
      body: { data: { status: "sent" }, deliveries: [{ status: "failed" }, { channel: "email" }] },
    });
  });
});

test("the list is filtered by status, email, customer, number and time, newest first", async () => {
  shop = await newShop(world);
  const one = await made({ customer_email: "one@example.com" });
  world.clock.advance(86_400_000);
  const two = await made({ customer_email: "two@example.com", due_on: "2026-03-03", send: ["email"] });
  world.clock.advance(86_400_000);
  const three = await made({ customer_email: "two@example.com" });
  const ids = async (query: string) =>
    (await live("GET", `/invoices?${query}`)).body.data.map(({ id }: { id: number }) => id);
  expect(await ids("")).toEqual([three.id, two.id, one.id]);
  expect(await ids("status=draft")).toEqual([three.id, one.id]);
  expect(await ids("status=sent")).toEqual([]);
  expect(await ids("status=overdue")).toEqual([two.id]);
  expect(await ids("email=TWO@example.com")).toEqual([three.id, two.id]);
  expect(await ids(`number=${one.number}`)).toEqual([one.id]);
  expect(await ids("created_after=2026-03-03&created_before=2026-03-04")).toEqual([two.id]);
  expect(three.customer.id).toBe(two.customer.id);
  expect(await ids(`customer_id=${two.customer.id}&status=draft`)).toEqual([three.id]);
  const wrong = await live("GET", "/invoices?status=open&customer_id=x&created_after=0000-01-01");
  expect(Object.keys(wrong.body.errors)).toEqual(["status", "customer_id", "created_after"]);
});
