import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { ButtonLink } from "@/components/ui/button";
import { ownAccountPath } from "../../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../../seller-page";
import { titled } from "../../../../words";
import { saveAccountAction } from "../../actions";
import { accountSpecs, ownAccount } from "../../own";

export const generateMetadata = titled("ownChange");

/** Its name, its mode and its keys. A secret that is left empty stays. */
export default sellerPage("own", async (who, { id, search }) => {
  const { seller, words } = who;
  const account = await ownAccount.find(seller, id, search);
  return (
    <SellerPage
      {...who}
      here={account.label}
      title={words.text("ownChange")}
      purpose={words.text("ownChangePurpose")}
    >
      <Allowed seller={seller} act="rail_account.change" aloud>
        <FieldForm
          action={saveAccountAction}
          hidden={{ rail: account.rail, id: account.key }}
          submit={words.text("save")}
          more={words.text("ownMore")}
          note={<ButtonLink href={ownAccountPath(account.key)}>{words.text("ownBack")}</ButtonLink>}
          fields={[...accountSpecs(account.rail, words, account), ...proofSpecs(words, seller.user)]}
        />
      </Allowed>
    </SellerPage>
  );
});
