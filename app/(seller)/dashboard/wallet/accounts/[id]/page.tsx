import { notFound } from "next/navigation";
import { idField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { systemWorld } from "@/lib/services/desk/system-world";
import { removeDestination } from "@/lib/services/money/out/payouts/add-destination";
import { type DestinationView, listDestinations } from "@/lib/services/money/out/payouts/read";
import { actPage, type Thing } from "../../../act-page";
import { walletPath } from "../../../paths";
import { wordsFor } from "../../../words";

const account: Thing<DestinationView, number> = {
  section: "wallet",
  id: idField,
  find: async (seller, id) => {
    const all = await listDestinations(systemWorld(), seller.caller(true));
    return all.find((one) => String(one.id) === id) ?? notFound();
  },
  sent: ({ id }) => ({ id: String(id) }),
  back: (_, words) => ({ href: walletPath, text: words.text("backToWallet") }),
};

/** An account is no longer paid out to. */
const remove = actPage({
  on: account,
  may: "payout.destination",
  title: "removeAccount",
  head: ({ row, words }) => (
    <bdi className="wrap-anywhere">{words.text("removeNamed", { account: row.label })}</bdi>
  ),
  purpose: ({ words }) => words.text("removePurpose"),
  go: "removeThis",
  isHarsh: true,
  fields: {},
  proves: true,
  run: async (seller, { id, proof }, world) => {
    await removeDestination(world, seller.caller(true), { id, ...proof });
    return done(walletPath, wordsFor(seller).text("accountRemoved"));
  },
});

export const generateMetadata = remove.metadata;
export default remove.page(async (previous, form) => {
  "use server";
  return remove.send(previous, form);
});
