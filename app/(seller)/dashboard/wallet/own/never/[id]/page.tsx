import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { formatMoney } from "@/lib/domain/money";
import { bookLinked } from "@/lib/services/money/phone/book";
import { denyMessage } from "@/lib/services/money/phone/deny";
import { readBelieved } from "@/lib/services/money/phone/read";
import { actPage } from "../../../../act-page";
import { ownAccountPath } from "../../../../paths";
import { wordsFor } from "../../../../words";
import { phoneMessage } from "../../phone-message";

/** Money of a message that was believed, and never came. */
const deny = actPage({
  on: phoneMessage(readBelieved),
  may: "suspense.settle",
  title: "msgNever",
  purpose: ({ row, words }) =>
    words.text("msgNeverPurpose", {
      amount: formatMoney(row.moved, words.lang),
      code: row.receipt ?? "–",
    }),
  go: "msgNeverGo",
  fields: {},
  run: async (seller, { id }, world) => {
    const key = await denyMessage(world, seller.caller(true), id);
    await bookLinked(world, world.rails.own?.find(key) ?? undefined);
    return done(`${ownAccountPath(key)}/messages`, wordsFor(seller).text("msgNeverDone"));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return deny.send(previous, form);
}

export const generateMetadata = deny.metadata;
export default deny.page(send);
