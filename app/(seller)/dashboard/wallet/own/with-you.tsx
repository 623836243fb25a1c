import { TextLink } from "@/components/dashboard/pieces";
import { Section, StatusMark } from "@/components/ui/blocks";
import type { AccountView, Held } from "@/lib/services/desk/own-accounts/read";
import { ownAccountPath } from "../../paths";
import type { AtStore } from "../../words";
import { accountKind, accountTones, amounts, comparedText, thereText } from "./own";

/** What came into the store's own accounts, one by one. `balances`: what their rails say is there now, where they tell it. */
export function WithYou({
  accounts,
  balances,
  who,
}: {
  accounts: AccountView[];
  balances?: ReadonlyMap<string, Held[]>;
  who: AtStore;
}) {
  const { words } = who;
  if (accounts.length === 0) return null;
  return (
    <Section title={words.text("ownWithYou")}>
      <ul>
        {accounts.map((account) => {
          const there = balances?.get(account.key);
          return (
            <li
              key={account.key}
              className="flex flex-wrap justify-between gap-x-8 gap-y-1 border-b border-rule py-3"
            >
              <div className="min-w-0 max-w-full">
                <TextLink href={ownAccountPath(account.key)}>
                  <bdi className="wrap-anywhere">{account.label}</bdi>
                </TextLink>
                <p className="text-label text-ink-2">
                  {accountKind(account, words)}{" "}
                  <StatusMark tone={accountTones[account.state]} word={words.text(`rail_${account.state}`)} />
                </p>
              </div>
              <div className="min-w-0 max-w-full text-label text-ink-2 sm:text-end">
                <p className="text-body tabular-nums text-ink">{amounts(account.came, words)}</p>
                {there ? <p>{thereText(there, who)}</p> : null}
                {account.compared ? <p>{comparedText(account.compared, who)}</p> : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
