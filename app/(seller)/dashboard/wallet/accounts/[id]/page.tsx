import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/proof-specs";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listDestinations } from "@/lib/services/money/out/payouts/destination";
import { onlyReaders } from "../../../only-readers";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { removeAccountAction } from "../../actions";
import { walletPath } from "../../paths";

export const generateMetadata = titled("removeAccount");

export default onlyReaders("wallet", RemoveAccountPage);

async function RemoveAccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const { id } = await params;
  const destinations = await listDestinations(systemWorld(), seller.caller(true));
  const destination = destinations.find((one) => String(one.id) === id);
  if (!destination || seller.role !== "owner") notFound();
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("removeAccount")}>
      <PageHeader
        title={
          <bdi className="wrap-anywhere">{words.text("removeNamed", { account: destination.label })}</bdi>
        }
        purpose={words.text("removePurpose")}
      />
      <FieldForm
        action={removeAccountAction}
        submit={words.text("removeThis")}
        titles={problemTitles(words)}
        look="danger"
        hidden={{ id }}
        note={<ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>}
        fields={proofSpecs(words, seller.user)}
      />
    </SellerPage>
  );
}
