import { countryName } from "@/lib/domain/languages";
import type { PayProblem } from "@/lib/domain/pay-problem";
import { fieldId } from "./fields";
import { type Words, wordsOf } from "./messages/words";
import type { PayPage } from "./types";

/** A problem in the page's language, also its country. `form` fills slots that the problem leaves empty. */
export function problemText(page: PayPage, problem: PayProblem, form: Record<string, string>): string {
  const values: PayProblem["values"] = { ...form, ...problem.values };
  const country = typeof values.country === "string" ? countryName(page.lang, values.country) : "";
  return wordsOf(page.lang).loose(`problem_${problem.code}`, { ...values, country });
}

/** All problems at the top, each linked to its field; it gets the focus. */
export function ProblemSummary(props: {
  words: Words;
  problems: readonly { field: string; text: string }[];
  /** Set if nothing was sent to a rail yet, so that the page can say that nothing was taken. */
  isBeforePaying?: boolean;
}) {
  const { words, problems, isBeforePaying } = props;
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script this is the only way to lead a reader to what is wrong.
    <div className="note bad" role="alert" tabIndex={-1} autoFocus id="problems">
      <strong>{words.text("problemsTitle", { count: problems.length })}</strong>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            {field === "form" ? text : <a href={`#${fieldId(field)}`}>{text}</a>}
          </li>
        ))}
      </ul>
      {isBeforePaying ? <p>{words.text("problemsNothing")}</p> : null}
    </div>
  );
}
