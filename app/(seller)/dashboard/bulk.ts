import type { Bulk, BulkAct, BulkText } from "@/app/_lists/list";
import { type Action, may } from "@/lib/domain/roles";
import { bulkAction } from "./list-actions";
import type { AtStore } from "./words";

/** An act of bulk-acts.ts, and who may do it; the verb behind it asks again. */
export type SellerAct = BulkAct & { needs: Action };

/** The acts of a list that this person may do. A file of chosen rows is for everybody. */
export function sellerBulk<Row>(acts: SellerAct[], nameOf: (row: Row) => string, text?: BulkText) {
  return ({ seller }: AtStore): Bulk<Row> => {
    const allowed = acts.filter(({ needs }) => may(seller.role, needs));
    const asks = text && allowed.some(({ usesText }) => usesText);
    return { action: bulkAction, acts: allowed, nameOf, ...(asks ? { text } : {}) };
  };
}
