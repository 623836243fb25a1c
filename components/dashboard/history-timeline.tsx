import { type StatusTone, Timeline, Timestamp } from "@/components/ui/blocks";

export interface HistoryItem {
  key: string;
  at: Date;
  tone: StatusTone;
  what: string;
  /** Who did it; null for the service itself. */
  by: string | null;
  href: string | null;
}

/** The history of one object, oldest first, with who did each step and the page with details. */
export function HistoryTimeline(props: { history: HistoryItem[]; timeZone: string; locale: string }) {
  const { history, timeZone, locale } = props;
  return (
    <div className="pt-4">
      <Timeline items={history.map((entry) => itemOf(entry, timeZone, locale))} />
    </div>
  );
}

function itemOf(entry: HistoryItem, timeZone: string, locale: string) {
  return {
    key: entry.key,
    tone: entry.tone,
    head: (
      <>
        {entry.href ? (
          <a className="wrap-anywhere underline underline-offset-2" href={entry.href}>
            {entry.what}
          </a>
        ) : (
          <span className="wrap-anywhere">{entry.what}</span>
        )}
        <span className="block text-label text-ink-2">
          <Timestamp at={entry.at} timeZone={timeZone} locale={locale} />
          {entry.by ? (
            <>
              , <bdi>{entry.by}</bdi>
            </>
          ) : null}
        </span>
      </>
    ),
  };
}
