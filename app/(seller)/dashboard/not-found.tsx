import { NothingHere } from "@/components/dashboard/nothing-here";
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
      <NothingHere start="/dashboard" words={words} />
    </SellerPage>
  );
}
