import { FieldForm } from "@/app/_forms/field-form";
import { stamp } from "@/app/_lists/list-view";
import { serviceName } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, Section } from "@/components/ui/blocks";
import { countryName } from "@/lib/domain/languages";
import { may } from "@/lib/domain/roles";
import { readVerification } from "@/lib/services/catalog/stores/verification";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { sendVerificationAction } from "../actions";
import { verificationSpecs } from "../fields";

export const generateMetadata = titled("verify");

type Verification = Awaited<ReturnType<typeof readVerification>>;

/** What an operator needs to verify the seller, and where that stands. */
export default sellerPage("settings", async (who) => {
  const { seller, world, caller, words } = who;
  const verification = await readVerification(world, caller);
  const { status, told } = verification;
  const maySend = may(seller.role, "store.verification");
  return (
    <SellerPage
      {...who}
      here={words.text("verification")}
      title={words.text("verify")}
      purpose={words.text("verifyPurpose", { service: serviceName() })}
    >
      <div className="mb-6">
        <State verification={verification} words={words} />
      </div>
      {told ? <Told verification={verification} told={told} who={who} /> : null}
      {!maySend ? <p className="text-ink-2">{words.text("verifyOwnersOnly")}</p> : null}
      {maySend && status !== "verified" ? (
        <>
          {status === "pending" ? <p className="my-4 text-ink-2">{words.text("verifyCorrect")}</p> : null}
          <FieldForm
            action={sendVerificationAction}
            submit={words.text("sendVerification")}
            look={status === "pending" ? "secondary" : "primary"}
            fields={verificationSpecs(verification, words)}
          />
        </>
      ) : null}
    </SellerPage>
  );
});

function State(props: { verification: Verification; words: DashboardWords }) {
  const {
    verification: { status, reason },
    words,
  } = props;
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
function Told(props: { verification: Verification; told: NonNullable<Verification["told"]>; who: AtStore }) {
  const { who, verification, told } = props;
  const { words } = who;
  const country = countryName(words.locale, told.country);
  return (
    <Section title={words.text("verifySee")}>
      <Facts
        items={facts(words, {
          verifySentOn: stamp(new Date(told.sentAt), who),
          legalName: <bdi className="wrap-anywhere">{told.legalName}</bdi>,
          sellerKind: words.text(`kindOf_${told.kind}`),
          country: country,
          legalAddress: <bdi className="wrap-anywhere">{told.address}</bdi>,
          idNumber: <bdi>•••{told.numberEnd}</bdi>,
          ownerPhone: <bdi>{told.phone}</bdi>,
          document: verification.hasDocument && words.text("verifyDocumentSent"),
        })}
      />
    </Section>
  );
}
