import type { ReactNode } from "react";
import type { AttemptState, AttemptViewProps, Revive } from "./attempt-types";
import { ProblemSummary, TextField } from "./fields";
import { asSentence, ButtonLine, PlainLine, Theirs, type Words, wordsOf } from "./parts";

type In<Kind extends AttemptState["kind"]> = AttemptViewProps & {
  state: Extract<AttemptState, { kind: Kind }>;
};

/** After this the page shows how to bring back a missed prompt, and later how to check again. */
const reviveSeconds = 15;
const checkSeconds = 60;

/** The prompt is on the phone. The page never offers to send it again: two prompts can be two payments. */
export function ApproveStep(props: In<"approve">) {
  const { page, facts, state, back } = props;
  const words = wordsOf(page.lang);
  const network = facts.network ?? words.text("yourBank");
  if (state.isOverdue) return <Overdue {...props} />;
  const { secondsPassed } = state;
  return (
    <>
      <h1>{words.text("waitTitle")}</h1>
      <p className="text big">
        {words.rich("waitText", {
          amount: <strong>{facts.amount}</strong>,
          name: (
            <strong>
              <Theirs>{state.nameOnPrompt}</Theirs>
            </strong>
          ),
          network: <span className="one">{network}</span>,
        })}
      </p>
      {state.nameOnPrompt === facts.seller ? null : (
        <p className="text">
          {words.rich("waitCollects", {
            name: <Theirs>{state.nameOnPrompt}</Theirs>,
            seller: <Theirs>{facts.seller}</Theirs>,
          })}
        </p>
      )}
      {facts.phone ? (
        <p className="text">{words.rich("waitPhone", { phone: <Theirs>{facts.phone}</Theirs> })}</p>
      ) : null}
      <p className="lead">{words.text("waitSafe")}</p>
      {state.secondsLeft === null ? null : <Countdown words={words} seconds={state.secondsLeft} />}
      <After seconds={reviveSeconds} passed={secondsPassed}>
        <h2>{words.text("reviveTitle")}</h2>
        {state.revive ? <ReviveSteps words={words} revive={state.revive} /> : <p>{words.text("noPrompt")}</p>}
      </After>
      <After seconds={checkSeconds} passed={secondsPassed}>
        <h2>{words.text("stillWaiting", { network })}</h2>
        <CheckAgain {...props} />
      </After>
      {back ? (
        <details>
          <summary>{words.text("wrongNumber")}</summary>
          <p>{words.text("wrongNumberText")}</p>
        </details>
      ) : null}
    </>
  );
}

/** A timeout is no failure: the money may still come. */
function Overdue(props: AttemptViewProps) {
  const { page, facts, back } = props;
  const words = wordsOf(page.lang);
  const network = facts.network ?? words.text("yourBank");
  const isCard = facts.network === null;
  return (
    <>
      <h1>{words.text("overdueTitle", { network })}</h1>
      <p className="text big">{words.text(isCard ? "cardOverdueText" : "overdueText")}</p>
      <div className="act">
        <CheckAgain {...props} />
      </div>
      {back ? (
        <PlainLine to={back}>{words.text(isCard ? "cardOverdueOther" : "overdueOther")}</PlainLine>
      ) : null}
    </>
  );
}

/** The card's own page, or an app: the page always says so before it sends anyone there. */
export function RedirectStep(props: In<"redirect">) {
  const { page, facts, state } = props;
  const words = wordsOf(page.lang);
  const network = facts.network ?? words.text("yourBank");
  if (state.isOverdue) return <Overdue {...props} />;
  if (state.isCard && state.cameBack === "done") return <CardReturned {...props} />;
  return (
    <>
      <h1>{state.isCard ? words.text("cardPageTitle") : words.text("appTitle", { network })}</h1>
      {state.cameBack === "left" ? <p className="text big">{words.text("cameBack")}</p> : null}
      <p className="lead">
        {state.isCard ? words.text("cardPageText") : words.text("appText", { network, amount: facts.amount })}
      </p>
      <ButtonLine to={state.href} main>
        {state.isCard ? words.text("cardPageButton") : words.text("appButton", { network })}
      </ButtonLine>
      <div className="act">
        <CheckAgain {...props} />
      </div>
    </>
  );
}

/** The payer is back from the card page and the rail has no outcome yet: avoid sending them there again. */
function CardReturned(props: In<"redirect">) {
  const { page, state } = props;
  const words = wordsOf(page.lang);
  return (
    <>
      <h1>{words.text("cardReturnedTitle")}</h1>
      <p className="text big">{words.text("cardReturnedText")}</p>
      <div className="act">
        <CheckAgain {...props} />
      </div>
      <PlainLine to={state.href}>{words.text("cardReturnedNot")}</PlainLine>
    </>
  );
}

/** The card page is unknown, so nothing can have been taken: a card pays only on that page. */
export function CardPageStep({ page, state, back }: In<"card_page">) {
  const words = wordsOf(page.lang);
  if (!state.isLost)
    return (
      <>
        <h1>{words.text("cardOpeningTitle")}</h1>
        <p className="text big">{words.text("cardOpeningText")}</p>
      </>
    );
  return (
    <>
      <h1>{words.text("cardLostTitle")}</h1>
      <p className="text big">{words.text("cardLostText")}</p>
      {back ? (
        <div className="act">
          <p>
            <a className="btn pri" href={withChoice(back, "by", "card")}>
              {words.text("button_retry")}
            </a>
          </p>
          <p>
            <a className="btn" href={withChoice(back, "by", "mobile_money")}>
              {words.text("button_other_method")}
            </a>
          </p>
        </div>
      ) : null}
    </>
  );
}

/** The form with this way to pay, or this network, chosen. */
export function withChoice(back: string, name: "by" | "network", value: string): string {
  return `${back}${back.includes("?") ? "&" : "?"}${name}=${value}`;
}

/** The value that the network requires besides the number. One field; pasting works. */
export function InputStep({ page, facts, state, action }: In<"input">) {
  const words = wordsOf(page.lang);
  const network = facts.network ?? words.text("yourBank");
  const labels = { otp: "codeLabel", phone: "phone", birthday: "codeBirthday" } as const;
  const problem = state.isMissing ? words.text("codeMissing") : undefined;
  return (
    <>
      <ProblemSummary words={words} problems={problem ? [{ field: "code", text: problem }] : []} />
      <h1>{words.text("codeTitle")}</h1>
      <p className="text big">{asSentence(words.text("codeText", { network, amount: facts.amount }))}</p>
      <p className="lead" lang="en">
        {state.text}
      </p>
      <form action={action} method="post" className="pay" noValidate>
        <input type="hidden" name="act" value="code" />
        <TextField
          name="code"
          label={words.text(labels[state.input])}
          problem={problem}
          type="text"
          inputMode={state.input === "birthday" ? "text" : "numeric"}
          autoComplete={state.input === "otp" ? "one-time-code" : "off"}
          maxLength={40}
        />
        <button type="submit" className="btn pri">
          {words.text("codeButton", { amount: facts.amount })}
        </button>
      </form>
    </>
  );
}

/** Polls the rail at once. It is a POST, so that link scanners never trigger it. */
export function CheckAgain({ page, action }: Pick<AttemptViewProps, "page" | "action">) {
  return (
    <form action={action} method="post">
      <input type="hidden" name="act" value="check" />
      <button type="submit" className="btn">
        {wordsOf(page.lang).text("checkAgain")}
      </button>
    </form>
  );
}

/** Shown after this many seconds: by the script, or by the next load of the page. */
function After(props: { seconds: number; passed: number; children: ReactNode }) {
  const { seconds, passed, children } = props;
  const left = seconds - passed;
  return left > 0 ? (
    <section hidden data-after={left}>
      {children}
    </section>
  ) : (
    <section>{children}</section>
  );
}

function Countdown({ words, seconds }: { words: Words; seconds: number }) {
  return (
    <p className="left" aria-live="off">
      {words.rich("timeLeft", { time: <Clock seconds={seconds} /> })}
    </p>
  );
}

/** "1:59", which the script counts down. */
export function Clock({ seconds }: { seconds: number }) {
  const minutes = Math.floor(seconds / 60);
  return <b data-left={seconds}>{`${minutes}:${String(seconds % 60).padStart(2, "0")}`}</b>;
}

function ReviveSteps({ words, revive }: { words: Words; revive: Revive }) {
  const { ussd, menu, tel } = revive;
  return (
    <>
      <p>
        {words.rich("reviveText", {
          ussd: <b>{ussd}</b>,
          menu: <b>{menu.join(" › ")}</b>,
        })}
      </p>
      {tel ? (
        <p className="gap">
          <a className="btn" href={tel}>
            {words.text("reviveCall", { ussd })}
          </a>
        </p>
      ) : null}
    </>
  );
}
