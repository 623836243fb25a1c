import { notFound } from "next/navigation";
import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { formatMoney } from "@/lib/domain/money";
import { findOpenFees, settleByHand } from "@/lib/services/desk/own-accounts/fees";
import { actPage } from "../../../act-page";
import { storesPath } from "../../../desk";

/** A store paid for a month of payments into its own accounts in a way that nothing here saw. */
const settle = actPage({
  section: "stores",
  actTitle: "feesSettle",
  find: async ({ world, operator }, id) =>
    (/^\d{1,9}$/.test(id) ? await findOpenFees(world, operator, Number(id)) : null) ?? notFound(),
  idOf: ({ id }) => String(id),
  pathOf: ({ storeId }) => `${storesPath}/${storeId}`,
  about: ({ storeName, month }) => `${storeName}, ${month.toISOString().slice(0, 7)}`,
  acts: ["settle"],
  applies: () => true,
  told: (_, { rest }, words) => ({
    label: words.text("feesSettle"),
    effect: words.text("feesSettleEffect", { amount: formatMoney(rest, words.lang) }),
    undo: words.text("feesSettleUndo"),
  }),
  hearers: "nobody",
  run: async (operator, { id, reason }, { world, words }) => {
    const { storeId } = await settleByHand(world, operator, { id: Number(id), reason });
    return done(`${storesPath}/${storeId}`, words.text("feesSettled"));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return settle.send(previous, form);
}

export const generateMetadata = settle.metadata;
export default settle.page(send);
