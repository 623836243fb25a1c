import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { redirectProblem } from "@/lib/domain/sites";
import { lineProblem, textProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

const deliverablesMax = 50;
const nameMax = 150;
const textMax = 10_000;
const urlMax = 2_048;

/** The kinds of product that can deliver something by itself. */
export const deliveringKinds: readonly string[] = ["digital", "course", "webinar", "bundle", "subscription"];

/** A link or a text, as typed. */
interface NewNote {
  kind: "link" | "text";
  name: string;
  content: string;
}

/** Adds a link or a text to what a product delivers. Throws NotFound, or Invalid by field. */
export async function addNote(
  world: World,
  caller: Caller,
  productId: number,
  input: NewNote,
): Promise<{ id: number }> {
  permit(caller, "product.change");
  const facts = checkNote(input);
  return transact(world, async (unit) => {
    await lockProduct(unit, caller, productId);
    return addDeliverable(unit, caller, productId, { kind: input.kind, ...facts });
  });
}

/** Changes the name and content of a link or a text: who bought it sees the new one. Throws NotFound, or Invalid by field. */
export async function changeNote(
  world: World,
  caller: Caller,
  id: number,
  input: Omit<NewNote, "kind">,
): Promise<void> {
  permit(caller, "product.change");
  await transact(world, async (unit) => {
    const found = await lockDeliverable(unit, caller, id);
    if (found.kind !== "link" && found.kind !== "text") throw new NotFound();
    const facts = checkNote({ ...input, kind: found.kind });
    await unit.tx.deliverable.update({ where: { id }, data: { ...facts, updatedAt: unit.now } });
    await auditDeliverable(unit, caller, "changed", found);
  });
}

function checkNote({ kind, name, content }: NewNote) {
  const facts = { name: name.trim(), content: content.trim() };
  const link = kind === "link" && redirectProblem(facts.content) !== null ? say("deliverable_link") : null;
  requireNone({
    name: facts.name === "" ? say("give_name") : lineProblem(facts.name, nameMax),
    content:
      facts.content === ""
        ? say("deliverable_empty")
        : (link ?? textProblem(facts.content, kind === "link" ? urlMax : textMax)),
  });
  return facts;
}

/** Moves one up in its list. The first one stays where it is. Throws NotFound. */
export async function moveUp(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "product.change");
  await transact(world, async (unit) => {
    const { productId } = await lockDeliverable(unit, caller, id);
    const rows = await unit.tx.deliverable.findMany({
      where: { productId, storeId: caller.storeId, removedAt: null },
      select: { id: true },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(id);
    if (at > 0) ids.splice(at - 1, 0, ...ids.splice(at, 1));
    await unit.tx.$executeRaw`
      UPDATE deliverables d SET position = o.place FROM unnest(${ids}::int[]) WITH ORDINALITY AS o(id, place)
      WHERE d.id = o.id`;
  });
}

/**
 * Takes one out of what a product delivers. A file, a link or a text is gone for those who bought it, too; codes that
 * were given stay with their orders, and the others are gone. Throws NotFound.
 */
export async function removeDeliverable(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "product.change");
  await transact(world, async (unit) => {
    const { tx } = unit;
    const found = await lockDeliverable(unit, caller, id);
    await tx.deliverableCode.deleteMany({
      where: { deliverableId: id, storeId: caller.storeId, orderId: null },
    });
    const given = await tx.deliverableCode.count({ where: { deliverableId: id, storeId: caller.storeId } });
    if (given > 0)
      await tx.deliverable.update({ where: { id }, data: { removedAt: unit.now, updatedAt: unit.now } });
    else await tx.deliverable.delete({ where: { id } });
    if (found.fileId !== null)
      await tx.storedFile.deleteMany({ where: { id: found.fileId, storeId: caller.storeId } });
    await markProduct(unit, found.productId);
    await auditDeliverable(unit, caller, "removed", found);
  });
}

/** Locks the caller's product, so that what it delivers changes one at a time. Throws NotFound, or Invalid on `form`. */
export async function lockProduct(
  unit: Unit,
  { storeId }: Pick<Caller, "storeId">,
  id: number,
): Promise<void> {
  const [found] = await unit.tx.$queryRaw<{ kind: string }[]>`
    SELECT kind::text AS kind FROM products WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`;
  if (!found) throw new NotFound();
  const count = await unit.tx.deliverable.count({ where: { productId: id, removedAt: null } });
  requireNone({
    form: !deliveringKinds.includes(found.kind)
      ? say("delivers_nothing")
      : count >= deliverablesMax
        ? say("deliverables_max", { max: String(deliverablesMax) })
        : null,
  });
}

/** Locks one that is still delivered, with its product. Throws NotFound. */
export async function lockDeliverable(unit: Unit, { storeId }: Pick<Caller, "storeId">, id: number) {
  const found = await unit.tx.deliverable.findFirst({ where: { id, storeId, removedAt: null } });
  if (!found) throw new NotFound();
  await unit.tx.$queryRaw`SELECT 1 FROM products WHERE id = ${found.productId} FOR NO KEY UPDATE`;
  const again = await unit.tx.deliverable.findFirst({ where: { id, storeId, removedAt: null } });
  if (!again) throw new NotFound();
  return again;
}

interface Facts {
  kind: "file" | "link" | "text" | "codes";
  name: string;
  content?: string;
  fileId?: number;
}

/** Writes one at the end of its product's list. The product must be locked. */
export async function addDeliverable(
  unit: Unit,
  caller: Caller,
  productId: number,
  { kind, name, content = undefined, fileId = undefined }: Facts,
): Promise<{ id: number }> {
  const { _max } = await unit.tx.deliverable.aggregate({ where: { productId }, _max: { position: true } });
  const made = await unit.tx.deliverable.create({
    data: {
      ...{ storeId: caller.storeId, productId, kind, name, position: (_max.position ?? 0) + 1 },
      ...(content === undefined ? {} : { content }),
      ...(fileId === undefined ? {} : { fileId }),
      ...{ createdAt: unit.now, updatedAt: unit.now },
    },
  });
  await markProduct(unit, productId);
  await auditDeliverable(unit, caller, "added", made);
  return { id: made.id };
}

/** The product says whether it delivers anything, so that its readers read nothing else. */
async function markProduct(unit: Unit, productId: number): Promise<void> {
  const delivers = (await unit.tx.deliverable.count({ where: { productId, removedAt: null } })) > 0;
  await unit.tx.product.update({ where: { id: productId }, data: { delivers } });
}

export function auditDeliverable(
  unit: Unit,
  caller: Caller,
  what: string,
  { productId, kind, id }: { productId: number; kind: string; id: number },
): Promise<void> {
  const details = { kind, deliverable: id };
  return unit.audit(caller, {
    action: `product.deliverable_${what}`,
    target: `product:${productId}`,
    details,
  });
}

const codesAtOnceMax = 5_000;
const codeMax = 500;

/**
 * Makes a pool of codes, one a line, of which each order gets one. A subscription has none: its access is a time, and a
 * code is used once. Throws NotFound, or Invalid by field.
 */
export async function addPool(
  world: World,
  caller: Caller,
  productId: number,
  input: { name: string; codes: string },
): Promise<{ id: number; added: number }> {
  permit(caller, "product.change");
  const name = input.name.trim();
  requireNone({ name: name === "" ? say("give_name") : lineProblem(name, nameMax) });
  const codes = readCodes(input.codes);
  return transact(world, async (unit) => {
    await lockProduct(unit, caller, productId);
    const isTime = { id: productId, storeId: caller.storeId, interval: { not: null } };
    if ((await unit.tx.product.count({ where: isTime })) > 0)
      throw new Invalid({ codes: [say("codes_of_subscription")] });
    const { id } = await addDeliverable(unit, caller, productId, { kind: "codes", name });
    return { id, added: await writeCodes(world, unit, caller, { id, productId }, codes) };
  });
}

/** Adds codes to a pool. Those that the product has already are left out. Throws NotFound, or Invalid on `codes`. */
export async function addCodes(
  world: World,
  caller: Caller,
  id: number,
  typed: string,
): Promise<{ added: number }> {
  permit(caller, "product.change");
  const codes = readCodes(typed);
  return transact(world, async (unit) => {
    const found = await lockDeliverable(unit, caller, id);
    if (found.kind !== "codes") throw new NotFound();
    const added = await writeCodes(world, unit, caller, found, codes);
    await auditDeliverable(unit, caller, "codes_added", found);
    return { added };
  });
}

function readCodes(typed: string): string[] {
  const codes = [...new Set(typed.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== "");
  const bad = codes.map((code) => lineProblem(code, codeMax)).find((problem) => problem !== null);
  requireNone({
    codes:
      codes.length === 0
        ? say("codes_none")
        : codes.length > codesAtOnceMax
          ? say("codes_too_many", { max: String(codesAtOnceMax) })
          : (bad ?? null),
  });
  return codes;
}

async function writeCodes(
  world: World,
  unit: Unit,
  { storeId }: Caller,
  { id, productId }: { id: number; productId: number },
  codes: string[],
): Promise<number> {
  const { count } = await unit.tx.deliverableCode.createMany({
    data: codes.map((code) => ({
      ...{ storeId, productId, deliverableId: id, sealed: world.secrets.seal(code) },
      hash: new Uint8Array(world.secrets.mac("deliverable-code", `${productId}/${code}`)),
    })),
    skipDuplicates: true,
  });
  return count;
}
