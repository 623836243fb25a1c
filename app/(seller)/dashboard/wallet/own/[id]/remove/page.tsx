import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { removeAccount } from "@/lib/services/desk/own-accounts/connect";
import { actPage } from "../../../../act-page";
import { ownAccountsPath } from "../../../../paths";
import { wordsFor } from "../../../../words";
import { ownAccount } from "../../own";

/** Nobody pays into it any more, and its keys are forgotten. What it took stays in the books. */
const remove = actPage({
  on: ownAccount,
  may: "rail_account.change",
  title: "ownRemove",
  here: ({ row }) => row.label,
  head: ({ row, words }) => words.text("removeNamed", { account: row.label }),
  purpose: ({ words }) => words.text("ownRemoveMeans"),
  go: "removeIt",
  isHarsh: true,
  fields: {},
  proves: true,
  run: async (seller, { id: key, proof }, world) => {
    await removeAccount(world, seller.caller(true), { key, ...proof });
    return done(ownAccountsPath, wordsFor(seller).text("accountRemoved"));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return remove.send(previous, form);
}

export const generateMetadata = remove.metadata;
export default remove.page(send);
