import { TextLink } from "@/components/dashboard/pieces";
import type { RailHour } from "@/lib/services/desk/operator/payments";
import type { AtDesk } from "./desk";
import { railName } from "./rails/words";

const hourMs = 60 * 60_000;
const half = 40;
const kinds = ["paid", "refused"] as const;

/** One picture a rail: payments that came up, refused ones down, hour by hour. Its numbers lead to what they count. */
export function RailHours({ hours, who }: { hours: RailHour[]; who: AtDesk }) {
  const { words, timeZone, now } = who;
  const rails = [...new Set(hours.map(({ rail }) => rail))];
  if (rails.length === 0) return <p className="py-4 text-ink-2">{words.text("noPaymentHere")}</p>;
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  const frame = Array.from({ length: 25 }, (_, index) => last - (24 - index) * hourMs);
  const time = new Intl.DateTimeFormat(words.locale, { hour: "2-digit", minute: "2-digit", timeZone });
  const sum = (kind: (typeof kinds)[number], rail: string, begin?: number) =>
    hours
      .filter((hour) => hour.rail === rail && (begin === undefined || hour.at.getTime() === begin))
      .reduce((all, hour) => all + hour[kind], 0);
  const told = (...of: Parameters<typeof sum>) => words.text(`payments_${of[0]}Count`, { count: sum(...of) });
  // All rails have one scale, so that a small one looks small.
  const all = rails.flatMap((rail) => frame.flatMap((begin) => kinds.map((kind) => sum(kind, rail, begin))));
  const bar = (count: number) => (half * count) / Math.max(1, ...all);
  return (
    <ul>
      {rails.map((rail) => (
        <li
          key={rail}
          className="grid items-center gap-x-6 gap-y-2 border-b border-rule py-3 sm:grid-cols-[11rem_1fr]"
        >
          <div>
            <p className="font-medium">{railName(rail, words)}</p>
            <p className="flex gap-x-4 text-label">
              {kinds.map((kind) => (
                <TextLink key={kind} href={`/ops/payments?show=${kind}&rail=${rail}`}>
                  {told(kind, rail)}
                </TextLink>
              ))}
            </p>
          </div>
          <svg
            role="img"
            aria-label={kinds.map((kind) => told(kind, rail)).join(", ")}
            viewBox={`0 0 ${frame.length * 10} ${2 * half}`}
            preserveAspectRatio="none"
            className="h-20 w-full"
          >
            {frame.map((begin, index) => {
              const [paid, refused] = [bar(sum("paid", rail, begin)), bar(sum("refused", rail, begin))];
              return (
                <g key={begin}>
                  <title>{`${time.format(begin)}: ${kinds.map((kind) => told(kind, rail, begin)).join(", ")}`}</title>
                  <rect x={index * 10} width={10} height={2 * half} fill="transparent" />
                  <rect x={index * 10 + 1} y={half - paid} width={8} height={paid} className="fill-brand" />
                  <rect x={index * 10 + 1} y={half} width={8} height={refused} className="fill-bad" />
                </g>
              );
            })}
            <line x2={frame.length * 10} y1={half} y2={half} className="stroke-field" />
          </svg>
        </li>
      ))}
      <li aria-hidden="true" className="flex justify-between pt-1 text-note text-ink-2 sm:ms-[12.5rem]">
        {[0, 12, 24].map((index) => (
          <span key={index}>{time.format(frame[index])}</span>
        ))}
      </li>
    </ul>
  );
}
