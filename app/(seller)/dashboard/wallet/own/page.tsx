import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Section, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/domain/roles";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { ownAccountPath, ownAccountsPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { titled } from "../../words";
import { accountKind, accountTones, amounts } from "./own";

export const generateMetadata = titled("ownAccounts");

/** Accounts of the store's own: payers pay into them, and what comes there is the seller's at once. */
export default sellerPage("wallet", async (who) => {
  const { seller, world, caller, words } = who;
  const accounts = await listAccounts(world, caller);
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
        <EmptyState sentence={words.text("ownNone")} action={connect} />
      ) : (
        <Section title={words.text("ownWithYou")}>
          <ul>
            {accounts.map((account) => (
              <li key={account.key} className="grid gap-1 border-b border-rule py-3 sm:grid-cols-[1fr_auto]">
                <div className="min-w-0">
                  <TextLink href={ownAccountPath(account.key)}>
                    <bdi>{account.label}</bdi>
                  </TextLink>
                  <p className="text-label text-ink-2">{accountKind(account, words)}</p>
                </div>
                <div className="sm:text-end">
                  <p className="tabular-nums">{amounts(account.came, words)}</p>
                  <StatusMark tone={accountTones[account.state]}>
                    {words.text(`rail_${account.state}`)}
                  </StatusMark>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </SellerPage>
  );
});
