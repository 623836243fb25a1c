import { Amount } from "@/components/dashboard/figures";
import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { fiscalMonth } from "@/lib/services/money/fiscal/read";
import { fiscalBooksPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { titled } from "../../words";
import { monthIn, pathOf } from "../asked";
import { MonthTable } from "../months";

export const generateMetadata = titled("fiscalMonth");

/** What the tax authority signed in a month, by class of tax, and its file. */
export default sellerPage("bookkeeping", async (who, { search }) => {
  const { world, caller, words } = who;
  const of = await monthIn(who, search);
  const { classes, documents, open } = await fiscalMonth(world, caller, of);
  const amount = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={of.currency} />;
  return (
    <SellerPage {...who} title={words.text("fiscalMonth")} purpose={words.text("fiscalMonthPurpose")}>
      <MonthTable
        of={of}
        path={fiscalBooksPath}
        who={who}
        notice={open > 0 ? <Notice tone="warn" title={words.text("fiscalOpen", { count: open })} /> : null}
        empty={documents === 0 ? words.text("fiscalNoDocuments") : null}
        caption={words.text("fiscalMonth")}
        head={(["fiscalClass", "fiscalSold", "fiscalCredited", "fiscalNet", "fiscalTax"] as const).map(
          (key) => words.text(key),
        )}
        rows={classes.map(({ taxClass, soldMinor, creditedMinor, netMinor, taxMinor }) => ({
          key: taxClass ?? "none",
          cells: [
            words.text(taxClass ? `fiscalClass_${taxClass}` : "fiscalClassOpen"),
            ...[soldMinor, creditedMinor, netMinor, taxMinor].map(amount),
          ],
        }))}
      />
      <div className="mt-8">
        <ButtonLink href={pathOf(of, `${fiscalBooksPath}/export`)}>{words.text("fiscalFile")}</ButtonLink>
      </div>
    </SellerPage>
  );
});
