import { PayDocument } from "./document";
import {
  AccountFacts,
  Fact,
  HiddenFields,
  Note,
  PlainLine,
  priceInWords,
  StateLines,
  wordsOf,
} from "./parts";
import { TrialOffer } from "./subscribe-views";
import type { Offer, PayAccount, PayPage, Plan, PostForm, SubscriptionFacts } from "./types";

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

function OutcomeForm(props: TestPaymentViewProps & { outcome: "succeed" | "fail" }) {
  const { page, form, current, outcome } = props;
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
        {endpoints.length === 0 ? words.text("testNoEndpoint") : null}
        {endpoints.map((url) => (
          <div key={url} className="code">
            <bdi>{url}</bdi>
          </div>
        ))}
      </Fact>
      <Fact label={words.text("testLands")}>
        {returnUrl ? <bdi className="code">{returnUrl}</bdi> : words.text("testLandsHere")}
      </Fact>
    </dl>
  );
}
