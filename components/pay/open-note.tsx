import { Clock } from "./attempt-waiting";
import type { Words } from "./messages/words";
import { Theirs } from "./parts";
import type { OpenNoteFacts } from "./pay-form-types";

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
