import { Prisma } from "@/lib/db/client";
import { erasedMark, erasedName, type Traces, tracesPattern, withoutTraces } from "@/lib/domain/traces";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import type { Unit, World } from "@/lib/services/core/world";
import { forgetPayer } from "@/lib/services/money/phone/forget";
import { ussdPhoneHash } from "@/lib/services/money/ussd/shown";
import { proofValueHash } from "@/lib/services/notify/proofs/proof";
import { addressedTo, type Whose } from "./whose";
import { wipeWhatsapp } from "./wipe-whatsapp";

const nobody = { customerName: erasedName, customerEmail: null, customerPhone: null };

/** Empties what belongs to the customer, table by table (data-map.ts). Money, numbers and dates stay. */
export async function wipe(world: World, unit: Unit, whose: Whose): Promise<void> {
  const { customer, orderIds, subscriptionIds, invoiceIds, attemptIds } = whose;
  const { tx } = unit;
  const of = { orderId: { in: orderIds } };
  const ofSubscriptions = { subscriptionId: { in: subscriptionIds } };
  await tx.note.deleteMany({ where: { OR: [{ customerId: customer.id }, of] } });
  await tx.tag.deleteMany({ where: { OR: [{ customerId: customer.id }, of] } });
  await tx.orderDelivery.deleteMany({ where: of });
  await tx.downloadCount.deleteMany({ where: { OR: [of, ofSubscriptions] } });
  await tx.order.updateMany({
    where: { id: { in: orderIds } },
    data: { subscriberRef: null, answer: null, handoverNote: null, downloadVersion: { increment: 1 } },
  });
  await tx.paymentAttempt.updateMany({
    where: { id: { in: attemptIds } },
    data: {
      phoneSealed: null,
      instrumentHash: null,
      browserHash: null,
      prompt: Prisma.DbNull,
      consent: Prisma.DbNull,
    },
  });
  await forgetPayer(unit, attemptIds);
  await tx.tillPayment.updateMany({
    where: { attemptId: { in: attemptIds } },
    data: { payerSealed: null },
  });
  await tx.discountRedemption.updateMany({ where: { OR: [of, ofSubscriptions] }, data: { who: [] } });
  await wipeRenewals(unit, whose);
  await wipeProofs(world, unit, whose);
  await wipeSessions(world, unit, whose);
  await tx.contactCode.deleteMany({ where: ofSubscriptions });
  await tx.contactUndo.deleteMany({ where: ofSubscriptions });
  await tx.subscription.updateMany({
    where: { id: { in: subscriptionIds } },
    data: { ref: null, externalId: null, metadata: {}, manageVersion: { increment: 1 } },
  });
  // Why a subscriber left, in their own words.
  await tx.$queryRaw`
    SELECT erase_reason(id, ${erasedMark}) FROM audit_entries
    WHERE target = ANY (${subscriptionIds}::text[]) AND action = 'subscription.cancel_reason' AND reason IS NOT NULL`;
  const data = { ...nobody, notes: null, updatedAt: unit.now };
  await tx.invoice.updateMany({ where: { id: { in: invoiceIds } }, data });
  await wipeMoves(unit, whose);
  await wipeOffers(unit, whose);
  await wipeRail(world, unit, whose);
  await wipeEvents(unit, whose);
  await wipeAnswers(unit, whose);
  await wipeMessages(unit, whose);
  // Their contacts are masked, so nobody can tell whose they are: those of the account go, which are days old at most.
  await tx.requestLogDetail.deleteMany({
    where: { storeId: { in: whose.storeIds }, livemode: customer.livemode },
  });
}

/** The lines with which they were moved in, whatever became of them, and files to take along, which can be made again. */
async function wipeMoves(
  { tx }: Unit,
  { customer, storeIds, subscriptionIds, traces }: Whose,
): Promise<void> {
  const contacts = [...traces.emails, ...traces.phones];
  await tx.moveLine.updateMany({
    where: {
      move: { storeId: { in: storeIds } },
      OR: [
        { madeId: { in: subscriptionIds } },
        { madeCustomerId: customer.id },
        ...contacts.flatMap((value) => [
          { data: { path: ["email"], equals: value } },
          { data: { path: ["phone"], equals: value } },
        ]),
      ],
    },
    data: { key: null, data: {}, problem: Prisma.DbNull },
  });
  await tx.takeout.deleteMany({ where: { storeId: { in: storeIds } } });
}

/** Nothing is taken by itself any more, and the rails forget their cards. */
async function wipeRenewals(unit: Unit, { customer, subscriptionIds }: Whose): Promise<void> {
  const { tx, now } = unit;
  const on = await tx.subscription.findMany({
    where: { id: { in: subscriptionIds }, renewalMode: { not: "manual" } },
    select: { id: true, storeId: true, livemode: true },
    orderBy: { id: "asc" },
  });
  for (const scope of on) {
    const row = await lockSubscription(unit, scope, scope.id);
    if (row) await endRenewal(unit, row, "erased");
  }
  await tx.renewalConsent.updateMany({
    where: { subscriptionId: { in: subscriptionIds } },
    data: { text: erasedMark, instrumentHash: null },
  });
  await tx.standingOrder.updateMany({
    where: { subscriptionId: { in: subscriptionIds } },
    data: { text: erasedMark, name: erasedMark, phoneSealed: null, phone: null },
  });
  const cards = { customerId: customer.id };
  await tx.paymentInstrument.updateMany({ where: cards, data: { last4: erasedMark, fingerprint: null } });
  await tx.paymentInstrument.updateMany({
    where: { ...cards, tokenSealed: { not: null } },
    data: { nextForgetAt: now },
  });
}

/** Codes of their subscriptions, and those that were sent to them before there was one. */
async function wipeProofs({ secrets }: World, { tx }: Unit, whose: Whose): Promise<void> {
  const { customer, storeIds, subscriptionIds, traces } = whose;
  const hashes = [...traces.emails, ...traces.phones].map((value) => proofValueHash({ secrets }, value));
  const sentTo = { storeId: { in: storeIds }, livemode: customer.livemode, valueHash: { in: hashes } };
  await tx.proof.deleteMany({ where: { OR: [{ subscriptionId: { in: subscriptionIds } }, sentTo] } });
}

/** What was dialled with their numbers, or for their payments. Which attempt an act began, and for how much, stays. */
async function wipeSessions({ secrets }: World, { tx, now }: Unit, whose: Whose): Promise<void> {
  const hashes = [...whose.traces.phones].map((phone) => ussdPhoneHash({ secrets }, phone));
  const where = {
    storeId: { in: whose.storeIds },
    OR: [{ phoneHash: { in: hashes } }, { attemptId: { in: whose.attemptIds } }],
  };
  await tx.ussdAct.deleteMany({ where: { ...where, agreedAt: null } });
  const nothing = { phoneHash: new Uint8Array(), phoneSealed: null, payPhoneSealed: null, path: "" };
  await tx.ussdAct.updateMany({
    where: { ...where, doneAt: null },
    data: { doneAt: now, dueAt: null, leasedUntil: null, outcome: "erased" },
  });
  await tx.$executeRaw`
    UPDATE ussd_acts SET want = jsonb_build_object('kind', want -> 'kind', 'item', '', 'isFree', want -> 'isFree')
    WHERE store_id = ANY (${whose.storeIds}::int[])
      AND (phone_hash = ANY (${hashes}::bytea[]) OR attempt_id = ANY (${whose.attemptIds}::uuid[]))`;
  await tx.ussdAct.updateMany({ where, data: nothing });
}

/** An offer that nobody answered is withdrawn. Its body must still read as an invoice's. */
export async function wipeOffers(
  { tx, now }: Unit,
  whose: Pick<Whose, "storeIds" | "traces">,
): Promise<void> {
  const where = addressedTo(whose);
  await tx.quote.updateMany({
    where: { ...where, acceptedAt: null, declinedAt: null, withdrawnAt: null },
    data: { withdrawnAt: now },
  });
  const emails = [...whose.traces.emails];
  const phones = [...whose.traces.phones];
  for (const table of ["quotes", "recurring_invoices"])
    await tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET body = body || ${JSON.stringify({
        ...{ customer_name: erasedName, customer_email: null, customer_phone: null, notes: null },
      })}::jsonb
      WHERE store_id = ANY (${whose.storeIds}::int[])
        AND (customer_email = ANY (${emails}::text[]) OR customer_phone = ANY (${phones}::text[]))`;
  await tx.quote.updateMany({
    where: { ...where, acceptedBy: { not: null } },
    data: { acceptedBy: erasedName },
  });
  await tx.quote.updateMany({ where, data: { ...nobody, updatedAt: now } });
  await tx.recurringInvoice.updateMany({ where, data: { ...nobody, updatedAt: now } });
}

/** What the rails told of these payments, and what the sandbox keeps in their place. */
async function wipeRail(world: World, { tx }: Unit, { attemptIds, refundIds }: Whose): Promise<void> {
  const ids = [...attemptIds, ...refundIds];
  const attempts = await tx.paymentAttempt.findMany({
    where: { id: { in: attemptIds }, railRef: { not: null } },
    select: { rail: true, railRef: true },
  });
  const refs = attempts.flatMap(({ rail, railRef }) => (railRef === null ? [] : [`${rail}/${railRef}`]));
  await tx.$executeRaw`
    UPDATE rail_callbacks SET body = ${world.secrets.seal("")}, headers = '{}'
    WHERE event ->> 'ourId' = ANY (${ids}::text[]) OR rail || '/' || (event ->> 'railRef') = ANY (${refs}::text[])`;
  await tx.$executeRaw`UPDATE sandbox_records SET phone = NULL WHERE id = ANY (${ids}::text[])`;
}

async function wipeEvents({ tx }: Unit, whose: Whose): Promise<void> {
  const { customer, storeIds, orderIds, subscriptionIds, invoiceIds } = whose;
  const objects = [
    ...[`customer/${customer.id}`, ...subscriptionIds],
    ...[...orderIds.map((id) => `order/${id}`), ...invoiceIds.map((id) => `invoice/${id}`)],
  ];
  // Changes of access are about a subscription, under a name of their own.
  const access = subscriptionIds.map((id) => `%${id}%`);
  const events = await tx.$queryRaw<{ id: string; payload: string }[]>`
    SELECT id, payload FROM events WHERE store_id = ANY (${storeIds}::int[])
      AND (object_id = ANY (${objects}::text[]) OR object_id LIKE ANY (${access}::text[]))`;
  for (const { id, payload } of events) {
    const event = JSON.parse(payload) as { data: unknown };
    const data = withoutPerson(event.data, whose);
    await tx.$executeRaw`SELECT erase_event(${id}, ${JSON.stringify({ ...event, data })})`;
  }
  await tx.$executeRaw`
    UPDATE webhook_attempts SET response_headers = NULL, response_body = NULL WHERE delivery_id IN (
      SELECT id FROM webhook_deliveries WHERE event_id = ANY (${events.map(({ id }) => id)}::text[]))`;
}

/** Answers of the API that are still given again under their Idempotency-Key. */
async function wipeAnswers({ tx }: Unit, whose: Whose): Promise<void> {
  const rows = await tx.idempotencyRecord.findMany({
    where: { storeId: { in: whose.storeIds }, livemode: whose.customer.livemode, body: { not: null } },
    select: { storeId: true, livemode: true, key: true, body: true },
  });
  for (const { body, ...key } of rows) {
    const answer: unknown = JSON.parse(body ?? "null");
    if (isAbout(answer, whose))
      await tx.idempotencyRecord.update({
        where: { storeId_livemode_key: key },
        data: { body: JSON.stringify(withoutPerson(answer, whose)) },
      });
  }
}

/** Messages to them, and about what is theirs; one that waits never goes out, and whoever sends one now records nothing of it. */
async function wipeMessages(unit: Unit, whose: Whose): Promise<void> {
  const { tx } = unit;
  const { customer, storeIds, orderIds, subscriptionIds, invoiceIds, traces } = whose;
  const objects = [
    ...[...subscriptionIds, ...orderIds.map((id) => `order/${id}`)],
    ...invoiceIds.map((id) => `invoice/${id}`),
  ];
  const to = [...traces.emails, ...traces.phones];
  await wipeWhatsapp(unit, whose, objects);
  await tx.$executeRaw`
    UPDATE messages SET recipient = ${erasedMark}, subject = '', body = '', body_sealed = NULL, action_label = NULL,
      action_url = NULL, last_error = NULL, provider_ref = NULL, next_attempt_at = NULL, leased_until = NULL,
      status = CASE WHEN status = 'queued' THEN 'kept' ELSE status END
    WHERE (store_id = ANY (${storeIds}::int[]) OR account_id = ${customer.accountId}) AND (recipient = ANY (${to}::text[]) OR object_id = ANY (${objects}::text[]))`;
}

/** The members of an object of the API that tell who it is about; `name` only where the object is a person. */
const telling = new Set([
  "email",
  "phone",
  "company",
  "country",
  "city",
  "address",
  "ref",
  "notes",
  "answer",
]);

/** An object of the API without the person whom it is about: the same members, some of them empty. */
export function withoutPerson(value: unknown, { traces }: { traces: Traces }): unknown {
  const pattern = tracesPattern(traces);
  const clean = (one: unknown, isPerson: boolean): unknown => {
    if (typeof one === "string") return pattern === null ? one : withoutTraces(one, pattern);
    if (Array.isArray(one)) return one.map((inner) => clean(inner, false));
    if (!isObject(one)) return one;
    const person = isPerson || one.object === "customer";
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => {
        if (name === "metadata") return [name, {}];
        if (name === "name" && person) return [name, erasedName];
        if (telling.has(name)) return [name, null];
        return [name, clean(inner, name === "customer")];
      }),
    );
  };
  return clean(value, false);
}

/** Whether an answer of the API is about this customer, or about what is theirs. */
export function isAbout(
  answer: unknown,
  { customer, orderIds, invoiceIds, subscriptionIds }: Whose,
): boolean {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : answer;
  if (!isObject(data)) return false;
  const ids: Record<string, readonly unknown[]> = {
    ...{ customer: [customer.id], order: orderIds, invoice: invoiceIds, subscription: subscriptionIds },
  };
  const inner = isObject(data.customer) ? data.customer.id : null;
  return inner === customer.id || (ids[String(data.object)] ?? []).includes(data.id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
