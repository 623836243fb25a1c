import { NothingHere } from "@/components/dashboard/mode-tag";
import { SellerPage, sellerPage } from "./seller-page";
import { titled } from "./words";

export const generateMetadata = titled("nothingHere");

/** In the frame of the dashboard, so that everything else is one press away. */
export default sellerPage("overview", async (who) => {
  const { words } = who;
  return (
    <SellerPage {...who} here={words.text("nothingHere")}>
      <NothingHere start="/dashboard" words={words} />
    </SellerPage>
  );
});
