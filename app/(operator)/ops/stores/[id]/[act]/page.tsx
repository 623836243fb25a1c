import { notFound, redirect } from "next/navigation";
import { actRules, storeActs } from "@/lib/services/desk/operator/act-on-store";
import { ActPage, actWords } from "../../../act-page";
import { findStore } from "../../../find";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { actOnStoreAction } from "../../actions";
import { storesPath } from "../../words";

export const generateMetadata = titledForOperator("store");

type Params = Promise<{ id: string; act: string }>;

/** The exact effect of an action, before it is done. */
export default async function StoreActPage({ params }: { params: Params }) {
  const { id, act: name } = await params;
  const act = storeActs.find((known) => known === name);
  if (!act) notFound();
  const store = await findStore(id);
  const back = `${storesPath}/${store.id}`;
  const words = await currentOperatorWords();
  const rule = actRules[act];
  if (!rule.applies(store)) redirect(back);
  return (
    <ActPage
      {...{ section: "stores", back, ...actWords(act, words) }}
      about={store.name}
      undo={words.text("canUndo", { act: actWords(rule.undo, words).label })}
      action={actOnStoreAction}
      hidden={{ store: String(store.id), act }}
      needsProof
      isHarsh={rule.isHarsh}
    />
  );
}
