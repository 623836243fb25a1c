import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { type MessageKind, messageKinds, patternOf } from "@/lib/domain/phone-messages/read";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { railOf } from "../rails";
import { keepMessage } from "./hear";
import { relink } from "./relink";
import { lockChain, toldOf } from "./rows";

/** What a seller says of a message that nothing read; amounts as they stand in it. */
export interface Taught {
  kind: string;
  amount: string;
  balance: string;
  fee: string;
  code: string;
}

/**
 * The seller says what a message is, and from then on messages of this shape are read so in this store; this one too. Returns the key
 * of its account. Owner and admin only. Throws NotFound, or Invalid by field.
 */
export const teachMessage = verb(
  "suspense.settle",
  async (unit, seller: Seller, id: bigint, taught: Taught): Promise<string> => {
    const { storeId } = seller;
    const row = await unit.tx.phoneMessage.findFirst({ where: { id, storeId, state: "unread" } });
    const rail = row && railOf(unit.world, row.rail);
    const network = phoneNetworkOf(rail?.phone?.network ?? "");
    if (!row || !network) throw new NotFound();
    const kind = messageKinds.find((one): one is MessageKind => one === taught.kind);
    if (!kind) throw new Invalid({ kind: [say("form_incomplete")] });
    const { text, sender } = toldOf(unit.world, row);
    const typed = (value: string) => value.trim() || null;
    const pattern = patternOf(network, text, {
      ...{ kind, amount: taught.amount.trim(), balance: typed(taught.balance) },
      ...{ fee: typed(taught.fee), code: typed(taught.code) },
    });
    if (!pattern) throw new Invalid({ amount: [say("phone_not_in_text")] });
    await lockChain(unit, storeId, row.rail);
    await unit.tx.phonePattern.create({
      data: { ...pattern, storeId, network: network.code, createdBy: seller.actor, createdAt: unit.now },
    });
    const unread = await unit.tx.phoneMessage.findMany({ where: { rail: row.rail, state: "unread" } });
    const place = { storeId, rail: row.rail, network, patterns: [pattern] };
    for (const one of unread) {
      const told = one.id === id ? { text, sender } : toldOf(unit.world, one);
      await unit.tx.phoneMessage.delete({ where: { id: one.id } });
      await keepMessage(unit, place, { ...told, at: one.at, sim: null }, one.heardAt);
    }
    await relink(unit, storeId, row.rail);
    await unit.audit(seller, { action: "phone.message_taught", target: `rail_account:${row.rail}` });
    return row.rail;
  },
);
