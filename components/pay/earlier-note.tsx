import type { Words } from "./messages/words";
import type { EarlierAttempt } from "./pay-form-types";

/** This browser's earlier payment here, so that nobody pays twice by mistake. */
export function EarlierNote({ words, earlier }: { words: Words; earlier: EarlierAttempt }) {
  const { state, href } = earlier;
  const ago = agoOf(words, earlier.minutesAgo);
  if (state === "paid")
    return (
      <div className="note ok" role="status">
        <strong>{words.text("earlierPaid", { ago })}</strong>
        <p>{words.text("earlierPaidText")}</p>
        <p>
          <a href={href}>{words.text("earlierReceipt")}</a>
        </p>
      </div>
    );
  return (
    <div className="note warn" role="status">
      <strong>{words.text("earlierOpen", { ago })}</strong>
      <p>{words.text(state === "open" ? "earlierOpenText" : "earlierOverdueText")}</p>
      <p className="gap">
        <a className="btn pri" href={href}>
          {words.text("earlierContinue")}
        </a>
      </p>
      {state === "overdue" ? (
        <p>
          <a href="#f-phone">{words.text("earlierOther")}</a>
        </p>
      ) : null}
    </div>
  );
}

function agoOf(words: Words, minutes: number): string {
  return words.text("agoMinutes", { minutes: Math.max(0, minutes) });
}
