import { found } from "@/app/service-name";
import { done } from "@/lib/auth/sealed-cookie";
import { readDifference } from "@/lib/services/desk/reconciliation/read";
import { closeDifference } from "@/lib/services/desk/reconciliation/save";
import { actPage } from "../../../act-page";
import { bigIdOf, reconciliationPath } from "../../../desk";
import { sideOf } from "../../amounts";

/** A difference with both sides, and the effect of closing it, before a reason is given. */
const close = actPage({
  section: "reconciliation",
  actTitle: "reconClose",
  find: ({ world, operator }, id) => found(readDifference(world, operator, bigIdOf(id))),
  idOf: ({ id }) => String(id),
  pathOf: ({ reconciliationId }) => `${reconciliationPath}/${reconciliationId}`,
  about: ({ op, ourId }, { words }) => `${words.text(`reconOp_${op}`)} ${ourId}`,
  acts: ["close"],
  applies: (_, { closedAt }) => closedAt === null,
  told: (_, { currency, railMinor, booksMinor, kind }, words) => {
    const rail = `${words.text("reconRailSays")}: ${sideOf(railMinor, currency, words)}.`;
    const books = `${words.text("reconBooksSay")}: ${sideOf(booksMinor, currency, words)}.`;
    return {
      label: words.text("reconClose"),
      effect: [rail, books, words.text(`reconWhat_${kind}`), words.text("reconCloseEffect")].join(" "),
      undo: words.text("reconCloseUndo"),
    };
  },
  hearers: "nobody",
  run: async (operator, { id, reason }, { world, words }) => {
    const { reconciliationId } = await closeDifference(world, operator, { id: bigIdOf(id), reason });
    return done(`${reconciliationPath}/${reconciliationId}`, words.text("reconClosed"));
  },
});

export const generateMetadata = close.metadata;
export default close.page(async (previous, form) => {
  "use server";
  return close.send(previous, form);
});
