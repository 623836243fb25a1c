import { AttemptEnd, onwardSeconds } from "./attempt-end";
import { SendStep } from "./attempt-send";
import type { AttemptFacts, AttemptState, AttemptViewProps } from "./attempt-types";
import { ApproveStep, CardPageStep, InputStep, RedirectStep } from "./attempt-waiting";
import { PayDocument } from "./document";
import { Fact, Theirs, type Words, wordsOf } from "./parts";
import { payScript } from "./pay-css";

const pollSeconds = 8;
/** Messages of networks take longer than prompts. */
const sendSeconds = 20;

/** One payment, from the prompt on the phone to its end. Opening the page changes nothing; it may be reopened. */
export function AttemptView(props: AttemptViewProps) {
  const { page, facts, state, poll } = props;
  const words = wordsOf(page.lang);
  const waits = isWaiting(state);
  const refresh = refreshOf(state);
  return (
    <PayDocument
      page={page}
      title={titleOf(words, props)}
      script={waits || refresh ? payScript : undefined}
      refresh={refresh}
    >
      <div role="status" {...(waits ? { "data-poll": poll.href, "data-key": poll.key } : {})}>
        <Step {...props} />
      </div>
      <dl className="facts">
        <Fact label={words.text("factTo")} theirs={facts.seller} />
        <Fact label={words.text("factFor")} theirs={facts.item} />
        {facts.reduced ? <Reduced words={words} {...facts.reduced} /> : null}
        <Fact label={words.text("factAmount")}>
          <strong>{facts.amount}</strong>
        </Fact>
        {facts.phone ? (
          <Fact label={words.text("factPhone")}>
            {facts.network ? `${facts.network}, ` : ""}
            <Theirs>{facts.phone}</Theirs>
          </Fact>
        ) : null}
        <Fact label={words.text("factReference")}>{facts.reference}</Fact>
      </dl>
      {waits ? <p className="lead">{words.text("closeHint")}</p> : null}
    </PayDocument>
  );
}

function Reduced(props: NonNullable<AttemptFacts["reduced"]> & { words: Words }) {
  const { words, price, off, code, unusedOf, charges } = props;
  return (
    <>
      <Fact label={words.text("priceLine")}>{price}</Fact>
      <Fact label={reducedBy(words, code, unusedOf)}>− {off}</Fact>
      {charges ? <Fact label={words.text("chargesLine")}>{charges}</Fact> : null}
    </>
  );
}

function reducedBy(words: Words, code: string | null, unusedOf: string | null): string {
  if (unusedOf !== null) return words.text("unusedTime", { plan: unusedOf });
  return code === null ? words.text("discountLine") : words.text("discountOf", { code });
}

function Step(props: AttemptViewProps) {
  const { state } = props;
  switch (state.kind) {
    case "approve":
      return <ApproveStep {...props} state={state} />;
    case "send":
      return <SendStep {...props} state={state} />;
    case "redirect":
      return <RedirectStep {...props} state={state} />;
    case "input":
      return <InputStep {...props} state={state} />;
    case "card_page":
      return <CardPageStep {...props} state={state} />;
    default:
      return <AttemptEnd {...props} state={state} />;
  }
}

/** While the money may still come, whatever the page says about it. */
function isWaiting({ kind }: AttemptState): boolean {
  return ["approve", "send", "redirect", "input", "card_page", "unknown"].includes(kind);
}

/** The page does not reload while somebody may be typing in its form. */
function refreshOf(state: AttemptState) {
  if (state.kind === "paid" && state.onward) return { seconds: onwardSeconds, to: state.onward };
  if (state.kind === "card_page") return { seconds: state.isLost ? 30 : pollSeconds, to: null };
  if (state.kind === "approve" || state.kind === "redirect")
    return { seconds: state.isOverdue ? 30 : pollSeconds, to: null };
  if (state.kind === "send" && !state.asksCode) return { seconds: sendSeconds, to: null };
  return undefined;
}

function titleOf(words: Words, { state, facts }: AttemptViewProps): string {
  const network = facts.network ?? words.text("yourBank");
  switch (state.kind) {
    case "approve":
      return state.isOverdue ? words.text("overdueTitle", { network }) : words.text("waitTitle");
    case "send":
      return words.text("sendTitle", { amount: facts.amount, number: state.number });
    case "card_page":
      return words.text(state.isLost ? "cardLostTitle" : "cardOpeningTitle");
    case "redirect":
      if (state.isCard && state.cameBack === "done") return words.text("cardReturnedTitle");
      return state.isCard ? words.text("cardPageTitle") : words.text("appTitle", { network });
    case "input":
      return words.text("codeTitle");
    case "paid":
      return `${words.text("paidTitle")}, ${facts.amount}`;
    case "failed":
      return words.text("notDoneTitle");
    default:
      return words.text(endTitles[state.kind]);
  }
}

const endTitles = {
  paid_otherwise: "otherwiseTitle",
  unknown: "unknownTitle",
  in_review: "reviewTitle",
  paid_twice: "twiceTitle",
  reversed: "reversedTitle",
  called_off: "calledOffTitle",
} as const;
