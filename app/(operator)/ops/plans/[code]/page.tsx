import type { Search } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { TextLink } from "@/components/dashboard/pieces";
import { PageHeader, Section } from "@/components/ui/blocks";
import { feeText, payoutFeeText } from "@/lib/domain/fees";
import { decimalText } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { listPlanChanges, type PlanLine, planCurrencies } from "@/lib/services/desk/operator/read-plans";
import { readPercents } from "@/lib/services/desk/operator/save-plan";
import { type AtDesk, findPlan, plansPath, titledForOperator } from "../../desk";
import { OperatorTime, operatorPage } from "../../operator-page";
import { changePlanTermsAction } from "../actions";
import { FeePreview, PlanForm } from "../plan-parts";

export const generateMetadata = titledForOperator("opsPlans");

interface Place {
  params: Promise<{ code: string }>;
  searchParams?: Promise<Search>;
}

/** The content of the plan, and how many stores a change affects. */
export default operatorPage("plans", async (who, { params, searchParams }: Place) => {
  const { person, words, world, operator } = who;
  const plan = await findPlan((await params).code);
  const [changes, currencies] = await Promise.all([
    listPlanChanges(world, operator, plan.code),
    planCurrencies(world, operator, plan),
  ]);
  const sent = (await searchParams) ?? {};
  const typedOr = (name: string, ppm: number) =>
    typeof sent[name] === "string" ? sent[name] : decimalText(BigInt(ppm), 4);
  const typed = { fee: typedOr("fee", plan.feePpm), payoutFee: typedOr("payout_fee", plan.payoutFeePpm) };
  const tried = triedPlan(plan, typed);
  return (
    <>
      <PageHeader
        title={words.rich("changeThisPlan", { plan: <bdi key="plan">{plan.name}</bdi> })}
        purpose={words.text("changePlanMeans", { count: plan.stores })}
      />
      {currencies.length === 0 ? null : (
        <FeePreview
          {...{ who, now: plan, tried, currencies }}
          fields={[
            { name: "fee", label: words.text("feePercent"), value: typed.fee },
            { name: "payout_fee", label: words.text("payoutFeePercent"), value: typed.payoutFee },
          ]}
        />
      )}
      <PlanForm
        person={person}
        plan={tried ? { ...plan, ...tried } : plan}
        action={changePlanTermsAction}
        words={words}
      />
      <FixedFees plan={plan} currencies={currencies} who={who} />
      <History changes={changes} who={who} />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("changePlanUndo")}</p>
    </>
  );
});

function triedPlan(plan: PlanLine, typed: { fee: string; payoutFee: string }) {
  try {
    return { ...plan, ...readPercents(typed) };
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

const feeColumns = (plan: PlanLine): Column<string>[] => [
  {
    label: "currency",
    cell: (currency, { words }) => (
      <TextLink href={`${plansPath}/${plan.code}/${currency}`}>
        {words.text("changeFixedFees", { currency })}
      </TextLink>
    ),
  },
  { label: "planFee", onPhone: true, cell: (currency, { words }) => feeText(plan, currency, words.lang) },
  {
    ...{ label: "planPayoutFee", onPhone: true },
    cell: (currency, { words }) => payoutFeeText(plan, currency, words.lang),
  },
];

/** What it takes in each currency, with its fixed amounts. */
function FixedFees({ plan, currencies, who }: { plan: PlanLine; currencies: string[]; who: AtDesk }) {
  const { words } = who;
  const title = words.text("fixedFees");
  return (
    <Section title={title}>
      <p className="max-w-[68ch] py-2 text-label text-ink-2">
        {words.text(currencies.length === 0 ? "fixedFeesNoCurrency" : "fixedFeesMeans")}
      </p>
      {currencies.length === 0 ? null : (
        <ListTable
          caption={title}
          columns={feeColumns(plan)}
          rows={currencies}
          keyOf={(currency) => currency}
          who={who}
        />
      )}
    </Section>
  );
}

type PlanChange = Awaited<ReturnType<typeof listPlanChanges>>[number];

const changeColumns: Column<PlanChange>[] = [
  { label: "planWhen", cell: ({ at }) => <OperatorTime at={at} /> },
  { label: "planFee", onPhone: true, cell: ({ feeBefore, fee }) => became(feeBefore, fee) },
  {
    ...{ label: "planPayoutFee", onPhone: true },
    cell: ({ payoutFeeBefore, payoutFee }) => became(payoutFeeBefore, payoutFee),
  },
  { label: "planWho", onPhone: true, cell: ({ by }) => <bdi>{by}</bdi> },
  { label: "planWhyDone", cell: ({ reason }) => <bdi>{reason}</bdi> },
];

/** How its fees were changed: from each of these days on, for what was ordered and paid out after. */
function History({ changes, who }: { changes: PlanChange[]; who: AtDesk }) {
  const title = who.words.text("planHistory");
  return (
    <Section title={title}>
      {changes.length === 0 ? (
        <p className="py-4 text-ink-2">{who.words.text("planHistoryNone")}</p>
      ) : (
        <ListTable caption={title} columns={changeColumns} rows={changes} keyOf={({ id }) => id} who={who} />
      )}
    </Section>
  );
}

function became(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}
