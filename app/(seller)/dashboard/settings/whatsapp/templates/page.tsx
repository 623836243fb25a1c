import { TemplateList } from "@/app/_lists/templates";
import { ButtonLink } from "@/components/ui/button";
import { whatsappPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";

export const generateMetadata = titled("whatsappTemplates");

/** What is submitted with the account of a store's own number. */
export default sellerPage("settings", async (who, { search }) => {
  const { words } = who;
  const path = `${whatsappPath}/templates`;
  const title = words.text("whatsappTemplates");
  return (
    <SellerPage
      {...who}
      here={title}
      title={title}
      actions={
        <ButtonLink href={`${path}/file`} download>
          {words.text("whatsappFile")}
        </ButtonLink>
      }
    >
      <TemplateList {...{ who, path }} asked={search.in} />
    </SellerPage>
  );
});
