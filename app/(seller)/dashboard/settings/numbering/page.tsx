import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { invoiceNumber } from "@/lib/domain/invoice";
import { type NumberingPage, readNumbering } from "@/lib/services/billing/invoices/numbering";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { saveNumberingAction } from "./actions";
import { numberingSpecs } from "./numbering-fields";

export const generateMetadata = titled("numbering");

export default async function InvoiceNumberingPage() {
  const { seller, words } = await sellerWithWords();
  const { now, changes } = await readNumbering(systemWorld(), seller.caller(true));
  return (
    <SellerPage seller={seller} section="settings" here={words.text("numbering")}>
      <PageHeader title={words.text("numbering")} purpose={words.text("numberingPurpose")} />
      <p className="mb-6">{words.text("numberingSaved", { number: invoiceNumber(now) })}</p>
      <Allowed seller={seller} act="store.settings" aloud>
        <FieldForm
          action={saveNumberingAction}
          submit={words.text("save")}
          titles={problemTitles(words)}
          fields={numberingSpecs(words, now)}
        />
      </Allowed>
      <Gaps changes={changes} timeZone={seller.store.timeZone} words={words} />
    </SellerPage>
  );
}

function Gaps({
  changes,
  timeZone,
  words,
}: Pick<NumberingPage, "changes"> & { timeZone: string; words: DashboardWords }) {
  return (
    <Section title={words.text("numberingGaps")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("numberingGapsMean")}</p>
      {changes.length === 0 ? <p>{words.text("numberingNoChange")}</p> : null}
      <ul className="grid gap-2">
        {changes.map(({ at, by, before, after }) => (
          <li key={after}>
            {words.rich("numberingChange", {
              at: <Timestamp at={at} timeZone={timeZone} locale={words.locale} />,
              by: <bdi>{by}</bdi>,
              ...{ before, after },
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
