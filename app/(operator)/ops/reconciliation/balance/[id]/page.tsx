import { redirect } from "next/navigation";
import { done } from "@/lib/auth/sealed-cookie";
import { listBalances } from "@/lib/services/desk/reconciliation/read";
import { settleBalance } from "@/lib/services/desk/reconciliation/save";
import { actPage } from "../../../act-page";
import { bigIdOf, reconciliationPath } from "../../../desk";
import { signed } from "../../amounts";

/** A rail's balance beside the books, before an operator explains the difference. Only the newest reading has a page. */
const settle = actPage({
  section: "reconciliation",
  actTitle: "reconSettle",
  find: async ({ world, operator }, id) =>
    (await listBalances(world, operator)).find((one) => one.id === bigIdOf(id)) ??
    redirect(reconciliationPath),
  idOf: ({ id }) => String(id),
  pathOf: () => reconciliationPath,
  about: ({ railName, currency }) => `${railName}, ${currency}`,
  acts: ["settle"],
  applies: (_, { settledAt }) => settledAt === null,
  told: (_, { currency, railMinor, booksMinor, changeMinor }, words) => ({
    label: words.text("reconSettle"),
    effect: [
      `${words.text("reconRailSays")}: ${signed(railMinor, currency, words)}.`,
      `${words.text("reconBooksSay")}: ${signed(booksMinor, currency, words)}.`,
      `${words.text("reconChange")}: ${signed(changeMinor, currency, words)}.`,
      words.text("reconSettleEffect"),
    ].join(" "),
    undo: words.text("reconSettleUndo"),
  }),
  hearers: "nobody",
  run: async (operator, { id, reason }, { world, words }) => {
    await settleBalance(world, operator, { id: bigIdOf(id), reason });
    return done(reconciliationPath, words.text("reconSettled"));
  },
});

export const generateMetadata = settle.metadata;
export default settle.page(async (previous, form) => {
  "use server";
  return settle.send(previous, form);
});
