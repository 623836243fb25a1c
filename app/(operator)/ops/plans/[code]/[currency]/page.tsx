import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { PageHeader } from "@/components/ui/blocks";
import { fixedFeesIn, type PlanFees, storedFixedFees } from "@/lib/domain/fees";
import { isCurrency } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";
import { readFixedFees } from "@/lib/services/desk/operator/save-plan";
import { LeaveIt } from "../../../act-page";
import { findPlan } from "../../../find";
import { OperatorPage } from "../../../operator-page";
import { plansPath } from "../../../paths";
import { operatorWithWords, titledForOperator } from "../../../words";
import { changeFixedFeesAction } from "../../actions";
import { FeePreview } from "../../fee-preview";
import { fixedSpecs, type TypedFixed, typedFixed } from "../../plan-fields";

export const generateMetadata = titledForOperator("fixedFees");

interface Place {
  params: Promise<{ code: string; currency: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a plan adds to its percentages in one currency. */
export default async function FixedFeesPage({ params, searchParams }: Place) {
  const { person, words } = await operatorWithWords();
  const { code, currency } = await params;
  if (!isCurrency(currency)) notFound();
  const plan = await findPlan(code);
  const sent = await searchParams;
  const now = typedFixed(fixedFeesIn(plan, currency), currency);
  const typed = Object.fromEntries(
    Object.entries(now).map(([name, held]) => {
      const value = sent[name];
      return [name, typeof value === "string" ? value : held];
    }),
  ) as TypedFixed;
  const fields = fixedSpecs(words, currency, typed);
  return (
    <OperatorPage person={person} section="plans">
      <PageHeader
        title={words.rich("fixedFeesIn", { plan: <bdi key="plan">{plan.name}</bdi>, currency })}
        purpose={words.text("fixedFeesInMeans", { currency })}
      />
      <FeePreview
        {...{ words, now: plan, tried: triedPlan(plan, currency, typed), currencies: [currency] }}
        fields={Object.entries(typed).map(([name, value]) => ({ name, value, label: labelOf(fields, name) }))}
      />
      <FieldForm
        action={changeFixedFeesAction}
        hidden={{ plan: plan.code, currency }}
        fields={[...fields, ...proofSpecs(words, person)]}
        titles={problemTitles(words)}
        submit={words.text("fixedFeesSave")}
        note={<LeaveIt to={`${plansPath}/${plan.code}`} words={words} />}
      />
    </OperatorPage>
  );
}

function labelOf(fields: ReturnType<typeof fixedSpecs>, name: string): string {
  return String(fields.find((field) => field.name === name)?.label ?? name);
}

function triedPlan(plan: PlanLine, currency: string, typed: TypedFixed): PlanFees | null {
  try {
    const fees = readFixedFees({ ...typed, payoutFixed: typed.payout_fixed }, currency);
    return { ...plan, fixedFees: storedFixedFees(plan, currency, fees) };
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}
