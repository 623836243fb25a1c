import type { ReactNode } from "react";
import type { AttemptState, AttemptViewProps, Revive } from "./attempt-types";
import { ProblemSummary, TextField } from "./fields";
import { asSentence, ButtonLine, Go, PlainLine, Theirs, type Words, wordsOf } from "./parts";

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
      {state.secondsLeft === null ? null : (
        <p className="left" aria-live="off">
          {words.rich("timeLeft", { time: <Clock seconds={state.secondsLeft} /> })}
        </p>
      )}
      <After seconds={reviveSeconds} passed={secondsPassed}>
        <h2>{words.text("reviveTitle")}</h2>
        {state.revive ? <ReviveSteps words={words} revive={state.revive} /> : <p>{words.text("noPrompt")}</p>}
        {facts.till ? <p>{facts.till}</p> : null}
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
    <NoAnswer
      {...props}
      title={words.text("overdueTitle", { network })}
      text={words.text(isCard ? "cardOverdueText" : "overdueText")}
      other={
        back === null ? null : { href: back, text: words.text(isCard ? "cardOverdueOther" : "overdueOther") }
      }
    />
  );
}

/** To check again, or to go another way. */
function NoAnswer(
  props: AttemptViewProps & { title: string; text: string; other: { href: string; text: string } | null },
) {
  const { title, text, other } = props;
  return (
    <>
      <h1>{title}</h1>
      <p className="text big">{text}</p>
      {props.facts.till ? <p className="text">{props.facts.till}</p> : null}
      <div className="act">
        <CheckAgain {...props} />
      </div>
      {other ? <PlainLine to={other.href}>{other.text}</PlainLine> : null}
    </>
  );
}

/** The card's own page, or an app: the page always says so before it sends anyone there. */
export function RedirectStep(props: In<"redirect">) {
  const { page, facts, state } = props;
  const words = wordsOf(page.lang);
  const network = facts.network ?? words.text("yourBank");
  if (state.isOverdue) return <Overdue {...props} />;
  // Back from the card page without an outcome yet: nobody is sent there again.
  if (state.isCard && state.cameBack === "done")
    return (
      <NoAnswer
        {...props}
        title={words.text("cardReturnedTitle")}
        text={words.text("cardReturnedText")}
        other={{ href: state.href, text: words.text("cardReturnedNot") }}
      />
    );
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
          inputMode={state.input === "birthday" ? "text" : "numeric"}
          autoComplete={state.input === "otp" ? "one-time-code" : "off"}
          maxLength={40}
        />
        <Go>{words.text("codeButton", { amount: facts.amount })}</Go>
      </form>
    </>
  );
}

/** Polls the rail at once. It is a POST, so that link scanners never trigger it. */
export function CheckAgain({ page, action }: Pick<AttemptViewProps, "page" | "action">) {
  return (
    <form action={action} method="post">
      <input type="hidden" name="act" value="check" />
      <Go look="">{wordsOf(page.lang).text("checkAgain")}</Go>
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
