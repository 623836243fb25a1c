import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { roles } from "@/lib/domain/roles";
import { actOnStore } from "@/lib/services/desk/operator/act-on-store";
import { readStoreForOperator, readVerificationDocument } from "@/lib/services/desk/operator/stores";
import { payoutBar } from "@/lib/services/money/out/payouts/quote";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { newOperator, operatorPassword } from "@/lib/testing/operator";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { readVerification, submitVerification } from "./verification";

const world = testWorld();
let shop: TestStore;
const nothing = new Uint8Array();
const typed = {
  legalName: "Maji Kwetu Ltd",
  kind: "company",
  country: "UG",
  address: "Plot 7, Kampala Road\nKampala",
  number: "80020001234567",
  phone: "0772 123456",
};

beforeEach(async () => {
  shop = await testStore(world);
});

const seller = (role: (typeof roles)[number] = "owner") => ({ ...shop.live, userId: shop.owner.id, role });
const send = (changes: Partial<typeof typed> = {}, upload: Uint8Array = nothing) =>
  submitVerification(world, seller(), { ...typed, ...changes }, upload);
const store = () => world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
const card = () =>
  sharp({ create: { width: 2400, height: 1500, channels: 3, background: "#447799" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "somebody" } })
    .toBuffer();
const decide = async (act: "verify" | "reject" | "check_again", reason = "The card cannot be read.") =>
  actOnStore(world, await newOperator(world), {
    storeId: shop.store.id,
    act,
    reason,
    password: operatorPassword,
  });

test("what an owner sends is being looked at; an operator reads all of it, and is told that it waits", async () => {
  const operator = await newOperator(world);
  await send();
  expect((await store()).verificationStatus).toBe("pending");
  const seen = await readStoreForOperator(world, operator, shop.store.id);
  expect(seen.verification).toMatchObject({ ...typed, phone: "+256772123456" });
  const mails = await world.db.message.findMany({ where: { recipient: operator.email } });
  expect(mails.map(({ template }) => template)).toEqual(["store.verification_sent"]);
  expect(mails[0]?.body).toContain(`/ops/stores/${shop.store.id}`);
  expect(mails[0]?.body).not.toContain(typed.number);
});

test("nothing of it stands in the database as text, and neither the log of acts nor the owner's page has the number", async () => {
  await send({}, await card());
  const { verificationSealed } = await store();
  const document = await world.db.verificationDocument.findUniqueOrThrow({
    where: { storeId: shop.store.id },
  });
  // The country's two letters stand in random bytes by chance, once in a few hundred runs.
  const telling = Object.values(typed).filter((value) => value !== typed.country);
  for (const value of [...telling, "+256772123456"])
    expect(Buffer.from(verificationSealed ?? []).includes(value)).toBe(false);
  expect(Buffer.from(document.sealed).includes("/9j/")).toBe(false);
  const acts = await world.db.auditEntry.findMany({ where: { storeId: shop.store.id } });
  expect(acts.map(({ action, details }) => [action, details])).toEqual([
    ["store.verification_sent", { document: true }],
  ]);
  const shown = await readVerification(world, seller());
  expect(shown).toMatchObject({ status: "pending", hasDocument: true, told: { numberEnd: "567" } });
  expect(JSON.stringify(shown)).not.toContain(typed.number);
});

test("only an owner sends it, and only an owner is shown what was told", async () => {
  for (const role of roles.filter((one) => one !== "owner"))
    await expect(submitVerification(world, seller(role), typed, nothing)).rejects.toThrow(NotAllowed);
  await send();
  expect(await readVerification(world, seller("admin"))).toMatchObject({ status: "pending", told: null });
});

test("everything that is wrong is said at once, and nothing is kept", async () => {
  const wrong = { legalName: " ", kind: "bank", country: "XX", address: "", number: "a\nb" };
  const refused = await send(wrong).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Invalid);
  if (refused instanceof Invalid)
    expect(Object.keys(refused.errors).sort()).toEqual(["address", "country", "kind", "legalName", "number"]);
  await expect(send({ phone: "12" })).rejects.toThrow(Invalid);
  await expect(send({}, new TextEncoder().encode("no picture"))).rejects.toThrow("picture_unreadable");
  expect(await store()).toMatchObject({ verificationStatus: "unverified", verificationSealed: null });
});

test("a document is made small, without what the camera wrote into it; operators see it and each look is in the log", async () => {
  await send({}, await card());
  await send({ legalName: "Maji Kwetu Limited" });
  const operator = await newOperator(world);
  const bytes = await readVerificationDocument(world, operator, shop.store.id);
  const { format, width, exif } = await sharp(bytes).metadata();
  expect({ format, width, exif }).toEqual({ format: "jpeg", width: 1600, exif: undefined });
  expect(bytes.length).toBeLessThanOrEqual(400 * 1024);
  const looks = { storeId: shop.store.id, action: "store.document_seen" };
  expect(await world.db.auditEntry.count({ where: looks })).toBe(1);
  const owner = { userId: shop.owner.id, actor: `user:${shop.owner.id}` };
  await expect(readVerificationDocument(world, owner, shop.store.id)).rejects.toThrow(NotAllowed);
  const without = await testStore(world);
  await expect(readVerificationDocument(world, operator, without.store.id)).rejects.toThrow(NotFound);
});

test("what was sent back says why and is sent again; what is verified opens payouts and is not sent again", async () => {
  await send();
  await decide("reject");
  expect(await readVerification(world, seller())).toMatchObject({
    ...{ status: "rejected", reason: "The card cannot be read." },
    told: { legalName: typed.legalName },
  });
  await send({ number: "80020001234568" });
  expect(await readVerification(world, seller())).toMatchObject({ status: "pending", reason: null });
  await decide("verify");
  await expect(send()).rejects.toThrow("verified_already");
  expect(payoutBar(await store())).toBeNull();
});
