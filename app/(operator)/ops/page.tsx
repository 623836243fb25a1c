import { LineBar } from "@/components/dashboard/bar-chart";
import { Figures, OpsVolumes } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { PageHeader, Section } from "@/components/ui/blocks";
import { civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { formatPercent } from "@/lib/domain/money";
import { waitOf } from "@/lib/services/desk/operator/health/line";
import { handPaths, type OperatorOverview, readOverview } from "@/lib/services/desk/operator/overview";
import { sayIn } from "@/lib/text/mail";
import { titledForOperator } from "./desk";
import { HealthLines } from "./health/health-lines";
import { operatorPage } from "./operator-page";
import { RailHours } from "./rail-hours";

export const generateMetadata = titledForOperator("overview");

export default operatorPage(
  "overview",
  async (who) => {
    const { world, operator, words, timeZone, now } = who;
    const today = instantAt(civilDateIn(now, timeZone), 0, timeZone);
    const { unwell, hand, queues, ...day } = await readOverview(world, operator, today);
    return (
      <>
        <PageHeader title={words.text("overview")} purpose={words.text("opsPurpose")} />
        <Day day={day} words={words} />
        <Section title={words.text("opsTasks")}>
          <Hand hand={hand} words={words} />
        </Section>
        <Section title={words.text("byRailAndHour")}>
          <RailHours hours={day.hours} who={who} />
        </Section>
        <div className="mt-10 grid gap-10 *:mt-0 *:min-w-0 xl:grid-cols-2">
          <Section title={words.text("waitsInQueues")}>
            <Queues queues={queues} words={words} />
          </Section>
          <Section
            title={words.text("notWell")}
            aside={<TextLink href="/ops/health">{words.text("allHealth")}</TextLink>}
          >
            {unwell.length === 0 ? (
              <p className="py-4 text-ink-2">{words.text("allWell")}</p>
            ) : (
              <HealthLines lines={unwell} words={words} isShort />
            )}
          </Section>
        </div>
      </>
    );
  },
  "minute",
);

/** Each figure leads to the list that it counts. */
function Day({ day, words }: { day: Pick<OperatorOverview, "hours" | "newStores">; words: DashboardWords }) {
  const sum = (of: "paid" | "refused" | "open") => day.hours.reduce((all, hour) => all + hour[of], 0);
  const [paid, refused, open] = [sum("paid"), sum("refused"), sum("open")];
  const minor = new Map<string, bigint>();
  for (const { currency, paidMinor } of day.hours)
    minor.set(currency, (minor.get(currency) ?? 0n) + paidMinor);
  const volumes = [...minor]
    .map(([currency, minor]) => ({ currency, minor }))
    .filter(({ minor }) => minor > 0n);
  const share =
    refused + paid === 0 ? words.text("noneYet") : formatPercent(paid / (paid + refused), words.lang);
  const list = (show: string, count: number) => (
    <TextLink key={show} href={`/ops/payments?show=${show}`}>
      {words.text(`payments_${show as "paid"}Count`, { count })}
    </TextLink>
  );
  return (
    <Figures
      figures={[
        {
          label: words.text("cameInDay"),
          value: <OpsVolumes volumes={volumes} lang={words.lang} none={words.text("opsNothing")} />,
          note: list("paid", paid),
        },
        { label: words.text("cameThrough"), value: share, note: list("refused", refused) },
        { label: words.text("payments_open"), value: list("open", open) },
        {
          label: words.text("newStores"),
          value: <TextLink href="/ops/stores?when=today">{String(day.newStores)}</TextLink>,
        },
      ]}
    />
  );
}

/** What waits for a person, and money that is held, as numbers to press. */
function Hand({ hand, words }: { hand: OperatorOverview["hand"]; words: DashboardWords }) {
  return (
    <ul className="grid grid-cols-2 gap-px border-b border-rule bg-rule sm:grid-cols-4 nav:grid-cols-7">
      {hand.map(({ what, count }) => (
        <li key={what} className="bg-paper last:col-span-2 nav:last:col-span-1">
          <a
            href={handPaths[what]}
            className={`grid h-full content-start px-3 py-3 hover:bg-sunk ${count > 0 ? "text-warn" : "text-ink-2"}`}
          >
            <span className="text-figure font-medium tabular-nums">{count}</span>
            <span className="text-label">{words.text(`hand_${what}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How much waits, as bars, and for how long the oldest of it: webhooks among it. */
function Queues({ queues, words }: { queues: OperatorOverview["queues"]; words: DashboardWords }) {
  const most = Math.max(1, ...queues.map(({ count }) => count));
  return (
    <ul>
      {queues.map(({ work, count, lateMs }) => (
        <li key={work} className="border-b border-rule">
          <a href="/ops/health" className="grid grid-cols-[1fr_auto] gap-x-4 py-2 hover:bg-sunk">
            <span>{words.text(`told_queue_${work}`)}</span>
            <span className="text-label tabular-nums text-ink-2">
              {count === 0
                ? words.text("none")
                : words.text("queueWaits", { count, wait: sayIn(words.lang, waitOf(lateMs)) })}
            </span>
            <LineBar share={count / most} className="col-span-2 h-1 bg-rule fill-ink" />
          </a>
        </li>
      ))}
    </ul>
  );
}
