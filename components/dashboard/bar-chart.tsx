import { scaleBand, scaleLinear } from "d3-scale";

export interface Bar {
  key: string;
  value: number;
  /** What it is compared with: a pale bar beside it. */
  before?: number;
  /** Shown when the bar is pointed at: "21 Nov: KES 1,500". */
  text: string;
}

const width = 1000;
const height = 150;

/**
 * One series as bars, or two beside each other, rendered on the server: no script, and labels in plain text so that they keep their
 * size on a phone. People who cannot see it hear each bar. `textOf` names a value of the scale.
 */
export function BarChart(props: {
  bars: Bar[];
  /** The text alternative of the picture. */
  label: string;
  /** First, middle and last of the axis. */
  marks: string[];
  textOf: (value: number) => string;
}) {
  const { bars, label, marks, textOf } = props;
  const most = Math.max(0, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const share = bars.some(({ before }) => before !== undefined) ? 0.5 : 1;
  const y = scaleLinear()
    .domain([0, Math.max(1, most)])
    .nice(5)
    .range([height, 0]);
  const x = scaleBand(
    bars.map(({ key }) => key),
    [0, width],
  ).paddingInner(0.3);
  const top = y.domain()[1] ?? 1;
  return (
    <figure className="mt-6">
      <div className="flex justify-between text-note text-ink-2">
        {/* Without values, a scale of one cent would confuse. */}
        <span className="min-h-4">{most > 0 ? textOf(top) : null}</span>
      </div>
      <div className="relative h-[150px] has-focus-visible:outline-2 has-focus-visible:outline-brand">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {[0, top / 2, top].map((value) => (
            <line
              key={value}
              x1={0}
              x2={width}
              y1={y(value)}
              y2={y(value)}
              className="stroke-rule"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ key, value, before = 0 }) => (
            <g key={key}>
              <rect
                x={(x(key) ?? 0) + x.bandwidth() * (1 - share)}
                y={y(value)}
                width={x.bandwidth() * share}
                height={height - y(value)}
                className="fill-brand"
              />
              {before > 0 ? (
                <rect
                  x={x(key)}
                  y={y(before)}
                  width={x.bandwidth() * (1 - share)}
                  height={height - y(before)}
                  className="fill-field/50"
                />
              ) : null}
            </g>
          ))}
        </svg>
        <Pointers bars={bars} label={label} />
      </div>
      <figcaption className="mt-1 flex justify-between text-note text-ink-2">
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/**
 * One column per bar, so that even a day without money can be pointed at. With scripts a slider lies over them, for fingers
 * and keys (chart-slider.ts).
 */
function Pointers({ bars, label }: { bars: Bar[]; label: string }) {
  return (
    <>
      <ol aria-label={label} className="absolute inset-0 grid auto-cols-fr grid-flow-col">
        {bars.map(({ key, text }, index) => (
          <li key={key} className="relative hover:bg-ink/5 data-on:bg-ink/5">
            <span
              className={`pointer-events-none absolute top-0 z-10 bg-ink px-2 py-1 text-label whitespace-nowrap text-paper [:not(:hover,[data-on])>&]:sr-only ${index * 2 < bars.length ? "start-0" : "end-0"}`}
            >
              {text}
            </span>
          </li>
        ))}
      </ol>
      <input
        type="range"
        data-bars=""
        aria-label={label}
        aria-valuetext={bars.at(-1)?.text}
        min={0}
        max={bars.length - 1}
        defaultValue={bars.length - 1}
        className="absolute inset-0 hidden size-full cursor-crosshair touch-pan-y opacity-0 in-data-listens:block"
      />
    </>
  );
}

/** The bar of one line in a list, as long as its share of the longest. `className`: its place, its ground and its fill. */
export function LineBar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className={`w-full ${className}`}>
      <rect width={100 * share} height={1} />
    </svg>
  );
}
