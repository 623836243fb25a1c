import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StatusMark, type StatusTone } from "@/components/ui/blocks";
import type { HealthLine } from "@/lib/services/desk/operator/health/line";
import { type Said, sayIn } from "@/lib/text/mail";

const tones: Record<HealthLine["state"], StatusTone> = {
  well: "plain",
  watch: "warn",
  bad: "bad",
  unknown: "ended",
};

/** Each line: the state, its meaning, and what to do. `isShort`: without what it means, which the page of health says. */
export function HealthLines(props: { lines: HealthLine[]; words: DashboardWords; isShort?: boolean }) {
  const { lines, words, isShort = false } = props;
  return (
    <ul>
      {lines.map(({ name, value, state, means, todo }, index) => (
        <li
          key={`${typeof name === "string" ? name : name.key} ${index}`}
          className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_1fr_6rem]"
        >
          <h3 className="col-start-1 row-start-1 font-medium wrap-anywhere">
            <Told said={name} words={words} />
          </h3>
          <div className="col-span-2 row-start-2 grid max-w-[68ch] gap-1 sm:col-span-1 sm:col-start-2 sm:row-start-1">
            <p className="wrap-anywhere">
              <Told said={value} words={words} />
            </p>
            {isShort ? null : (
              <p className="text-label wrap-anywhere text-ink-2">
                <Told said={means} words={words} />
              </p>
            )}
            {todo && !isShort ? (
              <p className="text-label wrap-anywhere">
                <span className="font-medium">{words.text("health_todo")}</span>{" "}
                <Told said={todo} words={words} />
              </p>
            ) : null}
          </div>
          <div className="col-start-2 row-start-1 sm:col-start-3">
            <StatusMark tone={tones[state]} word={words.text(`health_${state}`)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A provider's own name stays as it is. */
function Told({ said, words }: { said: Said | string; words: DashboardWords }) {
  return typeof said === "string" ? <span lang="en">{said}</span> : sayIn(words.lang, said);
}
