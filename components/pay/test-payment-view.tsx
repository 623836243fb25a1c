import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { AccountFacts, Fact, HiddenFields, Note, priceInWords, StateLines, Theirs } from "./parts";
import { TrialOffer } from "./trial-view";
import type { TestPaymentViewProps } from "./types";

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
      {current ? (
        <p className="plain">
          <a href={current.manageUrl}>{words.text("openSubscription")}</a>
        </p>
      ) : null}
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
      <Fact label={words.text("plan")}>
        <Theirs>{plan.name}</Theirs>
      </Fact>
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
