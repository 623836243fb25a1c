import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import type { HealthLine } from "@/lib/services/operator/health/line";

const states: Record<HealthLine["state"], { tone: StatusTone; word: string }> = {
  well: { tone: "plain", word: "Well" },
  watch: { tone: "warn", word: "Watch" },
  bad: { tone: "bad", word: "Bad" },
  unknown: { tone: "ended", word: "Not known" },
};

/** Each line: how it is, what that means, what to do. */
export function HealthLines({ lines }: { lines: HealthLine[] }) {
  return (
    <ul>
      {lines.map(({ name, value, state, means, todo }) => (
        <li
          key={name}
          className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_1fr_6rem]"
        >
          <h3 className="col-start-1 row-start-1 font-medium wrap-anywhere">{name}</h3>
          <div className="col-span-2 row-start-2 grid max-w-[68ch] gap-1 sm:col-span-1 sm:col-start-2 sm:row-start-1">
            <p className="wrap-anywhere">{value}</p>
            <p className="text-label wrap-anywhere text-ink-2">{means}</p>
            {todo ? (
              <p className="text-label wrap-anywhere">
                <span className="font-medium">To do:</span> {todo}
              </p>
            ) : null}
          </div>
          <div className="col-start-2 row-start-1 sm:col-start-3">
            <StatusMark tone={states[state].tone}>{states[state].word}</StatusMark>
          </div>
        </li>
      ))}
    </ul>
  );
}
