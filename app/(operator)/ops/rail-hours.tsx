import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { RailHour } from "@/lib/services/desk/operator/payments";
import { TextLink } from "./operator-page";
import { railName } from "./rails/words";

const hourMs = 60 * 60_000;
const half = 40;

/** The beginnings of the hours of the last day, oldest first. */
export function hoursOf(now: Date): number[] {
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: 25 }, (_, index) => last - (24 - index) * hourMs);
}

/** One picture a rail: payments that came up, refused ones down, hour by hour. Its numbers lead to what they count. */
export function RailHours(props: {
  hours: RailHour[];
  frame: number[];
  words: DashboardWords;
  timeZone: string;
}) {
  const { hours, frame, words, timeZone } = props;
  const rails = [...new Set(hours.map(({ rail }) => rail))];
  if (rails.length === 0) return <p className="py-4 text-ink-2">{words.text("noPaymentHere")}</p>;
  const clock = (at: number) =>
    new Intl.DateTimeFormat(words.locale, { hour: "2-digit", minute: "2-digit", timeZone }).format(at);
  const at = (rail: string, begin?: number) =>
    hours
      .filter((hour) => hour.rail === rail && (begin === undefined || hour.at.getTime() === begin))
      .reduce((sum, hour) => ({ paid: sum.paid + hour.paid, refused: sum.refused + hour.refused }), {
        ...{ paid: 0, refused: 0 },
      });
  // All rails have one scale, so that a small one looks small.
  const most = Math.max(
    1,
    ...rails.flatMap((rail) => frame.flatMap((begin) => Object.values(at(rail, begin)))),
  );
  const told = (key: "paid" | "refused", count: number) => words.text(`payments_${key}Count`, { count });
  return (
    <ul>
      {rails.map((rail) => {
        const all = at(rail);
        const name = railName(rail, words);
        return (
          <li
            key={rail}
            className="grid items-center gap-x-6 gap-y-2 border-b border-rule py-3 sm:grid-cols-[11rem_1fr]"
          >
            <p>
              <TextLink href={`/ops/rails/${rail}`}>{name}</TextLink>
              <span className="flex gap-x-4 text-label sm:grid">
                {(["paid", "refused"] as const).map((key) => (
                  <TextLink key={key} href={`/ops/payments?show=${key}&rail=${rail}`}>
                    {told(key, all[key])}
                  </TextLink>
                ))}
              </span>
            </p>
            <svg
              role="img"
              aria-label={`${name}: ${told("paid", all.paid)}, ${told("refused", all.refused)}`}
              viewBox={`0 0 ${frame.length * 10} ${2 * half}`}
              preserveAspectRatio="none"
              className="h-20 w-full"
            >
              {frame.map((begin, index) => {
                const { paid, refused } = at(rail, begin);
                const bar = (count: number) => (half * count) / most;
                const x = index * 10;
                return (
                  <g key={begin}>
                    <title>{`${clock(begin)}: ${told("paid", paid)}, ${told("refused", refused)}`}</title>
                    <rect x={x} width={10} height={2 * half} fill="transparent" />
                    <rect
                      x={x + 1}
                      y={half - bar(paid)}
                      width={8}
                      height={bar(paid)}
                      className="fill-brand"
                    />
                    <rect x={x + 1} y={half} width={8} height={bar(refused)} className="fill-bad" />
                  </g>
                );
              })}
              <line x2={frame.length * 10} y1={half} y2={half} className="stroke-field" />
            </svg>
          </li>
        );
      })}
      <li aria-hidden="true" className="flex justify-between pt-1 text-note text-ink-2 sm:ms-[12.5rem]">
        {[0, 12, 24].map((index) => (
          <span key={index}>{clock(frame[index] ?? 0)}</span>
        ))}
      </li>
    </ul>
  );
}
