import { FieldForm } from "@/app/_forms/field-form";
import { stamp } from "@/app/_lists/list-view";
import { LinkPreview } from "@/components/dashboard/link-preview";
import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { countryName } from "@/lib/domain/languages";
import { may } from "@/lib/domain/roles";
import { type FeeChange, listFeeChanges } from "@/lib/services/desk/operator/read-plans";
import { readDial } from "@/lib/services/money/ussd/settings";
import {
  notificationsPath,
  numberingPath,
  sitesPath,
  takeAlongPath,
  taxPath,
  verificationPath,
} from "../paths";
import { PictureSection } from "../picture-section";
import { SellerPage, sellerPage } from "../seller-page";
import { DialSection, ShareBar } from "../share-bar";
import { type AtStore, problemTitles, titled } from "../words";
import { removeLogoAction, saveStoreAction, uploadLogoAction } from "./actions";
import { storeSpecs } from "./fields";

export const generateMetadata = titled("store");

const previewPath = "/pay/preview/store";

export default sellerPage("settings", async (who) => {
  const { seller, world, words } = who;
  const changes = await listFeeChanges(world, seller.store.plan.code, seller.store.currency);
  const { siteUrl } = world.config;
  const mayChange = may(seller.role, "store.settings");
  const url = `${siteUrl}/store/${seller.store.slug}`;
  return (
    <SellerPage {...who} title={words.text("store")} purpose={words.text("storePurpose")}>
      {mayChange ? null : (
        <div className="mb-6">
          <Notice tone="info" title={words.text("onlyAdmins")} />
        </div>
      )}
      {mayChange ? <StoreForm who={who} siteUrl={siteUrl} /> : null}
      <div className="mt-10 grid gap-x-12 gap-y-10 nav:grid-cols-2">
        <div className="min-w-0">
          <Section title={words.text("storePage")}>
            <div className="pt-4">
              <ShareBar
                label={words.text("storePage")}
                {...{ url, words, text: `${seller.store.name} ${url}`, codesOf: seller.store.name }}
              />
            </div>
          </Section>
          <Dial who={who} />
          <Logo who={who} mayChange={mayChange} />
          <Subject
            words={words}
            href={notificationsPath}
            of={["notifications", "notificationsPurpose", "notificationsOpen"]}
          />
        </div>
        <div className="min-w-0">
          <Subject
            words={words}
            href={numberingPath}
            of={["numbering", "numberingPurpose", "numberingOpen"]}
          />
          <Subject
            words={words}
            href={taxPath}
            of={["includedTax", "includedTaxPurpose", "includedTaxOpen"]}
          />
          <Subject words={words} href={sitesPath} of={["sites", "sitesPurpose", "sitesOpen"]} />
          <Subject words={words} href={takeAlongPath} of={["takeAlong", "takeAlongPurpose", "takeAlong"]} />
          <WhatStays who={who} changes={changes} />
        </div>
      </div>
    </SellerPage>
  );
});

/** A page of settings of one subject: its title, what it is for, and its button. */
function Subject(props: {
  href: string;
  of: readonly [PlainKey, PlainKey, PlainKey];
  words: DashboardWords;
}) {
  const [title, purpose, open] = props.of.map((key) => props.words.loose(key, {}));
  return (
    <Section title={title ?? ""}>
      <div className="grid gap-2 pt-4">
        <p className="text-ink-2">{purpose}</p>
        <div>
          <ButtonLink href={props.href}>{open}</ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** What payers without internet dial, where the service has a short code. */
async function Dial({ who }: { who: AtStore }) {
  const { seller, words, world } = who;
  const dial = await readDial(world, seller.store.id);
  return dial && <DialSection dial={dial.dial} meaning={words.text("ussdStoreMeans")} words={words} />;
}

/** The form beside the page that payers see, which follows what is typed. */
function StoreForm({ who, siteUrl }: { who: AtStore; siteUrl: string }) {
  const { words } = who;
  const { store } = who.seller;
  const hidden = { store: String(store.id), example: words.text("previewExample") };
  return (
    <LinkPreview
      path={previewPath}
      first={`${previewPath}?${new URLSearchParams(hidden)}`}
      caption={words.text("onAPhone")}
      title={words.text("previewOfPage")}
    >
      <FieldForm
        action={saveStoreAction}
        submit={words.text("save")}
        titles={problemTitles(words)}
        fields={storeSpecs(store, { words, siteUrl })}
        hidden={hidden}
        note={
          <Button look="quiet" formAction={previewPath} formMethod="get" formTarget="preview">
            {words.text("showInPreview")}
          </Button>
        }
      />
    </LinkPreview>
  );
}

function Logo({ who, mayChange }: { who: AtStore; mayChange: boolean }) {
  const { seller, words } = who;
  const { logoUrl } = seller.store;
  return (
    <PictureSection
      title={words.text("logo")}
      picture={
        logoUrl ? (
          <img
            src={new URL(logoUrl).pathname}
            alt={words.text("logo")}
            width={64}
            height={64}
            className="rounded-sm border border-rule bg-white object-contain"
          />
        ) : null
      }
      none={words.text("noLogo")}
      choose={words.text("chooseLogo")}
      upload={uploadLogoAction}
      remove={removeLogoAction}
      {...{ mayChange, words }}
    />
  );
}

const verificationLink = {
  unverified: "verify",
  pending: "verifySee",
  verified: "verifySee",
  rejected: "verifyAgain",
} as const;

interface FeesProps {
  who: AtStore;
  changes: FeeChange[];
}

/** What the plan costs now, and what it cost before each of its last changes. */
function Fees({ who, changes }: FeesProps) {
  const { seller, words } = who;
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

function WhatStays({ who, changes }: FeesProps) {
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
          ourFees: <Fees who={who} changes={changes} />,
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
