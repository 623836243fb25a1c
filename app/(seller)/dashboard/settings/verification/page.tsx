import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { countryName } from "@/lib/domain/languages";
import { may } from "@/lib/domain/roles";
import { readVerification } from "@/lib/services/catalog/stores/verification";
import { systemWorld } from "@/lib/services/desk/system-world";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { sendVerificationAction } from "../actions";
import { verificationSpecs } from "./fields";

export const generateMetadata = titled("verify");

type Verification = Awaited<ReturnType<typeof readVerification>>;

/** What an operator needs to verify the seller, and where that stands. */
export default async function VerificationPage() {
  const { seller, words } = await sellerWithWords();
  const verification = await readVerification(systemWorld(), seller.caller(true));
  const { status, told } = verification;
  const maySend = may(seller.role, "store.verification");
  return (
    <SellerPage seller={seller} section="settings" here={words.text("verification")}>
      <PageHeader
        title={words.text("verify")}
        purpose={words.text("verifyPurpose", { service: serviceName() })}
      />
      <div className="mb-6">
        <State verification={verification} words={words} />
      </div>
      {told ? (
        <Told verification={verification} told={told} words={words} timeZone={seller.store.timeZone} />
      ) : null}
      {!maySend ? <p className="text-ink-2">{words.text("verifyOwnersOnly")}</p> : null}
      {maySend && status !== "verified" ? (
        <>
          {status === "pending" ? <p className="my-4 text-ink-2">{words.text("verifyCorrect")}</p> : null}
          <FieldForm
            action={sendVerificationAction}
            titles={problemTitles(words)}
            submit={words.text("sendVerification")}
            look={status === "pending" ? "secondary" : "primary"}
            fields={verificationSpecs(verification, words)}
          />
        </>
      ) : null}
    </SellerPage>
  );
}

function State({
  verification: { status, reason },
  words,
}: {
  verification: Verification;
  words: DashboardWords;
}) {
  const why = reason ? <p>{words.rich("theReason", { reason: <bdi>{reason}</bdi> })}</p> : null;
  switch (status) {
    case "unverified":
      return (
        <Notice tone="info" title={words.text("verifyNotSent")}>
          <p>{words.text("verifyNotSentMeans")}</p>
        </Notice>
      );
    case "pending":
      return (
        <Notice tone="info" title={words.text("verifyPending")}>
          <p>{words.text("verifyPendingMeans")}</p>
          {why}
        </Notice>
      );
    case "verified":
      return (
        <Notice tone="ok" title={words.text("verifyVerified")}>
          <p>{words.text("verifyVerifiedMeans", { service: serviceName() })}</p>
        </Notice>
      );
    case "rejected":
      return (
        <Notice tone="warn" title={words.text("verifyRejected")}>
          {why}
          <p>{words.text("verifyRejectedMeans")}</p>
        </Notice>
      );
  }
}

/** What the owner sent, without the number. */
function Told({
  verification,
  told,
  words,
  timeZone,
}: {
  verification: Verification;
  told: NonNullable<Verification["told"]>;
  words: DashboardWords;
  timeZone: string;
}) {
  const country = countryName(words.locale, told.country);
  return (
    <Section title={words.text("verifySee")}>
      <Facts
        items={[
          {
            label: words.text("verifySentOn"),
            value: <Timestamp at={new Date(told.sentAt)} timeZone={timeZone} locale={words.locale} />,
          },
          { label: words.text("legalName"), value: <bdi className="wrap-anywhere">{told.legalName}</bdi> },
          { label: words.text("sellerKind"), value: words.text(`kindOf_${told.kind}`) },
          { label: words.text("country"), value: country },
          { label: words.text("legalAddress"), value: <bdi className="wrap-anywhere">{told.address}</bdi> },
          { label: words.text("idNumber"), value: <bdi>•••{told.numberEnd}</bdi> },
          { label: words.text("ownerPhone"), value: <bdi>{told.phone}</bdi> },
          ...(verification.hasDocument
            ? [{ label: words.text("document"), value: words.text("verifyDocumentSent") }]
            : []),
        ]}
      />
    </Section>
  );
}
