import { createHash, createHmac } from "node:crypto";
import { recordOf } from "./emulator";
import {
  dayMs,
  digitsOf,
  errorOf,
  isOpen,
  type Json,
  knowsPhone,
  type Message,
  newUserId,
  type Person,
  type Status,
  type Whatsapp,
  wamid,
} from "./whatsapp-book";
import { buttonsOf, recordsOf } from "./whatsapp-templates";

// What comes of a message, what people do, and the webhooks that tell of it.

const messagesHref = "/documentation/business-messaging/whatsapp/support/error-codes";
const seconds = (wa: Whatsapp) => String(Math.floor(wa.emulator.now() / 1000));

interface Change {
  value: Json;
  field: string;
}
/** What waits to be told together. */
const waiting = new WeakMap<Whatsapp["book"], Change[]>();

async function tell(wa: Whatsapp, own: Json, field = "messages"): Promise<void> {
  const { book, emulator } = wa;
  const display_phone_number = digitsOf(book.number.display_phone_number);
  const metadata = { display_phone_number, phone_number_id: book.phoneNumberId };
  const change = { value: { messaging_product: "whatsapp", metadata, ...own }, field };
  const { togetherMs } = book.unkind;
  if (togetherMs === 0) return post(wa, [change]);
  const before = waiting.get(book);
  if (before) return void before.push(change);
  const changes = [change];
  waiting.set(book, changes);
  emulator.after(togetherMs, async () => {
    waiting.delete(book);
    await post(wa, changes);
  });
}

function post(wa: Whatsapp, changes: readonly Change[]): Promise<void> {
  return deliver(wa, { object: "whatsapp_business_account", entry: [{ id: wa.book.wabaId, changes }] });
}

/** A decision about a template. Unlike the others this webhook has a time, and no number. */
export function tellOfTemplate(wa: Whatsapp, value: Json): Promise<void> {
  const changes = [{ value, field: "message_template_status_update" }];
  const entry = [{ id: wa.book.wabaId, time: Number(seconds(wa)), changes }];
  return deliver(wa, { entry, object: "whatsapp_business_account" });
}

/** Letters that are not ASCII are escaped, with small digits, and so is the stroke: what is signed is what is sent. */
const written = (json: unknown) =>
  JSON.stringify(json)
    .replace(/\//g, "\\/")
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Documents contradict each other: 36 hours (Graph API, webhooks) or 7 days (WhatsApp, set up webhooks). Both say "at
 * once, then with decreasing frequency"; the times in between are ours, within the shorter.
 */
const againMs = [0, 60_000, 600_000, 3_600_000, 6 * 3_600_000, dayMs];

async function deliver({ book, emulator }: Whatsapp, json: Json): Promise<void> {
  const { switches } = emulator;
  if (switches.dropCallback || book.callbackUrl.current === "") return;
  const body = written(json);
  const headers = {
    "content-type": "application/json",
    "x-hub-signature-256": `sha256=${createHmac("sha256", book.appSecret).update(body).digest("hex")}`,
  };
  const sent = switches.tamperBody
    ? body.replace(/"(sent|delivered|read|failed)"/, (word) => (word === '"read"' ? '"sent"' : '"read"'))
    : body;
  const once = async () => {
    const given = { method: "POST", body: sent, headers, signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(book.callbackUrl.current, given).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  const attempt = async (tries: number): Promise<void> => {
    const wait = againMs[tries];
    if (!(await once()) && wait !== undefined) emulator.after(wait, () => attempt(tries + 1));
  };
  await attempt(0);
  if (switches.dupCallback) await once();
}

/** What happens to a message that was taken, by what the person is like at that time. */
export function follow(wa: Whatsapp, message: Message): void {
  const { book, emulator } = wa;
  const { deliveredMs, readMs, blocksUs } = message.person;
  const code = book.failures.shift() ?? unreachable(wa, message);
  const plan: [Status, number][] = code ? [["failed", 500]] : [["sent", 300]];
  if (!code && !blocksUs && deliveredMs !== null) {
    if (readMs !== 0) plan.push(["delivered", 300 + deliveredMs]);
    if (readMs !== null) plan.push(["read", 300 + deliveredMs + readMs]);
  }
  const times = plan.map(([, atMs]) => atMs);
  if (book.unkind.backwards) times.reverse();
  for (const [index, [status]] of plan.entries())
    emulator.after(times[index] ?? 0, () => tellStatus(wa, message, status, code));
}

/** The code of why somebody cannot be reached, or nothing. */
export function unreachable(
  wa: Whatsapp,
  { person, template }: Pick<Message, "person" | "template">,
): number | null {
  if (!person.hasWhatsapp) return 131026;
  return template || isOpen(wa, person) ? null : 131047;
}

function tellStatus(wa: Whatsapp, message: Message, status: Status, code: number | null): Promise<void> {
  const { person, by, isFree, category, opaque, told: before } = message;
  const isByPhone = by === "phone";
  const shows = isByPhone || knowsPhone(wa, person);
  const isFailed = status === "failed";
  const type = isFree ? "free_customer_service" : "regular";
  // With "sent", and with the first of "delivered" and "read".
  const isPriced =
    status === "sent" || !(isFailed || before.includes("delivered") || before.includes("read"));
  before.push(status);
  const errors = [{ ...failure(code ?? 0), href: messagesHref }];
  const told = {
    ...{ id: message.id, status, timestamp: seconds(wa) },
    ...(shows ? { recipient_id: person.phone } : {}),
    ...(isFailed && isByPhone ? {} : { recipient_user_id: person.userId }),
    ...(isPriced ? conversation(wa, message) : {}),
    ...(isPriced ? { pricing: { billable: !isFree, pricing_model: "PMP", type, category } } : {}),
    ...(isFailed ? { errors } : {}),
    ...(opaque === null ? {} : { biz_opaque_callback_data: opaque }),
  };
  const contacts = [contactOf(wa, person, { shows, named: status !== "sent" })];
  return tell(wa, { ...(isFailed ? {} : { contacts }), statuses: [told] });
}

function failure(code: number) {
  const { title, details } = errorOf(code);
  return { code, title, message: title, error_data: { details } };
}

/** Left out from version 24 on, unless the message came of an advertisement. */
function conversation({ book, emulator }: Whatsapp, { id, category }: Message): Json {
  if (book.unkind.webhookVersion >= 24) return {};
  const own = { id: createHash("md5").update(id).digest("hex"), origin: { type: category } };
  const expiration_timestamp = String(Math.floor((emulator.now() + dayMs) / 1000));
  return { conversation: { ...own, expiration_timestamp } };
}

function contactOf(
  wa: Whatsapp,
  person: Person,
  { shows = knowsPhone(wa, person), named = true } = {},
): Json {
  const { name, username, phone, userId } = person;
  const profile = { name, ...(username && named ? { username: `@${username}` } : {}) };
  return { profile, ...(shows ? { wa_id: phone } : {}), user_id: userId };
}

/** Something comes from a person. It opens a day for answers. */
async function comes(wa: Whatsapp, person: Person, own: Json, to?: Message): Promise<string> {
  const shows = knowsPhone(wa, person);
  const id = wamid(shows ? person.phone : person.userId);
  person.wroteMs = wa.emulator.now();
  const from = digitsOf(wa.book.number.display_phone_number);
  const message = {
    ...(to ? { context: { from, id: to.id } } : {}),
    ...(shows ? { from: person.phone } : {}),
    ...{ from_user_id: person.userId, id, timestamp: seconds(wa), ...own },
  };
  if (person.username === null) person.byPhoneMs = person.wroteMs;
  await tell(wa, { contacts: [contactOf(wa, person, { shows })], messages: [message] });
  return id;
}

/** Writes, maybe as a reply to a message of ours. */
export function writes(wa: Whatsapp, person: Person, body: string, to?: Message): Promise<string> {
  return comes(wa, person, { type: "text", text: { body } }, to);
}

/** Presses a quick reply of a template, or a button of an interactive message, by its words. */
export async function presses(wa: Whatsapp, message: Message, words: string): Promise<string> {
  const { template, person, json } = message;
  if (template) {
    const index = buttonsOf(template).findIndex(({ type, text }) => type === "QUICK_REPLY" && text === words);
    if (index < 0) throw new Error(`No quick reply "${words}" in ${template.name}.`);
    const given = recordsOf(recordOf(json.template).components).find(
      (one) => one.type === "button" && Number(one.index) === index,
    );
    // Without a payload of ours it is the button's own words, as in the sample.
    const payload = recordsOf(given?.parameters)[0]?.payload ?? words;
    return comes(wa, person, { type: "button", button: { payload, text: words } }, message);
  }
  const replies = recordsOf(recordOf(recordOf(json.interactive).action).buttons).map(({ reply }) =>
    recordOf(reply),
  );
  const reply = replies.find(({ title }) => title === words);
  if (!reply) throw new Error(`No button "${words}" in ${message.id}.`);
  const interactive = { type: "button_reply", button_reply: { id: reply.id, title: reply.title } };
  return comes(wa, person, { type: "interactive", interactive }, message);
}

/** Moves to a new number: two webhooks, and the old id is nobody's. */
export async function moves(wa: Whatsapp, person: Person, newPhone: string): Promise<void> {
  const { phone, userId, name } = person;
  const shows = knowsPhone(wa, person);
  wa.book.people.delete(phone);
  Object.assign(person, { phone: newPhone, userId: newUserId(newPhone) });
  wa.book.people.set(newPhone, person);
  const [was, is] = shows ? [phone, newPhone] : [userId, person.userId];
  const system = {
    body: `User ${name} changed from ${was} to ${is}`,
    ...(shows ? { wa_id: newPhone } : {}),
    ...{ user_id: person.userId, type: shows ? "user_changed_number" : "user_changed_user_id" },
  };
  const from = shows ? { from: phone } : { from_user_id: userId };
  const message = { ...from, id: wamid(was), timestamp: seconds(wa), type: "system", system };
  await tell(wa, { messages: [message] });
  const waId = shows ? { wa_id: newPhone } : {};
  const update = {
    ...{ ...waId, detail: `User id for ${name} has been updated.` },
    ...{ user_id: { previous: userId, current: person.userId }, timestamp: seconds(wa) },
  };
  const contacts = [{ profile: { name }, ...waId }];
  await tell(wa, { contacts, user_id_update: [update] }, "user_id_update");
}
