import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { bookLinked } from "@/lib/services/money/phone/book";
import { messageKinds, readUnread } from "@/lib/services/money/phone/read";
import { teachMessage } from "@/lib/services/money/phone/teach";
import { actPage } from "../../../../act-page";
import { ownAccountPath } from "../../../../paths";
import { wordsFor } from "../../../../words";
import { phoneMessage } from "../../phone-message";

/** What a message is that nothing reads: then all like it are read so. */
const say = actPage({
  on: phoneMessage(readUnread),
  may: "suspense.settle",
  title: "msgTeachIt",
  purpose: ({ words }) => words.text("msgTeachPurpose"),
  above: ({ row: { text } }) =>
    text && (
      <p className="mb-6 max-w-[68ch] wrap-anywhere rounded-sm border border-rule bg-sunk p-3">{text}</p>
    ),
  go: "msgTeach",
  fields: {
    kind: {
      ...{ kind: "select", label: "msgKind" },
      options: ({ words }) =>
        messageKinds.map((kind) => ({ value: kind, label: words.text(`msgKind_${kind}`) })),
    },
    amount: { kind: "text", label: "msgAmount" },
    balance: { kind: "text", label: "msgBalance" },
    fee: { kind: "text", label: "msgFee" },
    code: { kind: "text", label: "msgCode" },
  },
  run: async (seller, { id, typed }, world) => {
    const key = await teachMessage(world, seller.caller(true), id, typed);
    await bookLinked(world, world.rails.own?.find(key) ?? undefined);
    return done(`${ownAccountPath(key)}/messages`, wordsFor(seller).text("msgTeachDone"));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return say.send(previous, form);
}

export const generateMetadata = say.metadata;
export default say.page(send);
