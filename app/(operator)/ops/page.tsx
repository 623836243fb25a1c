import { Figures, OpsVolumes } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { formatPercent } from "@/lib/domain/money";
import { listAudit } from "@/lib/services/desk/operator/list-audit";
import { type OperatorOverview, readOverview } from "@/lib/services/desk/operator/overview";
import { systemWorld } from "@/lib/services/desk/system-world";
import { AuditList } from "./audit/audit-list";
import { HealthLines } from "./health/health-lines";
import { OperatorPage } from "./operator-page";
import { operatorWithWords, titledForOperator, zoneOf } from "./words";

export const generateMetadata = titledForOperator("overview");

export default async function OperatorStartPage() {
  const { person, words } = await operatorWithWords();
  const operator = await operatorCaller();
  const world = systemWorld();
  const [{ today, hand, unwell }, { rows: acts }] = await Promise.all([
    readOverview(world, operator),
    listAudit(world, operator, { operatorsOnly: true }, { skip: 0, take: 5 }),
  ]);
  return (
    <OperatorPage person={person} section="overview">
      <PageHeader title={words.text("overview")} purpose={words.text("opsPurpose")} />
      <Today today={today} words={words} />
      <Section title={words.text("opsTasks")}>
        <Hand hand={hand} words={words} />
      </Section>
      <Section
        title={words.text("notWell")}
        aside={
          <a className="underline underline-offset-2" href="/ops/health">
            {words.text("allHealth")}
          </a>
        }
      >
        {unwell.length === 0 ? (
          <p className="py-4 text-ink-2">{words.text("allWell")}</p>
        ) : (
          <HealthLines lines={unwell} words={words} />
        )}
      </Section>
      <Section
        title={words.text("didLast")}
        aside={
          <a className="underline underline-offset-2" href="/ops/audit">
            {words.text("opsAudit")}
          </a>
        }
      >
        <AuditList rows={acts} empty={words.text("nobodyDid")} words={words} timeZone={zoneOf(person)} />
      </Section>
    </OperatorPage>
  );
}

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
          <a className="underline underline-offset-2" href={href}>
            {words.text(`hand_${what}`)}
          </a>
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
