import { Amount } from "@/components/dashboard/figures";
import { Section, Tabs } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { AccountMonth, BookMonth } from "@/lib/domain/bookkeeping";
import { may } from "@/lib/domain/roles";
import { bookPrograms } from "@/lib/services/desk/bookkeeping/files";
import { namesOfBooks, ownLabels, readBookSettings } from "@/lib/services/desk/bookkeeping/monthly";
import { readAccounts } from "@/lib/services/desk/bookkeeping/read-month";
import { booksPath } from "../paths";
import { SellerPage, sellerPage } from "../seller-page";
import { walletsOf } from "../wallet/parts";
import { type AtStore, titled } from "../words";
import { monthIn, pathOf } from "./asked";
import { MonthTable } from "./months";

export const generateMetadata = titled("bookkeeping");

/** A month's accounts, and the files that a bookkeeper takes. */
export default sellerPage("bookkeeping", async (who, { search }) => {
  const { seller, world, caller, words } = who;
  const of = await monthIn(who, search);
  const [accounts, settings, labels, { currency }] = await Promise.all([
    readAccounts(world, caller, of),
    readBookSettings(world, caller),
    ownLabels(world, caller.storeId),
    walletsOf(who),
  ]);
  const nameOf = namesOfBooks(words.lang, settings, labels);
  return (
    <SellerPage
      {...who}
      title={words.text("bookkeeping")}
      purpose={words.text("booksPurpose")}
      actions={
        may(seller.role, "store.settings") ? (
          <ButtonLink href={`${booksPath}/settings`}>{words.text("booksSet")}</ButtonLink>
        ) : null
      }
    >
      {currency.length > 1 ? (
        <Tabs
          label={words.text("currency")}
          items={currency.map(({ value }) => ({
            href: pathOf({ ...of, currency: value }),
            label: value,
            current: value === of.currency,
          }))}
        />
      ) : null}
      <MonthTable
        of={of}
        path={booksPath}
        who={who}
        empty={accounts.length === 0 ? words.text("booksNone") : null}
        caption={words.text("booksCaption")}
        head={(["booksAccount", "booksOpening", "booksDebit", "booksCredit", "booksClosing"] as const).map(
          (key) => words.text(key),
        )}
        rows={accounts.map((row) => ({
          key: row.account,
          cells: cellsOf(row, nameOf(row.account), of, who),
        }))}
      />
      <div className="mt-10">
        <Section title={words.text("booksFiles")}>
          <p className="my-4 max-w-[68ch] text-ink-2">{words.text("booksFilesMeans")}</p>
          <div className="flex flex-wrap gap-3">
            {bookPrograms.map((program) => (
              <ButtonLink
                key={program}
                href={pathOf(of, `${booksPath}/export`, { program })}
                look={program === settings.program ? "primary" : "secondary"}
              >
                {words.text(`booksProgram_${program}`)}
              </ButtonLink>
            ))}
          </div>
          <p className="mt-4 text-label text-ink-2">
            {settings.email
              ? words.rich("booksMailsTo", { email: <bdi>{settings.email}</bdi> })
              : words.text("booksMailsNobody")}
          </p>
        </Section>
      </div>
    </SellerPage>
  );
});

/** Debits above zero, as in the files; an account that keeps no balance has a dash. */
function cellsOf(row: AccountMonth, name: string, { currency }: BookMonth, { words }: AtStore) {
  const amount = (minor: bigint | null) =>
    minor === null ? "–" : <Amount lang={words.lang} minor={minor} currency={currency} />;
  return [
    <bdi key="name">{name}</bdi>,
    amount(row.openingMinor),
    amount(row.debitMinor),
    amount(row.creditMinor),
    amount(row.closingMinor),
  ];
}
