import { expect, test } from "vitest";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { databaseOfTheApp, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { forgetOld } from "./forget-old";

const dayMs = 24 * 60 * 60 * 1000;

/** With no more rights than the running service has. */
const forgetAsApp = (world: TestWorld) => forgetOld({ ...world, ...databaseOfTheApp() });

test("events and messages go after 90 days, but not while a delivery is still on its way", async () => {
  const world = testWorld();
  const shop = await testStore(world);
  await createEndpoint(world, shop.test, { url: "http://localhost:4000/hooks" });
  const input = { productId: shop.products[0].id, email: null, paymentKey: null };
  await startTestSubscription(world, shop.test, { ...input, ref: "delivered" });
  await world.db.webhookDelivery.updateMany({ data: { status: "succeeded", nextAttemptAt: null } });
  const waiting = await startTestSubscription(world, shop.test, { ...input, ref: "waiting" });
  const message = { channel: "email", recipient: "a@example.com", template: "t", body: "b" } as const;
  const createdAt = world.clock.now();
  await world.db.message.createMany({
    data: [
      { ...message, status: "kept", dedupeKey: "kept", createdAt },
      { ...message, status: "queued", dedupeKey: "queued", createdAt },
    ],
  });

  world.clock.advance(89 * dayMs);
  expect(await forgetAsApp(world)).toMatchObject({ events: 0, messages: 0 });
  world.clock.advance(2 * dayMs);
  // The event that was delivered, and what was told of the two new customers, which nobody takes.
  expect(await forgetAsApp(world)).toMatchObject({ events: 3, messages: 1 });
  const left = await world.db.event.findMany();
  expect(left.map((event) => event.objectId)).toEqual([waiting.row.id]);
  expect(await world.db.webhookDelivery.count()).toBe(1);
  expect((await world.db.message.findMany()).map((one) => one.dedupeKey)).toEqual(["queued"]);
  expect(await forgetAsApp(world)).toMatchObject({ events: 0, messages: 0 });
});

test("run-out links, idle counters and rolled keys go; what still counts stays", async () => {
  const world = testWorld();
  const shop = await testStore(world);
  const now = world.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const token = { kind: "password_reset", userId: shop.owner.id, createdAt: now } as const;
  await world.db.userToken.createMany({
    data: [
      { ...token, tokenHash: new Uint8Array([1]), expiresAt: at(-2) },
      { ...token, tokenHash: new Uint8Array([2]), expiresAt: at(1) },
    ],
  });
  await world.db.signInThrottle.createMany({
    data: [
      { subject: "old", failures: 3, updatedAt: at(-2) },
      { subject: "new", failures: 3, updatedAt: now },
    ],
  });
  const draft = { storeId: shop.store.id, userId: shop.owner.id, opening: "o", turn: 1n, fields: {} };
  await world.db.formDraft.createMany({
    data: [
      { ...draft, page: "invoices/new", updatedAt: at(-31) },
      { ...draft, page: "links/new", updatedAt: at(-29) },
    ],
  });
  const key = { storeId: shop.store.id, livemode: true, name: "k", last4: "abcd", createdAt: now };
  await world.db.apiKey.createMany({
    data: [
      { ...key, hash: new Uint8Array([1]), expiresAt: at(-2) },
      { ...key, hash: new Uint8Array([2]), expiresAt: at(1) },
      { ...key, hash: new Uint8Array([3]) },
    ],
  });
  await world.pool.query(
    "INSERT INTO rate_limits VALUES ('idle', ARRAY[clock_timestamp() - interval '2 days']), ('busy', ARRAY[clock_timestamp()])",
  );
  const answer = { storeId: shop.store.id, livemode: true, fingerprint: new Uint8Array([1]), createdAt: now };
  await world.db.idempotencyRecord.createMany({
    data: [
      { ...answer, key: "old", expiresAt: at(-0.1) },
      { ...answer, key: "new", expiresAt: at(0.1) },
    ],
  });
  const line = { storeId: shop.store.id, livemode: true, requestId: "req_1", method: "GET", path: "/" };
  await world.db.requestLogEntry.createMany({
    data: [
      { ...line, status: 200, durationMs: 1, createdAt: at(-8) },
      { ...line, status: 200, durationMs: 1, createdAt: at(-6) },
    ],
  });
  const callback = { rail: "sandbox", event: {}, headers: {}, body: new Uint8Array() };
  await world.db.railCallback.createMany({
    data: [
      { ...callback, dedupeKey: "worked", receivedAt: at(-91), processedAt: at(-91) },
      { ...callback, dedupeKey: "never worked", receivedAt: at(-91) },
      { ...callback, dedupeKey: "new", receivedAt: at(-89), processedAt: at(-89) },
    ],
  });
  expect(await forgetAsApp(world)).toEqual({
    answers: 1,
    callbacks: 2,
    deliveries: 0,
    moves: 0,
    takeouts: 0,
    uploads: 0,
    fees: 0,
    sendings: 0,
    signIns: 0,
    events: 0,
    formDrafts: 1,
    formPresses: 0,
    phones: 0,
    phoneClaims: 0,
    invitations: 0,
    messages: 0,
    requests: 1,
    requestDetails: 0,
    sessions: 0,
    alerts: 0,
    phoneCodes: 0,
    proofs: 0,
    ussdShown: 0,
    whatsapp: 0,
    contactCodes: 0,
    contactUndos: 0,
    tokens: 1,
    throttles: 1,
    limits: 1,
    keys: 1,
  });
  expect(await world.db.apiKey.count({ where: { storeId: shop.store.id } })).toBe(2);
  expect((await world.db.railCallback.findMany()).map(({ dedupeKey }) => dedupeKey)).toEqual(["new"]);
});

test("sessions and invitations go 90 days after they were started and ran out", async () => {
  const world = testWorld();
  const shop = await testStore(world);
  const now = world.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const session = { userId: shop.owner.id, userAgent: "", lastSeenAt: now };
  await world.db.session.createMany({
    data: [
      { ...session, id: "ses_old", createdAt: at(-91) },
      { ...session, id: "ses_new", createdAt: at(-89) },
    ],
  });
  const asked = {
    accountId: shop.accountId,
    role: "viewer",
    invitedBy: shop.owner.id,
    createdAt: now,
  } as const;
  await world.db.invitation.createMany({
    data: [
      { ...asked, email: "old@example.com", tokenHash: new Uint8Array([1]), expiresAt: at(-91) },
      { ...asked, email: "new@example.com", tokenHash: new Uint8Array([2]), expiresAt: at(-89) },
    ],
  });
  expect(await forgetAsApp(world)).toMatchObject({ sessions: 1, invitations: 1 });
  const mine = { where: { userId: shop.owner.id } };
  expect((await world.db.session.findMany(mine)).map(({ id }) => id)).toEqual(["ses_new"]);
});

test("lines of sign-ins go after a year, and no other line of the log ever does", async () => {
  const world = testWorld();
  const line = { actor: "user:1", target: "user:1" };
  const old = new Date("2020-01-01T00:00:00Z");
  const { id } = await world.db.auditEntry.create({
    data: { ...line, action: "store.verified", createdAt: old },
  });
  await world.db.auditEntry.create({ data: { ...line, action: "sign_in.done", createdAt: old } });
  const fresh = await world.db.auditEntry.create({
    data: { ...line, action: "sign_in.done", createdAt: new Date() },
  });
  expect(await forgetAsApp(world)).toMatchObject({ signIns: 1 });
  for (const kept of [id, fresh.id])
    await expect(world.pool.query("DELETE FROM audit_entries WHERE id = $1", [String(kept)])).rejects.toThrow(
      "append-only",
    );
});

test("codes that proved a contact go a day after they expired, and ways back to an old one after 90", async () => {
  const world = testWorld();
  const shop = await testStore(world);
  const input = { productId: shop.products[0].id, email: null, paymentKey: null, ref: "contact" };
  await startTestSubscription(world, shop.test, input);
  const { id, customerId } = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
  });
  const now = world.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const row = {
    storeId: shop.store.id,
    livemode: false,
    subscriptionId: id,
    channel: "sms",
    createdAt: now,
  } as const;
  const bytes = new Uint8Array([1]);
  const code = { ...row, valueSealed: bytes, codeHash: bytes, triesLeft: 3 };
  await world.db.contactCode.createMany({
    data: [
      { ...code, expiresAt: at(-2) },
      { ...code, expiresAt: at(-0.5) },
    ],
  });
  await world.db.proof.createMany({
    data: [
      { ...code, purpose: "contact", expiresAt: at(-2) },
      { ...code, purpose: "contact", expiresAt: at(-0.5) },
    ],
  });
  const undo = { ...row, customerId: customerId ?? 0, newSealed: bytes };
  await world.db.contactUndo.createMany({
    data: [
      { ...undo, tokenHash: new Uint8Array([2]), expiresAt: at(-91) },
      { ...undo, tokenHash: new Uint8Array([3]), expiresAt: at(-89) },
    ],
  });
  expect(await forgetOld(world)).toMatchObject({ proofs: 1, contactCodes: 1, contactUndos: 1 });
  const left = [world.db.proof.count(), world.db.contactCode.count(), world.db.contactUndo.count()];
  expect(await Promise.all(left)).toEqual([1, 1, 1]);
});
