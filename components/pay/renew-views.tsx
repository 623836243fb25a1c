import { day, moment } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { ProblemSummary } from "./fields";
import {
  Act,
  ButtonLine,
  Fact,
  Off,
  PlainLine,
  PlanFacts,
  Press,
  priceInWords,
  StateLines,
  stateOf,
  Theirs,
  wordsOf,
} from "./parts";
import { payScript } from "./pay-css";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayAccount, PayPage, Plan, PostForm, SubscriptionFacts } from "./types";

export type CancelViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  subscription: SubscriptionFacts;
  form: PostForm;
  /** The manage page, for Keep it. */
  keepUrl: string;
};

export type RenewViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  subscription: SubscriptionFacts;
  /** The period that a payment adds; null: it begins when the payment comes. */
  adds: { startsAt: Date; endsAt: Date } | null;
  form: PayFormProps | null;
  backHref: string;
};

/** Renewing is a payment that the subscriber starts; money is never taken automatically. */
export function RenewView({ page, plan, account, subscription, adds, form, backHref }: RenewViewProps) {
  const words = wordsOf(page.lang);
  const title = words.text("renewTitle", { plan: plan.name });
  return (
    <PayDocument page={page} title={title} script={payScript}>
      <h1>{words.rich("renewTitle", { plan: <Theirs>{plan.name}</Theirs> })}</h1>
      <StateLines page={page} subscription={subscription} />
      <Adds page={page} adds={adds} />
      <PlanFacts page={page} plan={plan} account={account} />
      <PaySection page={page} form={form} />
      <PlainLine to={backHref}>{words.text("backToSubscription")}</PlainLine>
    </PayDocument>
  );
}

function Adds({ page, adds }: Pick<RenewViewProps, "page" | "adds">) {
  const words = wordsOf(page.lang);
  if (!adds) return <p className="text">{words.text("renewStartsNow")}</p>;
  const [start, end] = [day(page, adds.startsAt), day(page, adds.endsAt)];
  return <p className="text">{words.text("renewAddsTo", { start, end })}</p>;
}

export type PayForViewProps = {
  page: PayPage;
  plan: Plan;
  /** All that is shown of the subscriber; null: not even that. */
  firstName: string | null;
  /** The period that a payment adds; null: it begins when the payment comes. */
  adds: { startsAt: Date; endsAt: Date } | null;
  form: PayFormProps | null;
};

/** Somebody pays for a subscriber: they see what it is and what it costs, and can do nothing else. */
export function PayForView({ page, plan, firstName, adds, form }: PayForViewProps) {
  const words = wordsOf(page.lang);
  const title = firstName
    ? words.text("payForTitle", { plan: plan.name, name: firstName })
    : words.text("payForTitleNobody", { plan: plan.name });
  const values = { plan: <Theirs>{plan.name}</Theirs> };
  return (
    <PayDocument page={page} title={title} script={payScript}>
      <h1>
        {firstName
          ? words.rich("payForTitle", { ...values, name: <Theirs>{firstName}</Theirs> })
          : words.rich("payForTitleNobody", values)}
      </h1>
      <p className="lead">{words.text("payForText")}</p>
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
      </dl>
      <Adds page={page} adds={adds} />
      <PaySection page={page} form={form} />
      <p className="plain">{words.text("payForCannot")}</p>
    </PayDocument>
  );
}

/** A plan that was chosen, with what it costs and brings. */
export type ChosenPlan = {
  plan: Plan;
  /** It waits for the end of the paid time, and nothing is paid now. */
  waits: boolean;
  /** What unused time takes off; null where it takes nothing off. */
  credit: string | null;
  due: string;
  /** Until when it is paid; where it waits, when it begins. */
  endsAt: Date;
};

export type ChangeViewProps = {
  page: PayPage;
  /** The plan that runs. */
  plan: Plan;
  subscription: SubscriptionFacts;
  plans: { href: string; plan: Plan }[];
  chosen: ChosenPlan | null;
  /** Where something is to pay. */
  form: PayFormProps | null;
  /** Where nothing is to pay: the button that makes the change. */
  press: PostForm | null;
  /** What changed before it was pressed. */
  problems: { field: string; text: string }[];
  backHref: string;
};

/** Another plan: the choice first, then what it costs and brings, then the button. Nothing changes before that. */
export function ChangeView(props: ChangeViewProps) {
  const { page, plan, subscription, plans, chosen, form, press, problems, backHref } = props;
  const words = wordsOf(page.lang);
  const title = chosen ? words.text("changeTo", { plan: chosen.plan.name }) : words.text("changeTitle");
  return (
    <PayDocument page={page} title={title} script={form ? payScript : undefined}>
      <ProblemSummary words={words} problems={problems} isBeforePaying />
      <h1>{chosen ? words.rich("changeTo", { plan: <Theirs>{chosen.plan.name}</Theirs> }) : title}</h1>
      <StateLines page={page} subscription={subscription} />
      {chosen ? (
        <Chosen page={page} plan={plan} chosen={chosen} />
      ) : (
        <Choice page={page} plan={plan} plans={plans} />
      )}
      {form ? <PaySection page={page} form={form} /> : null}
      {press && chosen ? (
        <Press form={press} main>
          {words.text(chosen.waits ? "changeAtEndGo" : "changeNowGo")}
        </Press>
      ) : null}
      <PlainLine to={backHref}>{words.text("backToSubscription")}</PlainLine>
    </PayDocument>
  );
}

function Choice({ page, plan, plans }: Pick<ChangeViewProps, "page" | "plan" | "plans">) {
  const words = wordsOf(page.lang);
  return (
    <>
      <dl className="facts">
        <Fact label={words.text("changeFrom")} theirs={plan.name} />
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
      </dl>
      {plans.length === 0 ? <p className="lead">{words.text("changeNone")}</p> : null}
      <div className="act">
        {plans.map(({ href, plan: one }) => (
          <a key={href} href={href} className="btn">
            <Theirs>{one.name}</Theirs>
            <span className="soft">{priceInWords(words, one)}</span>
          </a>
        ))}
      </div>
    </>
  );
}

function Chosen({ page, plan, chosen }: { page: PayPage; plan: Plan; chosen: ChosenPlan }) {
  const words = wordsOf(page.lang);
  const ends = moment(page, chosen.endsAt);
  return (
    <>
      <p className="text">
        {chosen.waits
          ? words.text("changeWaits", { plan: plan.name, at: ends, next: chosen.plan.name })
          : words.text("changeBegins", { end: ends })}
      </p>
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, chosen.plan)}</Fact>
        {chosen.credit ? (
          <Fact label={words.text("unusedTime", { plan: plan.name })}>
            <Off amount={chosen.credit} />
          </Fact>
        ) : null}
        <Fact label={words.text("changeDue")}>{chosen.due}</Fact>
      </dl>
    </>
  );
}

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
      <PlanFacts page={page} plan={plan} account={account} />
      {cancellable ? (
        <div className="act">
          <Act to={form} look="danger">
            {words.text("cancelSubmit")}
          </Act>
        </div>
      ) : null}
      <ButtonLine to={keepUrl}>{words.text(cancellable ? "cancelKeep" : "back")}</ButtonLine>
    </PayDocument>
  );
}
