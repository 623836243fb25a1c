import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Table } from "@/components/ui/table";
import { chargesOf, fixedFeesIn, type PlanFees } from "@/lib/domain/fees";
import { exponentOf, formatMoney } from "@/lib/domain/money";

interface FeePreviewProps {
  words: DashboardWords;
  /** The fees that hold, and those that are tried; null where what was typed could not be read. */
  now: PlanFees;
  tried: PlanFees | null;
  currencies: string[];
  /** The fields of the fees that can be tried, with what they hold. */
  fields: { name: string; label: string; value: string }[];
}

/** What a seller keeps under fees that are only tried. A plain form: they are in the page's address. */
export function FeePreview({ words, now, tried, currencies, fields }: FeePreviewProps) {
  return (
    <Section title={words.text("feePreview")}>
      <p className="max-w-[68ch] text-label text-ink-2">{words.text("feePreviewMeans")}</p>
      {tried ? null : <Notice tone="warn" title={words.text("feePreviewWrong")} />}
      <form method="get" className="my-3 flex flex-wrap items-end gap-3">
        {fields.map(({ name, label, value }) => (
          <Input
            key={name}
            name={name}
            label={label}
            id={`try-${name}`}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={value}
          />
        ))}
        <Button>{words.text("feePreviewShow")}</Button>
      </form>
      {currencies.map((currency) => (
        <Kept key={currency} {...{ words, now, currency }} tried={tried ?? now} />
      ))}
    </Section>
  );
}

const examples = [100n, 1_000n, 10_000n, 100_000n];

function Kept(props: { words: DashboardWords; now: PlanFees; tried: PlanFees; currency: string }) {
  const { words, now, tried, currency } = props;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const kept = (plan: PlanFees, priceMinor: bigint) =>
    money(
      chargesOf({
        priceMinor,
        feePpm: plan.feePpm,
        fixed: fixedFeesIn(plan, currency),
        buyerPaysCharges: false,
      }).netMinor,
    );
  const [paid, keeps, was] = [
    words.text("feePreviewPaid"),
    words.text("feePreviewKept"),
    words.text("feePreviewWas"),
  ];
  return (
    <Table
      caption={`${words.text("feePreview")}, ${currency}`}
      columns={[
        { label: paid },
        { label: keeps, onPhone: keeps, align: "end" },
        { label: was, onPhone: was, align: "end" },
      ]}
      rows={examples.map((major) => {
        const minor = major * 10n ** BigInt(exponentOf(currency));
        return { key: String(major), cells: [money(minor), kept(tried, minor), kept(now, minor)] };
      })}
    />
  );
}
