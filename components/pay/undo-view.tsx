import { day } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { HiddenFields, SellerName, Theirs } from "./parts";
import type { PayPage } from "./types";

export type UndoViewProps = {
  page: PayPage;
  action: string;
  /** `over`: the link was used, or is too old. `taken`: another customer has the old address now. */
  state: "open" | "undone" | "over" | "taken";
  /** Masked. */
  change: { at: Date; old: string | null; now: string };
};

/** A contact was changed, and its owner can undo that. */
export function UndoView({ page, action, state, change }: UndoViewProps) {
  const words = wordsOf(page.lang);
  const seller = <SellerName page={page} />;
  if (state === "undone" || state === "over") {
    const title = words.text(state === "undone" ? "undoDoneTitle" : "linkEndedTitle");
    return (
      <PayDocument page={page} title={title}>
        <h1>{title}</h1>
        <p className="lead">
          {state === "undone" ? words.text("undoDoneText") : words.rich("undoOverText", { seller })}
        </p>
      </PayDocument>
    );
  }
  const date = day(page, change.at);
  const now = <Theirs>{change.now}</Theirs>;
  return (
    <PayDocument page={page} title={words.text("undoTitle")}>
      <h1>{words.text("undoTitle")}</h1>
      {state === "taken" ? (
        <p className="note bad" role="alert">
          {words.rich("contactTaken", { seller })}
        </p>
      ) : null}
      <p className="text big">
        {change.old
          ? words.rich("undoChanged", { date, seller, now, old: <Theirs>{change.old}</Theirs> })
          : words.rich("undoAdded", { date, seller, now })}
      </p>
      <p className="lead">{words.text("undoAsk")}</p>
      <form action={action} method="post" className="act">
        <HiddenFields fields={{ act: "undo" }} />
        <button type="submit" className="btn pri">
          {words.text("undoButton")}
        </button>
      </form>
    </PayDocument>
  );
}
