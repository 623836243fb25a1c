import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/proof-specs";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listDestinations } from "@/lib/services/money/out/payouts/destination";
import { readSchedule } from "@/lib/services/money/out/payouts/schedule";
import { onlyReaders } from "../../only-readers";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { saveScheduleAction } from "../actions";
import { accountsPath, walletPath } from "../paths";
import { automaticSpecs } from "./fields";

export const generateMetadata = titled("automatic");

export default onlyReaders("wallet", AutomaticPayoutsPage);

async function AutomaticPayoutsPage() {
  const { seller, words } = await sellerWithWords();
  const { currency, timeZone } = seller.store;
  const [schedule, destinations] = await Promise.all([
    readSchedule(systemWorld(), seller.caller(true)),
    listDestinations(systemWorld(), seller.caller(true)),
  ]);
  const back = <ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("automatic")}>
      <PageHeader title={words.text("automatic")} purpose={words.text("automaticPurpose")} />
      {!may(seller.role, "payout.request") ? (
        <Notice tone="info" title={words.text("automaticOnlyOwner")}>
          {back}
        </Notice>
      ) : destinations.length === 0 ? (
        <EmptyState
          sentence={words.text("addFirst")}
          action={<ButtonLink href={`${accountsPath}/new`}>{words.text("addAnAccount")}</ButtonLink>}
        />
      ) : (
        <FieldForm
          action={saveScheduleAction}
          submit={words.text(schedule?.next ? "automaticChange" : "automaticSave")}
          titles={problemTitles(words)}
          note={back}
          fields={[
            ...automaticSpecs(schedule, { words, currency, timeZone, destinations }),
            ...proofSpecs(words, seller.user),
          ]}
        />
      )}
    </SellerPage>
  );
}
