import { redirect } from "next/navigation";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { listBalances } from "@/lib/services/desk/reconciliation/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { ActPage } from "../../../act-page";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { settleBalanceAction } from "../../actions";
import { idOf, reconciliationPath, signed } from "../../paths";

export const generateMetadata = titledForOperator("reconSettle");

type Params = Promise<{ id: string }>;

/**
 * A rail's balance beside the books, before an operator explains the difference. Only the newest reading has a page.
 */
export default async function SettleBalancePage({ params }: { params: Params }) {
  const id = idOf((await params).id);
  const found = (await listBalances(systemWorld(), await operatorCaller())).find((one) => one.id === id);
  if (!found || found.settledAt) redirect(reconciliationPath);
  const words = await currentOperatorWords();
  const { railName, currency } = found;
  const sides = [
    `${words.text("reconRailSays")}: ${signed(found.railMinor, currency, words)}.`,
    `${words.text("reconBooksSay")}: ${signed(found.booksMinor, currency, words)}.`,
    `${words.text("reconChange")}: ${signed(found.changeMinor, currency, words)}.`,
  ];
  return (
    <ActPage
      section="reconciliation"
      label={words.text("reconSettle")}
      about={`${railName}, ${currency}`}
      effect={[...sides, words.text("reconSettleEffect")].join(" ")}
      undo={words.text("reconSettleUndo")}
      action={settleBalanceAction}
      hidden={{ id: String(id) }}
      back={reconciliationPath}
      hearers="nobody"
    />
  );
}
