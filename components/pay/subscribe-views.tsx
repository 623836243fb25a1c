import { PayDocument, PreviewTags } from "./document";
import { CodeField, ProblemSummary, TextField } from "./fields";
import {
  AccountFacts,
  Fact,
  HiddenFields,
  Note,
  Photo,
  PlainLine,
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
import type { Offer, PayAccount, PayPage, Plan, PostForm, Preview, SubscriptionFacts } from "./types";

export type SubscribeViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  /** Set when this account already has this plan: the page then shows its state, and the form renews it. */
  current?: SubscriptionFacts | null;
  /** Address of the test payment page, or null to say nothing about testing. */
  testUrl?: string | null;
  /** Free days that this payer can begin instead. */
  offer?: Offer | null;
  preview: Preview;
  /** Null while no way to pay is configured. */
  form: PayFormProps | null;
};

export type TestPaymentViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  /** Where both buttons post. Each form adds `outcome=succeed` or `outcome=fail` to the fields. */
  form: PostForm;
  /** The event that a success publishes. */
  event: "subscription.activated" | "subscription.renewed";
  /** Hosts of the test endpoints that get it. The page says so when there are none. */
  endpoints: string[];
  /** Where the user lands after success: the store's return URL, or null for the subscription's own page. */
  returnUrl: string | null;
  /** True after Payment fails was pressed: shows the words a payer would see. */
  failed?: boolean;
  /** True after Payment succeeds was pressed for a subscription that another browser began. */
  paid?: boolean;
  /**
   * Set when this browser began this ref's subscription to the plan: the page then offers Renew now instead of a second
   * subscription.
   */
  current?: { subscription: SubscriptionFacts; manageUrl: string } | null;
  /** Free days that can be begun instead. */
  offer?: Offer | null;
};

/** The live subscribe page: the plan, how paying works, and the form; or what this account already has. */
export function SubscribeView(props: SubscribeViewProps) {
  const { page, plan, account, current, testUrl, offer, form, preview } = props;
  const words = wordsOf(page.lang);
  return (
    <PayDocument
      page={page}
      title={plan.name}
      script={payScript}
      head={<PreviewTags page={page} preview={preview} />}
    >
      <Photo picture={plan.picture} />
      <h1>
        <Theirs>{plan.name}</Theirs>
      </h1>
      <p className="price">{priceInWords(words, plan)}</p>
      <Written look="lead keep" text={plan.description} />
      {account.ref || account.email ? (
        <dl className="facts">
          <AccountFacts page={page} account={account} />
        </dl>
      ) : null}
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
      {testUrl ? <PlainLine to={testUrl}>{words.text("openTestPage")}</PlainLine> : null}
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
        <button type="submit" className="btn pri">
          {words.text("trialStart")}
        </button>
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
      {account.ref || account.email ? (
        <dl className="facts">
          <AccountFacts page={page} account={account} />
        </dl>
      ) : null}
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

function CodeForm({
  page,
  plan,
  offer,
  sent,
  problem,
}: TrialViewProps & { sent: { to: string; shown: string | null } }) {
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
        <button type="submit" className="btn pri">
          {words.text("trialBegin")}
        </button>
      </form>
      <Press form={{ action, fields: { ...fields, act: "another" } }}>{words.text("contactAnother")}</Press>
    </>
  );
}

/** The payment page of test mode (spec, Test mode behaviour): two equal buttons and what each will do. */
export function TestPaymentView(props: TestPaymentViewProps) {
  const { page, current } = props;
  const words = wordsOf(page.lang);
  const title = words.text(current ? "testRenewTitle" : "testTitle");
  return (
    <PayDocument page={page} title={title}>
      {props.failed ? (
        <Note tone="bad" title={words.text("failedTitle")}>
          {words.text("failedText")}
        </Note>
      ) : null}
      {props.paid ? <Note tone="ok" title={words.text("noticeRenewed")} /> : null}
      <h1>{title}</h1>
      {current ? (
        <>
          <p className="lead">{words.text("alreadyTitle")}</p>
          <StateLines page={page} subscription={current.subscription} />
        </>
      ) : null}
      {props.offer ? <TrialOffer page={page} plan={props.plan} offer={props.offer} /> : null}
      <div className="two">
        <OutcomeForm {...props} outcome="succeed" />
        <OutcomeForm {...props} outcome="fail" />
      </div>
      <h2>{words.text("testWhat")}</h2>
      <TestFacts {...props} />
      {current ? <PlainLine to={current.manageUrl}>{words.text("openSubscription")}</PlainLine> : null}
    </PayDocument>
  );
}

function OutcomeForm({
  page,
  form,
  current,
  outcome,
}: TestPaymentViewProps & { outcome: "succeed" | "fail" }) {
  const words = wordsOf(page.lang);
  const hint = outcome === "fail" ? "testFailsHint" : current ? "testRenewHint" : "testSucceedsHint";
  return (
    <form action={form.action} method="post">
      <HiddenFields fields={{ ...form.fields, outcome }} />
      <button type="submit" className="btn" aria-describedby={`${outcome}-hint`}>
        {words.text(outcome === "fail" ? "testFails" : "testSucceeds")}
      </button>
      <p id={`${outcome}-hint`}>{words.text(hint)}</p>
    </form>
  );
}

function TestFacts({ page, plan, account, event, endpoints, returnUrl }: TestPaymentViewProps) {
  const words = wordsOf(page.lang);
  return (
    <dl className="facts">
      <Fact label={words.text("plan")} theirs={plan.name} />
      <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
      <AccountFacts page={page} account={account} />
      <Fact label={words.text("testEvent")}>
        <span className="code">{event}</span>
      </Fact>
      <Fact label={words.text("testEndpoints")}>
        {endpoints.length === 0 ? words.text("testNoEndpoint") : endpoints.map(endpointLine)}
      </Fact>
      <Fact label={words.text("testLands")}>
        {returnUrl ? <bdi className="code">{returnUrl}</bdi> : words.text("testLandsHere")}
      </Fact>
    </dl>
  );
}

function endpointLine(url: string) {
  return (
    <div key={url} className="code">
      <bdi>{url}</bdi>
    </div>
  );
}
