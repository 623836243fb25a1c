import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { SellerPage } from "./seller-page";
import { titled, wordsFor } from "./words";

export const generateMetadata = titled("nothingHere");

/** In the frame of the dashboard, so that everything else is one press away. */
export default async function DashboardNotFoundPage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  return (
    <SellerPage seller={seller} section="overview" here={words.text("nothingHere")}>
      <PageHeader title={words.text("nothingHere")} purpose={words.text("nothingHereMeans")} />
      <p>
        <ButtonLink href="/dashboard">{words.text("overview")}</ButtonLink>
      </p>
    </SellerPage>
  );
}
