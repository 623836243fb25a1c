import { notFound } from "next/navigation";
import { z } from "zod";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { readBelieved, readUnread } from "@/lib/services/money/phone/read";
import type { Thing } from "../../act-page";
import { ownAccountPath } from "../../paths";

const digits = /^\d{1,18}$/;

/** A message of the seller's phone, which acts are about. */
export function phoneMessage<Row extends { id: bigint; rail: string }>(
  read: (...of: Parameters<typeof readBelieved | typeof readUnread>) => Promise<Row>,
): Thing<Row, bigint> {
  return {
    section: "own",
    id: z.string().regex(digits).transform(BigInt),
    find: async (seller, id) => {
      if (!digits.test(id)) notFound();
      return read(systemWorld(), seller.caller(true), BigInt(id)).catch(() => notFound());
    },
    sent: ({ id }) => ({ id: String(id) }),
    back: ({ rail }, words) => ({
      href: `${ownAccountPath(rail)}/messages`,
      text: words.text("phoneMessages"),
    }),
  };
}
