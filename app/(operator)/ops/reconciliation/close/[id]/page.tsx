import { redirect } from "next/navigation";
import { found } from "@/app/service-name";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { readDifference } from "@/lib/services/desk/reconciliation/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { ActPage } from "../../../act-page";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { closeDifferenceAction } from "../../actions";
import { idOf, reconciliationPath, sideOf } from "../../paths";

export const generateMetadata = titledForOperator("reconClose");

type Params = Promise<{ id: string }>;

/** A difference with both sides, and the effect of closing it, before a reason is given. */
export default async function CloseDifferencePage({ params }: { params: Params }) {
  const found = await find((await params).id);
  const back = `${reconciliationPath}/${found.reconciliationId}`;
  if (found.closedAt) redirect(back);
  const words = await currentOperatorWords();
  const { op, currency, railMinor, booksMinor, kind, ourId } = found;
  const rail = sideOf(railMinor, currency, words);
  const books = sideOf(booksMinor, currency, words);
  const sides = `${words.text("reconRailSays")}: ${rail}. ${words.text("reconBooksSay")}: ${books}.`;
  return (
    <ActPage
      section="reconciliation"
      label={words.text("reconClose")}
      about={`${words.text(`reconOp_${op}`)} ${ourId}`}
      effect={`${sides} ${words.text(`reconWhat_${kind}`)} ${words.text("reconCloseEffect")}`}
      undo={words.text("reconCloseUndo")}
      action={closeDifferenceAction}
      hidden={{ id: String(found.id) }}
      back={back}
      hearers="nobody"
    />
  );
}

async function find(id: string) {
  return found(readDifference(systemWorld(), await operatorCaller(), idOf(id)));
}
