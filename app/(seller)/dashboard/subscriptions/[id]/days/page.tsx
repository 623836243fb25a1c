import { done } from "@/lib/auth/sealed-cookie";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { actPage } from "../../../act-page";
import { subscriptionPath } from "../../../paths";
import { wordsFor } from "../../../words";
import { subscription } from "../../subscription";

/** The seller gives a subscriber days for free. `extendSubscription` names its problems as the fields are named. */
const giveDays = actPage({
  on: subscription,
  may: "subscription.extend",
  title: "giveDays",
  head: ({ row, words }) => words.text("giveDaysTo", { name: row.customer.name }),
  purpose: ({ words }) => words.text("giveDaysPurpose"),
  go: "giveDaysGo",
  fields: {
    days: { kind: "text", inputMode: "decimal", label: "daysGiven", help: "daysGivenHelp" },
    reason: { kind: "text", label: "why", help: "whyHelp" },
  },
  run: async (seller, { id, typed: { days, reason } }, world) => {
    const given = { days: /^\s*\d{1,3}\s*$/.test(days) ? Number(days) : 0, reason };
    await extendSubscription(world, seller.caller(true), id, given);
    return done(subscriptionPath(id), wordsFor(seller).text("daysWereGiven", { days: given.days }));
  },
});

export const generateMetadata = giveDays.metadata;
export default giveDays.page(async (previous, form) => {
  "use server";
  return giveDays.send(previous, form);
});
