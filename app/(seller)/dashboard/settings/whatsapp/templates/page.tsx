import { TemplateList } from "@/app/(operator)/ops/whatsapp/template-list";
import { ButtonLink } from "@/components/ui/button";
import { allTemplates } from "@/lib/services/notify/whatsapp/templates";
import { whatsappPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";

export const generateMetadata = titled("whatsappTemplates");

/** What is submitted with the account of a store's own number. */
export default sellerPage("settings", async (who, { search }) => {
  const { world, words } = who;
  const path = `${whatsappPath}/templates`;
  return (
    <SellerPage
      {...who}
      here={words.text("whatsappTemplates")}
      title={words.text("whatsappTemplates")}
      actions={
        <ButtonLink href={`${path}/file`} download>
          {words.text("whatsappFile")}
        </ButtonLink>
      }
    >
      <TemplateList {...{ who, path }} templates={allTemplates(world.config.serviceName)} asked={search.in} />
    </SellerPage>
  );
});
