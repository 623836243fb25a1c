import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/domain/roles";
import { readFees } from "@/lib/services/desk/own-accounts/fees";
import { balanceOf, listAccounts } from "@/lib/services/desk/own-accounts/read";
import { ownAccountsPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { titled } from "../../words";
import { amounts } from "./own";
import { WithYou } from "./with-you";

export const generateMetadata = titled("ownAccounts");

/** Accounts of the store's own: payers pay into them, and what comes there is the seller's at once. */
export default sellerPage("own", async (who) => {
  const { seller, world, caller, words } = who;
  const [accounts, fees] = await Promise.all([listAccounts(world, caller), readFees(world, caller)]);
  const told = accounts.map(async (one) => [one.key, await balanceOf(world, caller, one)] as const);
  const balances = new Map(
    (await Promise.all(told)).flatMap(([key, held]) => (held?.length ? [[key, held]] : [])),
  );
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
      {fees.due.length > 0 ? (
        <Section title={words.text("ownFees")}>
          <p className="py-3">
            {words.text("ownFeesDue", { amount: amounts(fees.due, words) })}{" "}
            {world.config.wallets ? words.text("ownFeesWallet") : null}
          </p>
          <ul>
            {fees.open.map(({ id, month, rest, link }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-rule py-2.5"
              >
                <span>{words.text("ownFeesOf", { month: monthOf(month, words) })}</span>
                {link ? (
                  <TextLink href={link}>
                    {words.text("ownFeesPay", { amount: amounts([rest], words) })}
                  </TextLink>
                ) : (
                  <span className="tabular-nums">{amounts([rest], words)}</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </SellerPage>
  );
});

function monthOf(month: Date, { locale }: DashboardWords): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(month);
}
