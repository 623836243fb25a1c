import { EmptyState } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/domain/roles";
import { balanceOf, listAccounts } from "@/lib/services/desk/own-accounts/read";
import { ownAccountsPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { titled } from "../../words";
import { WithYou } from "./with-you";

export const generateMetadata = titled("ownAccounts");

/** Accounts of the store's own: payers pay into them, and what comes there is the seller's at once. */
export default sellerPage("own", async (who) => {
  const { seller, world, caller, words } = who;
  const accounts = await listAccounts(world, caller);
  const told = accounts.map(async ({ key }) => [key, await balanceOf(world, caller, key)] as const);
  const balances = new Map((await Promise.all(told)).flatMap(([key, held]) => (held ? [[key, held]] : [])));
  const connect = may(seller.role, "rail_account.change") ? (
    <ButtonLink look="primary" href={`${ownAccountsPath}/new`}>
      {words.text("ownConnect")}
    </ButtonLink>
  ) : null;
  return (
    <SellerPage
      {...who}
      here={words.text("ownAccounts")}
      title={words.text("ownAccounts")}
      purpose={words.text("ownPurpose")}
      actions={accounts.length > 0 ? connect : null}
    >
      {accounts.length === 0 ? (
        <EmptyState
          sentence={words.text(world.config.wallets ? "ownNone" : "ownNoneNoWallet")}
          action={connect}
        />
      ) : (
        <WithYou {...{ accounts, balances, who }} />
      )}
    </SellerPage>
  );
});
