import { moment } from "@/lib/text/dates";
import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { Act, Fact, Off, priceInWords, StateLines, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import { ProblemSummary } from "./problems";
import type { PayPage, Plan, PostForm, SubscriptionFacts } from "./types";

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
export function ChangeView({
  page,
  plan,
  subscription,
  plans,
  chosen,
  form,
  press,
  problems,
  backHref,
}: ChangeViewProps) {
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
        <div className="act">
          <Act to={press} look="pri">
            {words.text(chosen.waits ? "changeAtEndGo" : "changeNowGo")}
          </Act>
        </div>
      ) : null}
      <p className="plain">
        <a href={backHref}>{words.text("backToSubscription")}</a>
      </p>
    </PayDocument>
  );
}

function Choice({ page, plan, plans }: Pick<ChangeViewProps, "page" | "plan" | "plans">) {
  const words = wordsOf(page.lang);
  return (
    <>
      <dl className="facts">
        <Fact label={words.text("changeFrom")}>
          <Theirs>{plan.name}</Theirs>
        </Fact>
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
