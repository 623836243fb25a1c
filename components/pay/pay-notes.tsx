import { Clock } from "./attempt-waiting";
import { Theirs, type Words } from "./parts";
import type { EarlierAttempt, OpenNoteFacts } from "./pay-form-types";

/** This browser's earlier payment here, so that nobody pays twice by mistake. */
export function EarlierNote({ words, earlier }: { words: Words; earlier: EarlierAttempt }) {
  const { state, href } = earlier;
  const ago = words.text("agoMinutes", { minutes: Math.max(0, earlier.minutesAgo) });
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

/** Why no payment began: another one is open. Shows only what this visitor may know about it. */
export function OpenNote({ words, open }: { words: Words; open: OpenNoteFacts }) {
  return (
    <div className="note warn" role="alert">
      <strong>{titleOf(words, open)}</strong>
      {open.kind === "yours" ? <p>{words.text("openYoursText")}</p> : null}
      {open.kind === "number" || open.kind === "hidden" ? <p>{words.text("openMine")}</p> : null}
      <p>
        {words.text("openNothing")}{" "}
        {open.secondsLeft === null
          ? words.text("openWaitSome")
          : words.rich("openWait", { time: <Clock seconds={open.secondsLeft} /> })}
      </p>
      {open.href ? (
        <p className="gap">
          <a className="btn pri" href={open.href}>
            {words.text("openYoursLink")}
          </a>
        </p>
      ) : null}
    </div>
  );
}

function titleOf(words: Words, { kind, amount, phone }: OpenNoteFacts) {
  switch (kind) {
    case "yours":
      return words.text("openYours", { amount: amount ?? "" });
    case "invoice":
      return phone
        ? words.rich("openInvoice", { amount, phone: <Theirs>{phone}</Theirs> })
        : words.text("openInvoiceCard", { amount: amount ?? "" });
    case "number":
      return words.text("openNumber");
    case "hidden":
      return words.text("openHidden");
  }
}
