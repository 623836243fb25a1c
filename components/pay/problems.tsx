import type { PayProblem } from "@/lib/domain/pay-problem";
import { fieldId } from "./fields";
import { type Words, wordsOf } from "./messages/words";
import type { PayPage } from "./types";

/** The words of a problem in the page's language. `values` of the form itself fill slots that the problem leaves. */
export function problemText(page: PayPage, problem: PayProblem, form: Record<string, string>): string {
  return wordsOf(page.lang).loose(`problem_${problem.code}`, {
    ...form,
    ...problem.values,
    // The name of the country is said in the language of the page.
    country: form.country ?? "",
  });
}

/** What is wrong, above everything, each point leading to its field; focus starts here. */
export function ProblemSummary(props: {
  words: Words;
  problems: readonly { field: string; text: string }[];
  /** Set where nothing was asked of a rail yet, so that it can be said that nothing was taken. */
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
