import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { sentText } from "@/lib/resources/form-fields";
import { switchAccount } from "@/lib/services/desk/own-accounts/connect";
import { actPage } from "../../../../act-page";
import { ownAccountPath } from "../../../../paths";
import { wordsFor } from "../../../../words";
import { ownAccount } from "../../own";

/** Payers pay into it, or no more. What is under way is followed either way. */
const switchIt = actPage({
  on: ownAccount,
  may: "rail_account.change",
  title: "ownSwitch",
  here: ({ row }) => row.label,
  head: ({ row, words }) =>
    words.text(row.state === "on" ? "ownOffTitle" : "ownOnTitle", { account: row.label }),
  purpose: ({ row, words }) => words.text(row.state === "on" ? "ownOffMeans" : "ownOnMeans"),
  go: ({ row, words }) => words.text(row.state === "on" ? "switchItOff" : "switchItOn"),
  fields: {},
  proves: true,
  run: async (seller, { id: key, proof, form }, world) => {
    const on = sentText(form, "wish") === "on";
    await switchAccount(world, seller.caller(true), { key, on, ...proof });
    return done(ownAccountPath(key), wordsFor(seller).text(on ? "ownIsOn" : "ownIsOff"));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return switchIt.send(previous, form);
}

export const generateMetadata = switchIt.metadata;
export default switchIt.page(send);
