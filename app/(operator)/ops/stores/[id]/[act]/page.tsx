import { done } from "@/lib/auth/sealed-cookie";
import { rowIdOf } from "@/lib/domain/token";
import { actOnStore, actRules, storeActs } from "@/lib/services/desk/operator/act-on-store";
import { actPage } from "../../../act-page";
import { findStore, storesPath } from "../../../desk";

const acts = actPage({
  section: "stores",
  actTitle: "store",
  find: (_, id) => findStore(id),
  idOf: ({ id }) => String(id),
  pathOf: ({ id }) => `${storesPath}/${id}`,
  about: ({ name }) => name,
  acts: storeActs,
  applies: (act, store) => actRules[act].applies(store),
  told: (act, _, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(`act_${act}_effect`),
    undo: words.text("canUndo", { act: words.text(`act_${actRules[act].undo}`) }),
  }),
  isHarsh: (act) => actRules[act].isHarsh,
  proves: true,
  run: async (operator, { id, ...sent }, { world, words }) => {
    const { changed } = await actOnStore(world, operator, { storeId: rowIdOf(id), ...sent });
    return done(`${storesPath}/${id}`, words.text(changed ? "doneMailed" : "wasThatWay"));
  },
});

export const generateMetadata = acts.metadata;
export default acts.page(async (previous, form) => {
  "use server";
  return acts.send(previous, form);
});
