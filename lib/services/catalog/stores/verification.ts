import { z } from "zod";
import { Invalid, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem, textProblem } from "@/lib/domain/text";
import { businessKinds, type VerificationFacts } from "@/lib/domain/verification";
import { parsePhone } from "@/lib/providers/phone";
import { smallPhoto } from "@/lib/providers/picture";
import { operatorsToMail, placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { isCountry } from "@/lib/services/people/accounts/places";
import { readPicture } from "../images/pictures";

/** The typed texts; the names are those of the form's fields. */
export interface TypedVerification {
  legalName: string;
  kind: string;
  country: string;
  address: string;
  number: string;
  phone: string;
}

/** Small enough to store, large enough for the small print of a card. */
const documentMaxBytes = 400 * 1024;
const documentEdges = [1600, 1200, 800];
const sealedFacts = z.object({
  ...{ legalName: z.string(), kind: z.enum(businessKinds), country: z.string(), address: z.string() },
  ...{ number: z.string(), phone: z.string(), sentAt: z.string() },
});

/**
 * Submits the details that an operator needs to verify the seller, and a picture of a document if given; both are
 * stored sealed and replace earlier ones (a document stays if no new one comes). The verification is then pending, and
 * operators are notified. Throws NotAllowed, or Invalid by field; on `form` once it is verified.
 */
export async function submitVerification(
  world: World,
  seller: Seller,
  typed: TypedVerification,
  upload: Uint8Array,
): Promise<void> {
  permit(seller, "store.verification");
  const facts = checked(typed);
  // Done before the transaction: both take longer than a lock should be held.
  const picture =
    upload.length > 0
      ? await readPicture(upload, (bytes) => smallPhoto(bytes, documentMaxBytes, documentEdges))
      : null;
  const document = picture && world.secrets.seal(Buffer.from(picture.bytes).toString("base64"));
  const { storeId, accountId } = seller;
  await transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`;
    const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (store.verificationStatus === "verified") throw new Invalid({ form: [say("verified_already")] });
    const sentAt = unit.now.toISOString();
    await unit.tx.store.update({
      where: { id: storeId },
      data: {
        ...{ verificationStatus: "pending", verificationReason: null, updatedAt: unit.now },
        verificationSealed: world.secrets.seal(JSON.stringify({ ...facts, sentAt })),
      },
    });
    if (document) await storeDocument(unit, storeId, document);
    await unit.audit(seller, {
      action: "store.verification_sent",
      target: `store:${storeId}`,
      details: { document: document !== null },
    });
    await notifyVerification(world, unit, store);
  });
}

/** The state of the verification. Only owners see the submitted details; only operators see the full number again. */
export async function readVerification(world: World, seller: Seller) {
  const { storeId, accountId } = seller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId, accountId },
    include: { verificationDocument: { select: { createdAt: true } } },
  });
  const { verificationStatus: status, verificationReason: reason, verificationSealed, country } = store;
  const told = seller.role === "owner" ? openVerification(world, verificationSealed) : null;
  return {
    ...{ status, reason, country },
    told: told && withoutNumber(told),
    hasDocument: store.verificationDocument !== null,
  };
}

function withoutNumber({ number, ...facts }: VerificationFacts) {
  return { ...facts, numberEnd: number.slice(-3) };
}

/** Null when nothing was submitted, or in an outdated format. */
function openVerification(world: World, sealed: Uint8Array | null): VerificationFacts | null {
  if (!sealed) return null;
  const parsed = sealedFacts.safeParse(JSON.parse(world.secrets.open(sealed)));
  return parsed.success ? parsed.data : null;
}

async function storeDocument(unit: Unit, storeId: number, sealed: Uint8Array<ArrayBuffer>): Promise<void> {
  const kept = { sealed, createdAt: unit.now };
  await unit.tx.verificationDocument.upsert({
    where: { storeId },
    create: { storeId, ...kept },
    update: kept,
  });
}

/** Everything that is wrong, at once. */
function checked(typed: TypedVerification): Omit<VerificationFacts, "sentAt"> {
  const [legalName, address, number] = [typed.legalName.trim(), typed.address.trim(), typed.number.trim()];
  const kind = businessKinds.find((one) => one === typed.kind);
  const phone = isCountry(typed.country)
    ? parsePhone(typed.phone, typed.country, { anyCountry: true })
    : null;
  const problems = {
    legalName: legalName === "" ? say("registered_name") : lineProblem(legalName, 255),
    kind: kind ? null : say("choose_seller_kind"),
    country: isCountry(typed.country) ? null : say("choose_country"),
    address: address === "" ? say("address_missing") : textProblem(address, 500),
    number: number === "" ? say("number_missing") : lineProblem(number, 64),
    phone: phone && !phone.ok ? phone.message : null,
  };
  requireNone(problems);
  if (!kind || !phone?.ok) throw new RangeError("What has no problem was read.");
  return { legalName, kind, country: typed.country, address, number, phone: phone.phone };
}

/** Notifies the operators that a seller waits, without the submitted details: these stay in the operator's area. */
export async function notifyVerification(
  world: World,
  unit: Unit,
  store: { id: number; name: string },
): Promise<void> {
  const operators = await operatorsToMail(unit);
  for (const { id, name, email, language } of operators)
    await queueMail(unit, {
      to: { email, language },
      kind: "store.verification_sent",
      values: {
        ...placeOf(world),
        name,
        store: store.name,
        link: `${world.config.siteUrl}/ops/stores/${store.id}`,
      },
      objectId: `store/${store.id}`,
      dedupeKey: `store.verification_sent/${store.id}/${unit.now.getTime()}/${id}`,
    });
}
