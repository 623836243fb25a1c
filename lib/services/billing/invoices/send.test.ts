import { beforeEach, expect, test } from "vitest";
import { addDays, type CivilDate, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { NotFound, Refusal, say } from "@/lib/domain/refusal";
import { DeliveryProblem } from "@/lib/providers/call-out";
import { transact } from "@/lib/services/core/unit";
import { writeConsent } from "@/lib/services/notify/whatsapp/consent";
import { testDraft, testPaid } from "@/lib/testing/invoices";
import { deliverMessages, outbox, type Takers, takers } from "@/lib/testing/outbox";
import { whatsappTaker } from "@/lib/testing/whatsapp";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { cancelInvoice } from "./record";
import { publishOverdueInvoices, remindDueInvoices, switchReminders } from "./remind";
import { DeliveryFailed, sendInvoice } from "./send";
import { markSentByHand } from "./sent";

let provided: Takers;
let world: TestWorld;
let shop: TestStore;

const both = { customer_email: "amina@example.com", customer_phone: "0772 000111" };

beforeEach(async () => {
  provided = takers();
  world = testWorld(provided);
  shop = await testStore(world);
  await world.db.invoice.updateMany({ data: { nextDueAt: null } });
});

test("sent by e-mail and SMS: each says what became of it, the invoice is sent and told once", async () => {
  const { id, token } = await testDraft(world, shop.live, { ...both, due_on: "2026-03-20" });
  const { invoice, deliveries } = await sendInvoice(world, shop.live, id, ["email", "sms"]);
  expect(deliveries).toEqual([
    { channel: "email", status: "sent", reason: null },
    { channel: "sms", status: "sent", reason: null },
  ]);
  expect(invoice).toMatchObject({ sentAt: world.clock.now(), issuedOn: new Date("2026-03-02") });
  expect(provided.taken.map(({ to }) => to).sort()).toEqual(["+256772000111", "amina@example.com"]);
  for (const { text } of provided.taken) expect(text).toContain(`http://localhost:3000/invoice/${token}`);
  expect(await outbox(world, shop.store.id)).toEqual([
    "invoice_sent_due email sent",
    "invoice_sent_due sms sent",
  ]);
  expect(await eventTypes()).toEqual(["invoice.sent"]);
});

test.each([
  [null, "+256772000221"],
  [131_026, "+256772000222"],
  [130_429, "+256772000223"],
])(
  "to a customer who asked for WhatsApp it goes so, and by SMS where that is refused (%s); twice is once",
  async (code, phone) => {
    const whatsapp = whatsappTaker();
    whatsapp.codeOf = () => code;
    world.whatsapp = whatsapp;
    const said = { storeId: shop.store.id, phone, userId: null };
    await transact(world, async (unit) => writeConsent(unit, { ...said, state: "in", how: "settings" }));
    const { id } = await testDraft(world, shop.live, { customer_phone: phone });
    for (let times = 0; times < 2; times += 1)
      expect((await sendInvoice(world, shop.live, id, ["sms"])).deliveries).toMatchObject([
        { channel: "sms", status: "sent" },
      ]);
    await deliverMessages(world, { storeId: shop.store.id });
    expect([whatsapp.taken.length, provided.taken.length]).toEqual(code === null ? [1, 0] : [0, 1]);
    const { sentAt, sentBy } = await world.db.invoice.findUniqueOrThrow({ where: { id } });
    expect([sentAt !== null, sentBy]).toEqual([true, ["sms"]]);
  },
);

test("one channel takes it, the other does not: it is sent, and the answer says why not", async () => {
  provided.problem.sms = new DeliveryProblem("Africa's Talking: InvalidPhoneNumber (403).", true);
  const { id } = await testDraft(world, shop.live, both);
  const { invoice, deliveries } = await sendInvoice(world, shop.live, id, ["email", "sms"]);
  expect(deliveries).toEqual([
    { channel: "email", status: "sent", reason: null },
    { channel: "sms", status: "failed", reason: say("sms_refused") },
  ]);
  expect(invoice.sentAt).not.toBeNull();
});

test("no channel takes it: delivery_failed with each reason, a draft as before, and nothing is sent later", async () => {
  provided.problem.email = new Error("421 try later, amina@example.com");
  provided.problem.sms = new DeliveryProblem("The SMS provider could not be reached.", false);
  const { id } = await testDraft(world, shop.live, both);
  const failed = await sendInvoice(world, shop.live, id, ["email", "sms"]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DeliveryFailed);
  expect(failed).toMatchObject({
    code: "delivery_failed",
    deliveries: [
      { channel: "email", status: "failed", reason: { code: "email_not_taken" } },
      { channel: "sms", status: "failed", reason: { code: "sms_not_taken" } },
    ],
  });
  // What the servers answered names machines: it is in the log of messages alone.
  expect(JSON.stringify(failed)).not.toMatch(/421|could not be reached/);
  provided.problem.email = null;
  provided.problem.sms = null;
  world.clock.advance(24 * hourMs);
  await deliverMessages(world, { storeId: shop.store.id });
  expect(provided.taken).toEqual([]);
  expect((await read(id)).sentAt).toBeNull();
  // Corrected and sent again, it goes out.
  expect((await sendInvoice(world, shop.live, id, ["email"])).invoice.sentAt).not.toBeNull();
});

test("on a laptop without a mail server it is kept in the message log, which counts and says so", async () => {
  const poor = { ...world, mailer: null, sms: null };
  const { id } = await testDraft(poor, shop.live, both);
  const { invoice, deliveries } = await sendInvoice(poor, shop.live, id, ["email", "sms"]);
  expect(deliveries).toMatchObject([
    { channel: "email", status: "kept", reason: { code: "kept_email" } },
    { channel: "sms", status: "kept", reason: { code: "kept_sms" } },
  ]);
  expect(invoice.sentAt).not.toBeNull();
  expect(await outbox(world, shop.store.id)).toEqual(["invoice_sent email kept", "invoice_sent sms kept"]);
  expect(await eventTypes()).toEqual(["invoice.sent"]);
});

test("elsewhere a channel that nobody serves has failed, and alone it is delivery_failed: nothing is written", async () => {
  const server = { ...world, sms: null, config: { ...world.config, siteUrl: "https://pay.example.com" } };
  const { id } = await testDraft(server, shop.live, both);
  await expect(sendInvoice(server, shop.live, id, ["sms"])).rejects.toMatchObject({
    code: "delivery_failed",
    deliveries: [{ channel: "sms", status: "failed", reason: { code: "no_sms_server" } }],
  });
  expect(await read(id)).toMatchObject({ sentAt: null, sentBy: [] });
  expect(await outbox(world, shop.store.id)).toEqual([]);
  const { invoice, deliveries } = await sendInvoice(server, shop.live, id, ["email", "sms"]);
  expect(deliveries.map(({ status }) => status)).toEqual(["sent", "failed"]);
  expect(invoice).toMatchObject({ sentAt: world.clock.now(), sentBy: ["email"] });
});

test("a channel without an address does not keep the other from going out", async () => {
  const { id } = await testDraft(world, shop.live, { customer_email: "amina@example.com" });
  const { invoice, deliveries } = await sendInvoice(world, shop.live, id, ["sms", "email"]);
  expect(deliveries).toEqual([
    { channel: "sms", status: "failed", reason: say("no_sms_address") },
    { channel: "email", status: "sent", reason: null },
  ]);
  expect(invoice.sentAt).not.toBeNull();
});

test("marked as sent by hand it is sent once, and nobody is reminded of it", async () => {
  const { id } = await testDraft(world, shop.live, { ...both, due_on: "2026-03-10" });
  const marked = await markSentByHand(world, shop.live, id);
  expect(marked).toMatchObject({ sentAt: world.clock.now(), sentBy: [], issuedOn: new Date("2026-03-02") });
  await markSentByHand(world, shop.live, id);
  await runTo("2026-03-20");
  expect(await reminders()).toEqual([]);
  expect(await eventTypes()).toEqual(["invoice.sent", "invoice.overdue"]);
  await cancelInvoice(world, shop.live, id);
  await expect(markSentByHand(world, shop.live, id)).rejects.toEqual(new Refusal("invoice_cancelled"));
});

test("reminders go out on the channels that were chosen for sending, and on no other", async () => {
  const { id } = await testDraft(world, shop.live, { ...both, due_on: "2026-03-10" });
  await sendInvoice(world, shop.live, id, ["email"]);
  await runTo("2026-03-12");
  await sendInvoice(world, shop.live, id, ["sms"]);
  await runTo("2026-03-14");
  const rows = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: { in: ["invoice_due_day", "invoice_three_days_late"] } },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ template, channel }) => [template, channel])).toEqual([
    ["invoice_due_day", "email"],
    ["invoice_three_days_late", "email"],
    ["invoice_three_days_late", "sms"],
  ]);
});

test("a crash between writing and handing over loses nothing: the worker sends it, and then the invoice is sent", async () => {
  const { id } = await testDraft(world, shop.live, both);
  let die: ((error: Error) => void) | null = null;
  const crashing = {
    ...world,
    mailer: {
      send: () =>
        new Promise<never>((_, reject) => {
          die = reject;
        }),
    },
  };
  const hanging = sendInvoice(crashing, shop.live, id, ["email"]).catch(() => {});
  await expect.poll(() => outbox(world, shop.store.id)).toEqual(["invoice_sent email queued"]);
  // The document is made first, which takes its time on a busy machine.
  await expect.poll(() => die, { timeout: 30_000 }).not.toBeNull();
  // Its lease keeps the worker away while the first one may still be at it.
  await deliverMessages(world, { storeId: shop.store.id });
  expect(provided.taken).toEqual([]);
  world.clock.advance(121_000);
  await deliverMessages(world, { storeId: shop.store.id });
  expect(provided.taken).toHaveLength(1);
  expect((await read(id)).sentAt).toEqual(world.clock.now());
  expect(await eventTypes()).toEqual(["invoice.sent"]);
  // The first one wakes up after all; what it says comes too late to change anything.
  (die as ((error: Error) => void) | null)?.(new Error("gone"));
  await hanging;
  expect(await outbox(world, shop.store.id)).toEqual(["invoice_sent email sent"]);
});

test("pressed twice it goes out once; a minute later it may be sent again, and the status does not move back", async () => {
  const { id } = await testDraft(world, shop.live, both);
  const presses = [1, 2].map(() => sendInvoice(world, shop.live, id, ["email"]));
  const results = await Promise.all(presses);
  expect(results.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual([
    "sent",
    "sent",
  ]);
  expect(provided.taken).toHaveLength(1);
  const { sentAt } = await read(id);
  world.clock.advance(61_000);
  await sendInvoice(world, shop.live, id, ["email"]);
  expect(provided.taken).toHaveLength(2);
  expect((await read(id)).sentAt).toEqual(sentAt);
  expect(await eventTypes()).toEqual(["invoice.sent"]);
});

test("paid and cancelled ones, foreign ones and missing addresses are refused, and nothing is written", async () => {
  const paid = await testDraft(world, shop.live, both);
  await testPaid(world, paid, paid.totalMinor);
  const cancelled = await testDraft(world, shop.live, both);
  await cancelInvoice(world, shop.live, cancelled.id);
  const nameless = await testDraft(world, shop.live);
  const other = await testStore(world);
  const send = (id: number) => sendInvoice(world, shop.live, id, ["email", "sms"]);
  await expect(send(paid.id)).rejects.toEqual(new Refusal("invoice_paid"));
  await expect(send(cancelled.id)).rejects.toEqual(new Refusal("invoice_cancelled"));
  await expect(send(nameless.id)).rejects.toMatchObject({
    code: "delivery_failed",
    deliveries: [{ reason: say("no_email_address") }, { reason: say("no_sms_address") }],
  });
  await expect(sendInvoice(world, other.live, paid.id, ["email"])).rejects.toThrow(NotFound);
  expect(await outbox(world, shop.store.id)).toEqual([]);
});

test("reminders go out at nine on the due day and 3 and 7 days after it; overdue is told once", async () => {
  await sent({ due_on: "2026-03-10" });
  await runTo("2026-04-01");
  expect(await reminders()).toEqual([
    "2026-03-10 09:00 invoice_due_day",
    "2026-03-13 09:00 invoice_three_days_late",
    "2026-03-17 09:00 invoice_seven_days_late",
  ]);
  expect(await eventTypes()).toEqual(["invoice.sent", "invoice.overdue"]);
});

test("after an outage only the latest reminder is sent, and two workers at once send it once", async () => {
  await sent({ due_on: "2026-03-10" });
  world.clock.set(new Date("2026-03-18T10:00:00Z"));
  await Promise.all([remindDueInvoices(world), remindDueInvoices(world), publishOverdueInvoices(world)]);
  await remindDueInvoices(world);
  expect(await reminders()).toEqual(["2026-03-18 13:00 invoice_seven_days_late"]);
  expect(await eventTypes()).toEqual(["invoice.sent", "invoice.overdue"]);
});

test.each([
  ["paid", (id: number) => read(id).then((row) => testPaid(world, row, row.totalMinor))],
  ["cancelled", (id: number) => cancelInvoice(world, shop.live, id)],
  ["switched off", (id: number) => switchReminders(world, shop.live, id, false)],
])("an invoice that is %s is not reminded of", async (_what, act) => {
  const id = await sent({ due_on: "2026-03-10" });
  await act(id);
  await runTo("2026-04-01");
  expect(await reminders()).toEqual([]);
});

test("a reminder that waited in the outbox is not sent once the invoice is paid", async () => {
  const id = await sent({ due_on: "2026-03-10" });
  provided.problem.email = new Error("421 busy");
  world.clock.set(new Date("2026-03-10T06:00:00Z"));
  await remindDueInvoices(world);
  await deliverMessages(world, { storeId: shop.store.id });
  provided.problem.email = null;
  const row = await read(id);
  await testPaid(world, row, row.totalMinor);
  world.clock.advance(hourMs);
  const before = provided.taken.length;
  await deliverMessages(world, { storeId: shop.store.id });
  expect(provided.taken).toHaveLength(before);
  const [late] = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: "invoice_due_day" },
  });
  expect(late).toMatchObject({
    status: "failed",
    lastError: "The invoice was paid before this could go out.",
  });
});

test("what was sent after its due day is followed by the later reminders only", async () => {
  const email = { customer_email: "amina@example.com" };
  const draft = await testDraft(world, shop.live, { ...email, due_on: "2026-03-10" });
  world.clock.set(new Date("2026-03-11T10:00:00Z"));
  await sendInvoice(world, shop.live, draft.id, ["email"]);
  await runTo("2026-04-01");
  expect(await reminders()).toEqual([
    "2026-03-13 09:00 invoice_three_days_late",
    "2026-03-17 09:00 invoice_seven_days_late",
  ]);
});

const hourMs = 60 * 60 * 1000;

async function sent(body: Record<string, unknown>): Promise<number> {
  const { id } = await testDraft(world, shop.live, { customer_email: "amina@example.com", ...body });
  await sendInvoice(world, shop.live, id, ["email"]);
  return id;
}

/** Every three hours of every day, as crons would. */
async function runTo(end: CivilDate): Promise<void> {
  const { timeZone } = shop.store;
  for (let day = civilDateIn(world.clock.now(), timeZone); day < end; day = addDays(day, 1))
    for (let hour = 0; hour < 24; hour += 3) {
      const at = instantAt(day, hour, timeZone);
      if (at < world.clock.now()) continue;
      world.clock.set(at);
      await publishOverdueInvoices(world);
      await remindDueInvoices(world);
    }
}

/** "2026-03-10 09:00 invoice_due_day", by the store's clocks. */
async function reminders(): Promise<string[]> {
  const rows = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: { notIn: ["invoice_sent", "invoice_sent_due"] } },
    orderBy: { id: "asc" },
  });
  const clocks = new Intl.DateTimeFormat("sv-SE", {
    timeZone: shop.store.timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return rows.map(({ createdAt, template }) => `${clocks.format(createdAt)} ${template}`);
}

async function eventTypes(): Promise<string[]> {
  const rows = await world.db.event.findMany({
    where: { storeId: shop.store.id, type: { startsWith: "invoice." } },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ type }) => type);
}

function read(id: number) {
  return world.db.invoice.findUniqueOrThrow({ where: { id }, include: { items: true, store: true } });
}
