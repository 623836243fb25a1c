import { Amount } from "@/components/dashboard/figures";
import { EmptyState, Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { fiscalMonth } from "@/lib/services/money/fiscal/read";
import { fiscalBooksPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { monthName } from "../../subscriptions/numbers/figures";
import { titled } from "../../words";
import { monthIn, pathOf } from "../asked";
import { Months } from "../months";

export const generateMetadata = titled("fiscalMonth");

/** What the tax authority signed in a month, by class of tax, and its file. */
export default sellerPage("bookkeeping", async (who, { search }) => {
  const { world, caller, words } = who;
  const of = await monthIn(who, search);
  const { classes, documents, open } = await fiscalMonth(world, caller, of);
  const amount = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={of.currency} />;
  return (
    <SellerPage {...who} title={words.text("fiscalMonth")} purpose={words.text("fiscalMonthPurpose")}>
      <Section
        title={`${monthName(of.month, words, "long")} · ${of.currency}`}
        aside={<Months of={of} path={fiscalBooksPath} who={who} />}
      >
        {open > 0 ? <Notice tone="warn" title={words.text("fiscalOpen", { count: open })} /> : null}
        {documents === 0 ? (
          <EmptyState sentence={words.text("fiscalNoDocuments")} />
        ) : (
          <Table
            caption={words.text("fiscalMonth")}
            columns={[
              { label: words.text("fiscalClass") },
              ...(["fiscalSold", "fiscalCredited", "fiscalNet", "fiscalTax"] as const).map((key) => ({
                ...{ label: words.text(key), align: "end" as const, onPhone: words.text(key) },
              })),
            ]}
            rows={classes.map(({ taxClass, soldMinor, creditedMinor, netMinor, taxMinor }) => ({
              key: taxClass ?? "none",
              cells: [
                words.text(taxClass ? `fiscalClass_${taxClass}` : "fiscalClassOpen"),
                ...[soldMinor, creditedMinor, netMinor, taxMinor].map(amount),
              ],
            }))}
          />
        )}
      </Section>
      <div className="mt-8">
        <ButtonLink href={pathOf(of, `${fiscalBooksPath}/export`)}>{words.text("fiscalFile")}</ButtonLink>
      </div>
    </SellerPage>
  );
});
