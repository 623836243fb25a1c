import { notFound } from "next/navigation";
import { proofSpecs } from "@/app/_forms/fields";
import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import { fixedFeesIn, type PlanFees, storedFixedFees } from "@/lib/domain/fees";
import { isCurrency } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import type { PlanLine } from "@/lib/services/desk/operator/read-plans";
import { readFixedFees } from "@/lib/services/desk/operator/save-plan";
import { DeskForm } from "../../../act-page";
import { findPlan, plansPath, titledForOperator } from "../../../desk";
import { operatorPage } from "../../../operator-page";
import { changeFixedFeesAction } from "../../actions";
import { fixedSpecs, type TypedFixed, typedFixed } from "../../plan-fields";
import { FeePreview } from "../../plan-parts";

export const generateMetadata = titledForOperator("fixedFees");

interface Place {
  params: Promise<{ code: string; currency: string }>;
  searchParams: Promise<Search>;
}

/** What a plan adds to its percentages in one currency. */
export default operatorPage("plans", async (who, { params, searchParams }: Place) => {
  const { person, words } = who;
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
    <>
      <PageHeader
        title={words.rich("fixedFeesIn", { plan: <bdi key="plan">{plan.name}</bdi>, currency })}
        purpose={words.text("fixedFeesInMeans", { currency })}
      />
      <FeePreview
        {...{ who, now: plan, tried: triedPlan(plan, currency, typed), currencies: [currency] }}
        fields={Object.entries(typed).map(([name, value]) => ({ name, value, label: labelOf(fields, name) }))}
      />
      <DeskForm
        action={changeFixedFeesAction}
        hidden={{ plan: plan.code, currency }}
        fields={[...fields, ...proofSpecs(words, person)]}
        words={words}
        submit={words.text("fixedFeesSave")}
        back={`${plansPath}/${plan.code}`}
      />
    </>
  );
});

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
