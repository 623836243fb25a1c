import type { PayProblem } from "@/lib/domain/pay-problem";
import { day } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { CodeField, ProblemSummary, problemText, TextField } from "./fields";
import { Go, PlainLine, Press, SellerName, Theirs, wordsOf } from "./parts";
import type { PayPage } from "./types";

export type ContactViewProps = {
  page: PayPage;
  action: string;
  backHref: string;
  /** The stored contacts, the phone with its middle hidden. */
  now: { email: string | null; phone: string | null };
  /** Where an open code was sent. */
  sentTo: string | null;
  /** What was typed. */
  typed: { email: string; phone: string };
  problems: readonly PayProblem[];
  /** The result of a code, or of a request for one. */
  refused: { kind: "over" | "taken" | "too_many" } | { kind: "wrong"; triesLeft: number } | null;
};

/** A subscriber's phone and e-mail. A new one becomes valid once its code was entered. */
export function ContactView(props: ContactViewProps) {
  const { page, sentTo, backHref } = props;
  const words = wordsOf(page.lang);
  return (
    <PayDocument page={page} title={words.text("contactTitle")}>
      <ProblemSummary words={words} problems={problemsOf(props)} />
      <h1>{words.text("contactTitle")}</h1>
      {sentTo ? <CodeForm {...props} sentTo={sentTo} /> : <AddressForms {...props} />}
      <PlainLine to={backHref}>{words.text("backToSubscription")}</PlainLine>
    </PayDocument>
  );
}

function CodeForm(props: ContactViewProps & { sentTo: string }) {
  const { page, action, sentTo } = props;
  const words = wordsOf(page.lang);
  return (
    <>
      <p className="text">{words.rich("contactCodeText", { value: <Theirs>{sentTo}</Theirs> })}</p>
      <form action={action} method="post" className="pay" noValidate>
        <input type="hidden" name="act" value="confirm" />
        <CodeField label={words.text("codeLabel")} problem={textAt(props, "code")} />
        <Go>{words.text("contactConfirm")}</Go>
      </form>
      <PlainLine to={`${action}?another=1`}>{words.text("contactAnother")}</PlainLine>
    </>
  );
}

function AddressForms(props: ContactViewProps) {
  const { page, action, now, typed } = props;
  const words = wordsOf(page.lang);
  const forms = [
    { name: "email", label: words.text("contactNewEmail"), now: now.email, value: typed.email },
    { name: "phone", label: words.text("contactNewPhone"), now: now.phone, value: typed.phone },
  ] as const;
  return (
    <>
      <p className="lead">{words.text("contactText")}</p>
      {forms.map((one) => (
        <form key={one.name} action={action} method="post" className="pay" noValidate>
          <input type="hidden" name="act" value={one.name} />
          <TextField
            name={one.name}
            label={one.label}
            hint={one.now ? words.rich("contactNow", { value: <Theirs>{one.now}</Theirs> }) : undefined}
            problem={textAt(props, one.name)}
            type={one.name === "email" ? "email" : "tel"}
            inputMode={one.name === "email" ? "email" : "tel"}
            autoComplete={one.name === "email" ? "email" : "tel"}
            autoCapitalize="off"
            maxLength={255}
            defaultValue={one.value}
          />
          <Go look="">{words.text("contactSend")}</Go>
        </form>
      ))}
    </>
  );
}

function problemsOf(props: ContactViewProps): { field: string; text: string }[] {
  const { page, problems, refused } = props;
  const words = wordsOf(page.lang);
  const shown = problems.map((problem) => ({ field: problem.field, text: problemText(page, problem, {}) }));
  if (!refused) return shown;
  const seller = page.seller?.name ?? "";
  const told = {
    wrong: () =>
      words.text("contactWrongCode", { tries: "triesLeft" in refused ? String(refused.triesLeft) : "" }),
    over: () => words.text("contactOver"),
    taken: () => words.text("contactTaken", { seller }),
    too_many: () => words.text("contactTooMany"),
  };
  return [...shown, { field: refused.kind === "wrong" ? "code" : "form", text: told[refused.kind]() }];
}

function textAt(props: ContactViewProps, field: string): string | undefined {
  return problemsOf(props).find((one) => one.field === field)?.text;
}

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
      <Press form={{ action, fields: { act: "undo" } }} main>
        {words.text("undoButton")}
      </Press>
    </PayDocument>
  );
}
