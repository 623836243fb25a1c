import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { actRules, storeActs } from "@/lib/services/operator/store-acts";
import { ActPage } from "../../../act-page";
import { actOnStoreAction } from "../../actions";
import { storesPath } from "../../words";
import { findStore } from "../find-store";

export const metadata: Metadata = { title: "Act on a store" };

type Params = Promise<{ id: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function StoreActPage({ params }: { params: Params }) {
  const { id, act: name } = await params;
  const act = storeActs.find((known) => known === name);
  if (!act) notFound();
  const store = await findStore(id);
  const back = `${storesPath}/${store.id}`;
  const rule = actRules[act];
  if (!rule.applies(store)) redirect(back);
  return (
    <ActPage
      {...{ section: "stores", back, label: rule.label, effect: rule.effect }}
      about={store.name}
      undo={`You can undo this: “${actRules[rule.undo].label}”.`}
      action={actOnStoreAction}
      hidden={{ store: String(store.id), act }}
      isHarsh={rule.isHarsh}
    />
  );
}
