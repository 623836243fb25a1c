import { stack } from "d3-shape";
import { StatusMark, type StatusTone } from "@/components/ui/blocks";

export interface Share {
  key: string;
  count: number;
  tone: StatusTone;
  /** "12 on time". */
  text: string;
}

const fills: Record<StatusTone, string> = {
  ok: "fill-ok",
  plain: "fill-ink",
  warn: "fill-warn",
  bad: "fill-bad",
  ended: "fill-ink-3",
};

/** Parts of a whole as one bar, and the same in words with a shape each, so that colour is never the only sign. */
export function ShareBar({ shares }: { shares: Share[] }) {
  const counts = Object.fromEntries(shares.map(({ key, count }) => [key, count]));
  const parts = stack()
    .keys(shares.map(({ key }) => key))([counts])
    .map((series) => ({ key: series.key, from: series[0]?.[0] ?? 0, to: series[0]?.[1] ?? 0 }));
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-3 pt-4">
      <svg aria-hidden="true" viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" className="h-3 w-full">
        {parts.map(({ key, from, to }) => (
          <rect
            key={key}
            x={from}
            y={0}
            width={to - from}
            height={1}
            className={fills[shares.find((share) => share.key === key)?.tone ?? "plain"]}
          />
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {shares.map(({ key, tone, text }) => (
          <li key={key}>
            <StatusMark tone={tone} word={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
