import { NothingHere } from "@/components/dashboard/mode-tag";
import { SellerPage } from "./seller-page";
import { sellerWithWords, titled } from "./words";

export const generateMetadata = titled("nothingHere");

/** In the frame of the dashboard, so that everything else is one press away. */
export default async function DashboardNotFoundPage() {
  const { seller, words } = await sellerWithWords();
  return (
    <SellerPage seller={seller} section="overview" here={words.text("nothingHere")}>
      <NothingHere start="/dashboard" words={words} />
    </SellerPage>
  );
}
