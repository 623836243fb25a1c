import { FieldForm } from "@/app/_forms/field-form";
import { LinkPreview } from "@/components/dashboard/link-preview";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { countryName } from "@/lib/domain/languages";
import { may } from "@/lib/domain/roles";
import { type FeeChange, listFeeChanges } from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readDial } from "@/lib/services/money/ussd/settings";
import { DialSection } from "../dial-section";
import {
  notificationsPath,
  numberingPath,
  sitesPath,
  takeAlongPath,
  taxPath,
  verificationPath,
} from "../paths";
import { PictureSection } from "../picture-section";
import { SellerPage } from "../seller-page";
import { ShareBar } from "../share-bar";
import { problemTitles, titled, wordsFor } from "../words";
import { removeLogoAction, saveStoreAction, uploadLogoAction } from "./actions";
import { storeSpecs } from "./fields";

export const generateMetadata = titled("store");

const previewPath = "/pay/preview/store";

export default async function SettingsPage() {
  const seller = await currentSeller();
  const changes = await listFeeChanges(systemWorld(), seller.store.plan.code, seller.store.currency);
  const words = wordsFor(seller);
  const { siteUrl } = systemWorld().config;
  const mayChange = may(seller.role, "store.settings");
  const url = `${siteUrl}/store/${seller.store.slug}`;
  return (
    <SellerPage seller={seller} section="settings">
      <PageHeader title={words.text("store")} purpose={words.text("storePurpose")} />
      {mayChange ? null : (
        <div className="mb-6">
          <Notice tone="info" title={words.text("onlyAdmins")} />
        </div>
      )}
      {mayChange ? <StoreForm seller={seller} siteUrl={siteUrl} words={words} /> : null}
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
          <Dial seller={seller} words={words} />
          <Logo seller={seller} words={words} mayChange={mayChange} />
          <Section title={words.text("notifications")}>
            <div className="grid gap-2 pt-4">
              <p className="text-ink-2">{words.text("notificationsPurpose")}</p>
              <div>
                <ButtonLink href={notificationsPath}>{words.text("notificationsOpen")}</ButtonLink>
              </div>
            </div>
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={words.text("numbering")}>
            <div className="grid gap-2 pt-4">
              <p className="text-ink-2">{words.text("numberingPurpose")}</p>
              <div>
                <ButtonLink href={numberingPath}>{words.text("numberingOpen")}</ButtonLink>
              </div>
            </div>
          </Section>
          <Section title={words.text("includedTax")}>
            <div className="grid gap-2 pt-4">
              <p className="text-ink-2">{words.text("includedTaxPurpose")}</p>
              <div>
                <ButtonLink href={taxPath}>{words.text("includedTaxOpen")}</ButtonLink>
              </div>
            </div>
          </Section>
          <Section title={words.text("sites")}>
            <div className="grid gap-2 pt-4">
              <p className="text-ink-2">{words.text("sitesPurpose")}</p>
              <div>
                <ButtonLink href={sitesPath}>{words.text("sitesOpen")}</ButtonLink>
              </div>
            </div>
          </Section>
          <Section title={words.text("takeAlong")}>
            <div className="grid gap-2 pt-4">
              <p className="text-ink-2">{words.text("takeAlongPurpose")}</p>
              <div>
                <ButtonLink href={takeAlongPath}>{words.text("takeAlong")}</ButtonLink>
              </div>
            </div>
          </Section>
          <WhatStays seller={seller} changes={changes} words={words} />
        </div>
      </div>
    </SellerPage>
  );
}

/** What payers without internet dial, where the service has a short code. */
async function Dial({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
  const dial = await readDial(systemWorld(), seller.store.id);
  return dial && <DialSection dial={dial.dial} meaning={words.text("ussdStoreMeans")} words={words} />;
}

/** The form beside the page that payers see, which follows what is typed. */
function StoreForm({
  seller: { store },
  siteUrl,
  words,
}: {
  seller: CurrentSeller;
  siteUrl: string;
  words: DashboardWords;
}) {
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

function Logo({
  seller,
  words,
  mayChange,
}: {
  seller: CurrentSeller;
  words: DashboardWords;
  mayChange: boolean;
}) {
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
  seller: CurrentSeller;
  changes: FeeChange[];
  words: DashboardWords;
}

/** What the plan costs now, and what it cost before each of its last changes. */
function Fees({ seller, changes, words }: FeesProps) {
  return (
    <>
      {feesOf(seller, words)}
      {changes.slice(0, changesShown).map(({ id, at, feeBefore, payoutFeeBefore }) => (
        <span key={id} className="block text-label text-ink-2">
          {words.rich("feesUntil", {
            day: <Timestamp key="at" at={at} timeZone={seller.store.timeZone} locale={words.locale} />,
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

function WhatStays({ seller, changes, words }: FeesProps) {
  const { store } = seller;
  const { verificationStatus: status, verificationReason: reason } = store;
  return (
    <Section title={words.text("whatStays")}>
      <Facts
        items={[
          { label: words.text("currency"), value: words.text("currencyStays", { currency: store.currency }) },
          { label: words.text("country"), value: countryName(words.locale, store.country) },
          {
            label: words.text("plan"),
            value: store.plan.includesApi
              ? store.plan.name
              : `${store.plan.name}, ${words.text("planNoApi")}`,
          },
          { label: words.text("ourFees"), value: <Fees seller={seller} changes={changes} words={words} /> },
          {
            label: words.text("verification"),
            value: (
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
          },
        ]}
      />
    </Section>
  );
}
