import { notFound } from "next/navigation";
import { cache } from "react";
import { found } from "@/app/service-name";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { may } from "@/lib/domain/roles";
import { type OrderRow, readOrder } from "@/lib/services/billing/orders/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../act-page";
import { orderPath } from "../paths";

/** The order of the address, which is its id or its number. */
export const findOrder = cache(async (seller: CurrentSeller, address: string): Promise<OrderRow> => {
  const isId = /^[1-9]\d{0,8}$/.test(address);
  if (!isId && !/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(address)) notFound();
  return found(readOrder(systemWorld(), seller.caller(true), isId ? Number(address) : address));
});

export function mayMoveMoney(seller: CurrentSeller): boolean {
  return may(seller.role, "refund.request");
}

/** What acts about orders are about. */
export const order: Thing<OrderRow, number> = {
  section: "orders",
  id: idField,
  find: findOrder,
  sent: ({ id }) => ({ id: String(id) }),
  back: ({ id, number }, words) => ({ href: orderPath(id), text: words.text("backTo", { number }) }),
};
