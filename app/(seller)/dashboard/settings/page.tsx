import { stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { modernZone } from "@/lib/domain/country";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { countryName } from "@/lib/domain/languages";
import { listFeeChanges } from "@/lib/services/desk/operator/read-plans";
import { actPage, inSection } from "../act-page";
import { settingsPath, verificationPath } from "../paths";
import { type AtStore, atStore } from "../words";
import { saves, shopFields } from "./fields";

/** Who sells: what customers, receipts and invoices say of the store. */
const shop = actPage({
  on: inSection("settings"),
  may: "store.settings",
  title: "tabShop",
  purpose: () => null,
  go: "save",
  fields: shopFields,
  held: ({ seller: { store } }) => ({ ...store, timeZone: modernZone(store.timeZone) }),
  below: ({ seller }) => <WhatStays who={atStore(seller)} />,
  run: saves(settingsPath),
});

const verificationLink = {
  unverified: "verify",
  pending: "verifySee",
  verified: "verifySee",
  rejected: "verifyAgain",
} as const;

/** What the plan costs now, and what it cost before each of its last changes. */
async function Fees({ who }: { who: AtStore }) {
  const { seller, words, world } = who;
  const changes = await listFeeChanges(world, seller.store.plan.code, seller.store.currency);
  return (
    <>
      {feesOf(seller, words)}
      {changes.slice(0, changesShown).map(({ id, at, feeBefore, payoutFeeBefore }) => (
        <span key={id} className="block text-label text-ink-2">
          {words.rich("feesUntil", {
            day: stamp(at, who),
            ...{ fee: feeBefore, payoutFee: payoutFeeBefore },
          })}
        </span>
      ))}
    </>
  );
}

const changesShown = 5;

function feesOf({ store }: CurrentSeller, words: DashboardWords): string {
  const { plan, currency } = store;
  const fees = {
    fee: feeText(plan, currency, words.lang),
    payoutFee: payoutFeeText(plan, currency, words.lang),
  };
  return words.text(store.buyerPaysCharges ? "feesOnBuyer" : "feesOnSeller", fees);
}

function WhatStays({ who }: { who: AtStore }) {
  const { seller, words } = who;
  const { store } = seller;
  const { verificationStatus: status, verificationReason: reason } = store;
  return (
    <Section title={words.text("whatStays")}>
      <Facts
        items={facts(words, {
          currency: words.text("currencyStays", { currency: store.currency }),
          country: countryName(words.locale, store.country),
          plan: store.plan.includesApi ? store.plan.name : `${store.plan.name}, ${words.text("planNoApi")}`,
          ourFees: <Fees who={who} />,
          verification: (
            <>
              {words.text(`verification_${status}`)}
              {reason ? (
                <span className="block text-ink-2">
                  {words.rich("theReason", { reason: <bdi>{reason}</bdi> })}
                </span>
              ) : null}
              <a className="block underline underline-offset-2" href={verificationPath}>
                {words.text(verificationLink[status])}
              </a>
            </>
          ),
        })}
      />
    </Section>
  );
}

export const generateMetadata = shop.metadata;
export default shop.page(async (previous, form) => {
  "use server";
  return shop.send(previous, form);
});
