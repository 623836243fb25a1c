import { PayDocument, PreviewTags } from "./document";
import { CodeField, ProblemSummary, TextField } from "./fields";
import {
  Go,
  HiddenFields,
  Photo,
  PlanFacts,
  Press,
  priceInWords,
  StateLines,
  Theirs,
  type Words,
  Written,
  wordsOf,
} from "./parts";
import { payScript } from "./pay-css";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { Offer, PayAccount, PayPage, Plan, Preview, SubscriptionFacts } from "./types";

export type SubscribeViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  /** Set when this account already has this plan: the page then shows its state, and the form renews it. */
  current?: SubscriptionFacts | null;
  /** Free days that this payer can begin instead. */
  offer?: Offer | null;
  preview: Preview;
  /** Null while no way to pay is configured. */
  form: PayFormProps | null;
};

/** The live subscribe page: the plan, how paying works, and the form; or what this account already has. */
export function SubscribeView(props: SubscribeViewProps) {
  const { page, plan, account, current, offer, form, preview } = props;
  const words = wordsOf(page.lang);
  return (
    <PayDocument
      page={page}
      title={plan.name}
      script={payScript}
      head={<PreviewTags page={page} preview={preview} />}
    >
      <Photo picture={plan.picture} name={plan.name} />
      <h1>
        <Theirs>{plan.name}</Theirs>
      </h1>
      <p className="price">{priceInWords(words, plan)}</p>
      <Written look="lead keep" text={plan.description} />
      <PlanFacts page={page} account={account} />
      {current ? (
        <>
          <h2>{words.text("alreadyTitle")}</h2>
          <StateLines page={page} subscription={current} />
          <p className="text">{words.text("alreadyRenew")}</p>
        </>
      ) : offer ? (
        <>
          <TrialOffer page={page} plan={plan} offer={offer} />
          <h2>{words.text("trialOrPay")}</h2>
          <p className="lead">{words.text("howItWorks")}</p>
        </>
      ) : (
        <p className="lead">{words.text("howItWorks")}</p>
      )}
      <PaySection page={page} form={form} />
    </PayDocument>
  );
}

/** The name of the only field that asks who tries it, so that it is not the phone that pays beside it. */
export const trialField = "try";

/** "7 days free, then KES 500 every month". */
export function offerInWords(words: Words, plan: Plan, { days }: Pick<Offer, "days">): string {
  return words.text("trialOffer", { days, price: priceInWords(words, plan) });
}

/** The offer, the phone or e-mail, and a button. */
export function TrialOffer(props: {
  page: PayPage;
  plan: Plan;
  offer: Offer;
  typed?: string;
  problem?: string | undefined;
}) {
  const { page, plan, offer, typed, problem } = props;
  const words = wordsOf(page.lang);
  const isPhone = offer.proves === "phone";
  return (
    <>
      <h2>{offerInWords(words, plan, offer)}</h2>
      <p className="lead">{words.text("trialNothing")}</p>
      <form action={offer.form.action} method="post" className="pay" noValidate>
        <HiddenFields fields={{ ...offer.form.fields, act: "ask" }} />
        <TextField
          name={trialField}
          label={words.text(isPhone ? "trialPhone" : "trialEmail")}
          hint={words.text("trialOnce")}
          problem={problem}
          type={isPhone ? "tel" : "email"}
          inputMode={isPhone ? "tel" : "email"}
          autoComplete={isPhone ? "tel" : "email"}
          autoCapitalize="off"
          maxLength={255}
          defaultValue={typed}
        />
        <Go>{words.text("trialStart")}</Go>
      </form>
    </>
  );
}

export type TrialViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  offer: Offer;
  /** Where an open code was sent; `shown`: the code itself, in test mode. */
  sent: { to: string; shown: string | null } | null;
  typed: string;
  /** What is wrong, in words, and where. */
  problem: { at: "code" | "form" | typeof trialField; text: string } | null;
  /** The page where the plan is paid. */
  payHref: string;
  /** Free days are no way here any more, so paying is. */
  isOver: boolean;
};

/** Who wants to try it, then the code that was sent there. */
export function TrialView(props: TrialViewProps) {
  const { page, plan, account, offer, sent, problem, payHref, isOver } = props;
  const words = wordsOf(page.lang);
  const problems = problem ? [{ field: problem.at, text: problem.text }] : [];
  return (
    <PayDocument page={page} title={words.text("trialTitle", { plan: plan.name })}>
      <ProblemSummary words={words} problems={problems} />
      <h1>{words.rich("trialTitle", { plan: <Theirs>{plan.name}</Theirs> })}</h1>
      <PlanFacts page={page} account={account} />
      {isOver ? null : sent ? (
        <CodeForm {...props} sent={sent} />
      ) : (
        <TrialOffer
          page={page}
          plan={plan}
          offer={offer}
          typed={props.typed}
          problem={problem?.at === trialField ? problem.text : undefined}
        />
      )}
      <p className={isOver ? "act" : "plain"}>
        <a className={isOver ? "btn pri" : undefined} href={payHref}>
          {words.text("trialPay")}
        </a>
      </p>
    </PayDocument>
  );
}

function CodeForm(props: TrialViewProps & { sent: { to: string; shown: string | null } }) {
  const { page, plan, offer, sent, problem } = props;
  const words = wordsOf(page.lang);
  const { action, fields } = offer.form;
  return (
    <>
      <p className="lead">
        {offerInWords(words, plan, offer)}. {words.text("trialNothing")}
      </p>
      <p className="text">
        {sent.shown === null
          ? words.rich("contactCodeText", { value: <Theirs>{sent.to}</Theirs> })
          : words.text("trialTestCode", { code: sent.shown })}
      </p>
      <form action={action} method="post" className="pay" noValidate>
        <HiddenFields fields={{ ...fields, act: "confirm" }} />
        <CodeField
          label={words.text("codeLabel")}
          problem={problem?.at === "code" ? problem.text : undefined}
        />
        <Go>{words.text("trialBegin")}</Go>
      </form>
      <Press form={{ action, fields: { ...fields, act: "another" } }}>{words.text("contactAnother")}</Press>
    </>
  );
}
