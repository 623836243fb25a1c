import type { ReactNode } from "react";
import {
  type FailureButton,
  type FailureReason,
  failureRule,
  maySayNothingWasTaken,
} from "@/lib/domain/failure-reason";
import type { AttemptState, AttemptViewProps } from "./attempt-types";
import { CheckAgain, withChoice } from "./attempt-waiting";
import { BoughtHere } from "./download-view";
import { asSentence, ButtonLine, Fact, Theirs, Written, wordsOf } from "./parts";

type End = Exclude<AttemptState, { kind: "approve" | "send" | "redirect" | "input" | "card_page" }>;

/** How long the note before the redirect to the seller is shown. The sentences name the number too. */
export const onwardSeconds = 3;

/** The outcome of the payment in words, with the next step. Only a final failure says that nothing was taken. */
export function AttemptEnd(props: AttemptViewProps & { state: End }) {
  const { page, facts, state } = props;
  const words = wordsOf(page.lang);
  const { amount } = facts;
  const network = facts.network ?? words.text("yourBank");
  switch (state.kind) {
    case "paid":
      return <Paid {...props} state={state} />;
    case "failed":
      return <Failed {...props} state={state} />;
    case "paid_otherwise":
      return (
        <>
          <h1>{words.text("otherwiseTitle")}</h1>
          <p className="text big">{words.text("otherwiseText")}</p>
          <ButtonLine to={state.receiptHref} main>
            {words.text("receiptLink")}
          </ButtonLine>
        </>
      );
    case "unknown":
      return (
        <>
          <h1>{words.text("unknownTitle")}</h1>
          <p className="text big">{words.text("unknownText", { network })}</p>
        </>
      );
    case "in_review":
      return (
        <Told
          title={words.text("reviewTitle")}
          text={words.rich("reviewText", { seller: <Theirs>{facts.seller}</Theirs> })}
        />
      );
    case "paid_twice":
      return <Told title={words.text("twiceTitle")} text={words.text("twiceText", { amount })} />;
    case "reversed":
      return <Told title={words.text("reversedTitle")} text={words.text("reversedText", { amount })} />;
    case "called_off":
      return (
        <Told
          title={words.text("calledOffTitle")}
          text={state.isPaid ? words.text("calledOffPaid", { amount }) : words.text("calledOffText")}
        />
      );
  }
}

function Told({ title, text }: { title: string; text: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p className="text big">{text}</p>
    </>
  );
}

function Paid(props: AttemptViewProps & { state: Extract<End, { kind: "paid" }> }) {
  const { page, facts, state } = props;
  const words = wordsOf(page.lang);
  const seller = <Theirs>{facts.seller}</Theirs>;
  return (
    <>
      <p className="mark m-ok">
        <span aria-hidden="true">●</span> {words.text("paidTitle")}
      </p>
      <h1>{words.rich("paidText", { amount: facts.amount, seller })}</h1>
      <Written look="text keep" text={state.thanks} />
      {state.delivery ? (
        <dl className="facts">
          <Fact label={words.text("broughtTo")}>
            <span className="keep">
              <Theirs>{[state.delivery.name, state.delivery.phone, state.delivery.place].join("\n")}</Theirs>
            </span>
          </Fact>
        </dl>
      ) : null}
      {state.bought ? <BoughtHere page={page} bought={state.bought} /> : null}
      <div className="act">
        {state.onward ? (
          <>
            <a className="btn pri" href={state.onward} data-go={onwardSeconds}>
              {words.rich("onwardButton", { seller })}
            </a>
            <p>{words.rich("onwardText", { seller })}</p>
          </>
        ) : null}
        <p>
          <a className={state.onward || state.bought ? "btn" : "btn pri"} href={state.receiptHref}>
            {words.text("receiptLink")}
          </a>
        </p>
        {state.manageHref ? (
          <p>
            <a href={state.manageHref}>{words.text(state.offersOrder ? "orderOffer" : "receiptManage")}</a>
          </p>
        ) : null}
      </div>
    </>
  );
}

function Failed(props: AttemptViewProps & { state: Extract<End, { kind: "failed" }> }) {
  const { page, back, state } = props;
  const { reason, others = [] } = state;
  const words = wordsOf(page.lang);
  const known = knownReason(reason);
  return (
    <>
      <p className="mark m-bad">
        <span aria-hidden="true">■</span> {words.text("notDoneTitle")}
      </p>
      <h1 className="say">{sentenceOf(props, known)}</h1>
      {maySayNothingWasTaken(reason) ? <p className="text">{words.text("nothingTaken")}</p> : null}
      <div className="act">
        {failureRule(known).buttons.map((button, index) => (
          <Next key={button} {...props} button={button} back={back} first={index === 0} />
        ))}
        {back
          ? others.map(({ code, name }) => (
              <p key={code}>
                <a className="btn" href={`${withChoice(back, "network", code)}#f-phone`}>
                  {words.text("networkUse", { network: name })}
                </a>
              </p>
            ))
          : null}
      </div>
    </>
  );
}

/** Why it failed. Cards have their own sentence where the facts differ; other sentences may begin with "your bank". */
function sentenceOf({ page, facts }: AttemptViewProps, reason: ReturnType<typeof knownReason>): string {
  const words = wordsOf(page.lang);
  const { amount, network } = facts;
  if (network === null) {
    if (reason === "insufficient_funds") return words.text("card_insufficient_funds", { amount });
    if (reason === "limit_exceeded") return words.text("card_limit_exceeded");
    if (reason === "not_approved_in_time") return words.text("card_not_approved_in_time");
  }
  const phone = facts.phone ?? words.text("phone");
  return asSentence(
    words.loose(`reason_${reason}`, { network: network ?? words.text("yourBank"), amount, phone }),
  );
}

/** A button that leads back to the form, where the typed values are still useful. */
function Next(props: AttemptViewProps & { button: FailureButton; first: boolean }) {
  const { page, button, back, first } = props;
  if (button === "check_again") return <CheckAgain {...props} />;
  if (!back) return null;
  const other = props.facts.network === null ? "mobile_money" : "card";
  const to = button === "other_method" ? withChoice(back, "by", other) : back;
  return (
    <p>
      <a className={first ? "btn pri" : "btn"} href={button === "edit_number" ? `${to}#f-phone` : to}>
        {wordsOf(page.lang).text(`button_${button}`)}
      </a>
    </p>
  );
}

/** Payers never get reasons of payouts or of open outcomes as a failure; such a reason counts as unknown. */
export function knownReason(reason: FailureReason) {
  switch (reason) {
    case "duplicate":
    case "recipient_not_found":
    case "recipient_limit":
    case "account_invalid":
    case "insufficient_float":
    case "needs_manual_approval":
      return "unknown";
    default:
      return reason;
  }
}
