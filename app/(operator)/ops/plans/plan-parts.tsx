import type { FieldFormProps } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { chargesOf, fixedFeesIn, type PlanFees } from "@/lib/domain/fees";
import { exponentOf, formatMoney } from "@/lib/domain/money";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";
import { DeskForm } from "../act-page";
import { type AtDesk, plansPath } from "../desk";
import { planSpecs } from "./plan-fields";

/** The content of a plan, the reason for its change, and the operator's password. */
export function PlanForm(props: {
  plan: PlanLine | null;
  person: { hasTwoStep: boolean };
  action: FieldFormProps["action"];
  words: DashboardWords;
}) {
  const { plan, person, action, words } = props;
  return (
    <DeskForm
      action={action}
      hidden={plan ? { plan: plan.code } : {}}
      fields={[...planSpecs(words, plan), ...proofSpecs(words, person)]}
      words={words}
      submit={words.text("savePlan")}
      back={plansPath}
    />
  );
}

interface FeePreviewProps {
  who: AtDesk;
  /** The fees that hold, and those that are tried; null where what was typed could not be read. */
  now: PlanFees;
  tried: PlanFees | null;
  currencies: string[];
  /** The fields of the fees that can be tried, with what they hold. */
  fields: { name: string; label: string; value: string }[];
}

/** What a seller keeps under fees that are only tried. A plain form: they are in the page's address. */
export function FeePreview({ who, now, tried, currencies, fields }: FeePreviewProps) {
  const { words } = who;
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
        <Kept key={currency} {...{ who, now, currency }} tried={tried ?? now} />
      ))}
    </Section>
  );
}

const examples = [100n, 1_000n, 10_000n, 100_000n];

function Kept(props: { who: AtDesk; now: PlanFees; tried: PlanFees; currency: string }) {
  const { who, now, tried, currency } = props;
  const money = (minor: bigint) => formatMoney({ minor, currency }, who.words.lang);
  const kept = (plan: PlanFees, priceMinor: bigint) => {
    const fixed = fixedFeesIn(plan, currency);
    return money(chargesOf({ priceMinor, feePpm: plan.feePpm, fixed, buyerPaysCharges: false }).netMinor);
  };
  const columns: Column<bigint>[] = [
    { label: "feePreviewPaid", cell: money },
    { label: "feePreviewKept", onPhone: true, align: "end", cell: (minor) => kept(tried, minor) },
    { label: "feePreviewWas", onPhone: true, align: "end", cell: (minor) => kept(now, minor) },
  ];
  return (
    <ListTable
      caption={`${who.words.text("feePreview")}, ${currency}`}
      columns={columns}
      rows={examples.map((major) => major * 10n ** BigInt(exponentOf(currency)))}
      keyOf={String}
      who={who}
    />
  );
}
