import { feesText, payoutFeesText } from "@/app/_home/fee-words";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import { PageHeader, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import {
  type FeeIncome,
  type PlanLine,
  readFeeIncome,
  readPlans,
} from "@/lib/services/desk/operator/read-plans";
import { plansPath, titledForOperator } from "../desk";
import { operatorPage } from "../operator-page";

const number = { onPhone: true, align: "end" } as const;

const planColumns: Column<PlanLine>[] = [
  {
    label: "planName",
    cell: ({ code, name }) => (
      <a className="font-medium underline underline-offset-2" href={`${plansPath}/${code}`}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  {
    ...{ label: "planApi", onPhone: true },
    cell: ({ includesApi }, { words }) => words.text(includesApi ? "withApi" : "withoutApi"),
  },
  { label: "planFee", ...number, cell: (plan, { words }) => feesText(words, plan) },
  { label: "planPayoutFee", ...number, cell: (plan, { words }) => payoutFeesText(words, plan) },
  { label: "planStores", ...number, cell: ({ stores }) => String(stores) },
];

const incomeColumns: Column<FeeIncome>[] = [
  { label: "currency", cell: ({ currency }) => currency },
  {
    ...{ label: "thisMonth", ...number },
    cell: ({ currency, thisMonthMinor }, { words }) => (
      <Amount lang={words.lang} minor={thisMonthMinor} currency={currency} />
    ),
  },
  {
    ...{ label: "lastMonth", ...number },
    cell: ({ currency, lastMonthMinor }, { words }) => (
      <Amount lang={words.lang} minor={lastMonthMinor} currency={currency} />
    ),
  },
];

export const generateMetadata = titledForOperator("opsPlans");

export default operatorPage("plans", async (who) => {
  const { world, operator, words } = who;
  const [plans, income] = await Promise.all([readPlans(world, operator), readFeeIncome(world, operator)]);
  const [title, brought] = [words.text("opsPlans"), words.text("feesBrought")];
  return (
    <>
      <PageHeader
        title={title}
        purpose={words.text("plansPurpose")}
        actions={
          <ButtonLink look="primary" href={`${plansPath}/new`}>
            {words.text("newPlan")}
          </ButtonLink>
        }
      />
      <ListTable caption={title} columns={planColumns} rows={plans} keyOf={({ code }) => code} who={who} />
      <Section title={brought}>
        {income.length === 0 ? (
          <p className="py-4 text-ink-2">{words.text("noFees")}</p>
        ) : (
          <ListTable
            caption={brought}
            columns={incomeColumns}
            rows={income}
            keyOf={({ currency }) => currency}
            who={who}
          />
        )}
        <p className="pt-2 text-label text-ink-2">{words.text("feesBroughtNote")}</p>
      </Section>
    </>
  );
});
