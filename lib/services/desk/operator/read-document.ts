import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

/** The document that a seller gave for verification, as a JPEG. Each look is in the audit log. Throws NotAllowed or NotFound. */
export async function readVerificationDocument(
  world: World,
  operator: Operator,
  storeId: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    const found = await unit.tx.verificationDocument.findUnique({
      where: { storeId },
      include: { store: { select: { accountId: true } } },
    });
    if (!found) throw new NotFound();
    await unit.audit({
      ...{ storeId, accountId: found.store.accountId, actor: operator.actor },
      ...{ action: "store.document_seen", target: `store:${storeId}` },
    });
    return new Uint8Array(Buffer.from(world.secrets.open(found.sealed), "base64"));
  });
}
