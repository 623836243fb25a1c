import { day, moment } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { AccountFacts, Act, Fact, priceInWords, StateLines, stateOf, Theirs } from "./parts";
import type { CancelViewProps } from "./types";

/** One page that says what is lost and when, with two buttons. A subscription that already ended has nothing to cancel. */
export function CancelView({ page, plan, account, subscription, form, keepUrl }: CancelViewProps) {
  const words = wordsOf(page.lang);
  const state = stateOf(subscription);
  const cancellable = state === "active" || state === "past_due";
  const loss =
    state === "active"
      ? words.text("cancelActive", { end: moment(page, subscription.currentPeriodEnd) })
      : words.text("cancelPastDue", { end: day(page, subscription.currentPeriodEnd) });
  const title = cancellable ? words.text("cancelTitle", { plan: plan.name }) : words.text("cancelNothing");
  return (
    <PayDocument page={page} title={title}>
      <h1>{cancellable ? words.rich("cancelTitle", { plan: <Theirs>{plan.name}</Theirs> }) : title}</h1>
      {cancellable ? (
        <>
          <p className="text">{loss}</p>
          <p className="lead">{words.text("cancelAgain")}</p>
        </>
      ) : (
        <StateLines page={page} subscription={subscription} />
      )}
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
        <AccountFacts page={page} account={account} />
      </dl>
      {cancellable ? (
        <div className="act">
          <Act to={form} look="danger">
            {words.text("cancelSubmit")}
          </Act>
        </div>
      ) : null}
      <div className="act">
        <Act to={{ href: keepUrl }} look="">
          {words.text(cancellable ? "cancelKeep" : "back")}
        </Act>
      </div>
    </PayDocument>
  );
}
