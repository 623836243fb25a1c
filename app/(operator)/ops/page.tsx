import { Figures, OpsVolumes } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { formatPercent } from "@/lib/domain/money";
import { listAudit } from "@/lib/services/desk/audit/log";
import { type OperatorOverview, readOverview } from "@/lib/services/desk/operator/overview";
import { AuditList } from "./audit/audit-list";
import { titledForOperator } from "./desk";
import { HealthLines } from "./health/health-lines";
import { operatorPage, TextLink } from "./operator-page";

export const generateMetadata = titledForOperator("overview");

export default operatorPage("overview", async ({ world, operator, words, timeZone }) => {
  const [{ today, hand, unwell }, { rows: acts }] = await Promise.all([
    readOverview(world, operator),
    listAudit(world, operator, { operatorsOnly: true }, { skip: 0, take: 5 }),
  ]);
  return (
    <>
      <PageHeader title={words.text("overview")} purpose={words.text("opsPurpose")} />
      <Today today={today} words={words} />
      <Section title={words.text("opsTasks")}>
        <Hand hand={hand} words={words} />
      </Section>
      <Section
        title={words.text("notWell")}
        aside={<TextLink href="/ops/health">{words.text("allHealth")}</TextLink>}
      >
        {unwell.length === 0 ? (
          <p className="py-4 text-ink-2">{words.text("allWell")}</p>
        ) : (
          <HealthLines lines={unwell} words={words} />
        )}
      </Section>
      <Section
        title={words.text("didLast")}
        aside={<TextLink href="/ops/audit">{words.text("opsAudit")}</TextLink>}
      >
        <AuditList rows={acts} empty={words.text("nobodyDid")} words={words} timeZone={timeZone} />
      </Section>
    </>
  );
});

function Today({ today, words }: { today: OperatorOverview["today"]; words: DashboardWords }) {
  const { volumes, paid, failed, open, payouts, newStores } = today;
  const ended = paid + failed;
  return (
    <Figures
      figures={[
        {
          label: words.text("cameInToday"),
          value: <OpsVolumes volumes={volumes} lang={words.lang} none={words.text("opsNothing")} />,
          note: words.text("paidCount", { count: String(paid) }),
        },
        {
          label: words.text("cameThrough"),
          value: ended === 0 ? words.text("noneYet") : formatPercent(paid / ended, words.lang),
          note: words.text("failedOpen", { failed: String(failed), open: String(open) }),
        },
        { label: words.text("payoutsAsked"), value: String(payouts) },
        { label: words.text("newStores"), value: String(newStores) },
      ]}
    />
  );
}

function Hand({ hand, words }: { hand: OperatorOverview["hand"]; words: DashboardWords }) {
  return (
    <ul>
      {hand.map(({ what, count, href }) => (
        <li
          key={what}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[11rem_1fr_auto]"
        >
          <TextLink href={href}>{words.text(`hand_${what}`)}</TextLink>
          <p className="row-start-2 col-span-2 text-ink-2 sm:row-auto sm:col-span-1">
            {words.text(`hand_${what}_what`)}
          </p>
          <StatusMark tone={count > 0 ? "warn" : "ended"}>
            {count > 0 ? String(count) : words.text("none")}
          </StatusMark>
        </li>
      ))}
    </ul>
  );
}
