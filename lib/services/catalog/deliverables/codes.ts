import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { addDeliverable, auditDeliverable, lockDeliverable, lockProduct } from "./save";

const codesAtOnceMax = 5_000;
const codeMax = 500;
const nameMax = 150;

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
