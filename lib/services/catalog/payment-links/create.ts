import type { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { composeToken } from "@/lib/domain/token";
import { type NewPaymentLink, newPaymentLink } from "@/lib/resources/payment-link-input";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

/** A page that takes payments at once, in the store's currency (spec, Payment links). Throws Invalid by field. */
export async function createPaymentLink(
  world: World,
  caller: Caller,
  body: z.output<typeof NewPaymentLink>,
): Promise<PaymentLinkRow> {
  permit(caller, "payment_link.change");
  return transact(world, async (unit) => {
    const { currency } = await unit.tx.store.findUniqueOrThrow({
      where: { id: caller.storeId },
      select: { currency: true },
    });
    const terms = newPaymentLink(body, { currency, now: unit.now });
    const row = await unit.tx.paymentLink.create({
      data: {
        ...terms,
        storeId: caller.storeId,
        token: composeToken(world.random.bytes(24)),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.audit({ ...whoOf(caller), action: "payment_link.created", target: `payment_link:${row.id}` });
    return row;
  });
}

function whoOf({ accountId, storeId, actor }: Caller) {
  return { accountId, storeId, actor };
}
