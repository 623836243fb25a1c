import { day } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { Field } from "./fields";
import { Renewal } from "./manage-renewal";
import { wordsOf } from "./messages/words";
import {
  AccountFacts,
  Act,
  Fact,
  HiddenFields,
  Note,
  priceInWords,
  SellerName,
  StateLines,
  stateOf,
  Theirs,
} from "./parts";
import { ProblemSummary } from "./problems";
import type { ManageViewProps, PayPage, PostForm } from "./types";

/** The subscriber's own page: what they have, until when, and the possible actions. */
export function ManageView(props: ManageViewProps) {
  const { page, plan, subscription } = props;
  const words = wordsOf(page.lang);
  const state = stateOf(subscription);
  return (
    <PayDocument page={page} title={words.text("yourSubscription")}>
      <ProblemSummary words={words} problems={props.problems ?? []} isBeforePaying />
      <Done {...props} />
      {props.reasonForm ? <Reason page={page} form={props.reasonForm} /> : null}
      <h1>
        <Theirs>{plan.name}</Theirs>
      </h1>
      <StateLines page={page} subscription={subscription} />
      <Coming {...props} />
      <Renew {...props} />
      {props.downloadsUrl ? (
        <p className="act">
          <a className="btn" href={props.downloadsUrl}>
            {words.text("receiptDownload")}
          </a>
        </p>
      ) : null}
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
        <AccountFacts page={page} account={props.account} />
      </dl>
      {props.renewal ? <Renewal page={page} renewal={props.renewal} /> : null}
      <Payments {...props} />
      {props.changeUrl ? (
        <p className="plain">
          <a href={props.changeUrl}>{words.text("changeLink")}</a>
        </p>
      ) : null}
      {props.contactUrl ? (
        <p className="plain">
          <a href={props.contactUrl}>{words.text("contactLink")}</a>
        </p>
      ) : null}
      {state === "active" || state === "past_due" ? (
        <p className="plain">
          <a href={props.cancelUrl}>{words.text("cancelLink")}</a>
        </p>
      ) : null}
      {props.payForUrl ? <PayFor page={page} plan={plan.name} url={props.payForUrl} /> : null}
      <NewLink page={page} form={props.newLinkForm} />
    </PayDocument>
  );
}

function Done({ page, notice, underWayHref }: ManageViewProps) {
  const words = wordsOf(page.lang);
  switch (notice) {
    case "payment_failed":
      return (
        <Note tone="bad" title={words.text("failedTitle")}>
          {words.text("failedText")}
        </Note>
      );
    case "started":
      return <Note tone="ok" title={words.text("noticeStarted")} />;
    case "renewed":
      return <Note tone="ok" title={words.text("noticeRenewed")} />;
    case "renew_on":
      return <Note tone="ok" title={words.text("noticeRenewOn")} />;
    case "renew_off":
      return (
        <>
          <Note tone="ok" title={words.text("noticeRenewOff")} />
          {underWayHref ? (
            <Note tone="warn" title={words.text("noticeUnderWay")}>
              <a href={underWayHref}>{words.text("noticeUnderWayLink")}</a>
            </Note>
          ) : null}
        </>
      );
    case "cancelled":
      return <Note tone="info" title={words.text("noticeCancelled")} />;
    case "changed":
      return <Note tone="ok" title={words.text("noticeChanged")} />;
    case "change_chosen":
      return <Note tone="ok" title={words.text("noticeChangeChosen")} />;
    case "change_undone":
      return <Note tone="info" title={words.text("noticeChangeUndone")} />;
    case "contact":
      return (
        <Note tone="ok" title={words.text("contactChanged")}>
          {words.text("newLinkDone")}
        </Note>
      );
    case "new_link":
      return <Note tone="ok" title={words.text("newLinkDone")} />;
    case "thanked":
      return (
        <Note
          tone="ok"
          title={words.text("reasonThanks", { seller: page.seller?.name ?? page.serviceName })}
        />
      );
    default:
      return null;
  }
}

/** This page's address also cancels, so whoever only pays gets another one. */
function PayFor({ page, plan, url }: { page: PayPage; plan: string; url: string }) {
  const words = wordsOf(page.lang);
  const seller = page.seller?.name ?? page.serviceName;
  const text = words.text("payForMessage", { plan, seller, link: url });
  return (
    <details>
      <summary>{words.text("payForLink")}</summary>
      <p>{words.text("payForLinkText")}</p>
      <Field name="pay-for" label={words.text("payForCopy")}>
        {(attributes) => <input {...attributes} type="text" readOnly value={url} />}
      </Field>
      <p className="act">
        <a className="btn" href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
          {words.text("payForSend")}
        </a>
      </p>
    </details>
  );
}

/** The plan that comes next, and the button that keeps the one that there is. */
function Coming({ page, plan, coming }: ManageViewProps) {
  const words = wordsOf(page.lang);
  if (!coming) return null;
  const values = {
    at: day(page, coming.at),
    plan: coming.plan.name,
    price: priceInWords(words, coming.plan),
  };
  return (
    <Note tone="info" title={words.text("changeComing", values)}>
      {coming.undo ? (
        <span className="act">
          <Act to={coming.undo} look="">
            {words.text("changeUndo", { plan: plan.name })}
          </Act>
        </span>
      ) : (
        words.text("changePaid")
      )}
    </Note>
  );
}

/** Anyone with this page's address can act on it, so the subscriber can replace the address. */
function NewLink({ page, form }: { page: PayPage; form: PostForm }) {
  const words = wordsOf(page.lang);
  return (
    <details>
      <summary>{words.text("newLink")}</summary>
      <p>{words.text("newLinkText")}</p>
      <form action={form.action} method="post" className="gap">
        <HiddenFields fields={form.fields} />
        <button type="submit" className="btn">
          {words.text("newLinkButton")}
        </button>
      </form>
    </details>
  );
}

/** Asked after the cancellation, and optional. */
function Reason({ page, form }: { page: PayPage; form: PostForm }) {
  const words = wordsOf(page.lang);
  return (
    <form action={form.action} method="post" className="why">
      <HiddenFields fields={form.fields} />
      <p>
        <strong>{words.rich("reasonTitle", { seller: <SellerName page={page} /> })}</strong>
      </p>
      <p className="soft">{words.text("reasonText")}</p>
      <Field name="reason" label={words.text("reasonLabel")}>
        {(attributes) => <input {...attributes} type="text" maxLength={500} />}
      </Field>
      <button type="submit" className="btn">
        {words.text("reasonSend")}
      </button>
    </form>
  );
}

function Renew({ page, plan, subscription, renew }: ManageViewProps) {
  const words = wordsOf(page.lang);
  if (!renew) {
    return <p className="lead">{words.rich("noPaymentYet", { seller: <SellerName page={page} /> })}</p>;
  }
  const keys = {
    active: "renewEarly",
    past_due: "renewNow",
    cancelled: "startAgain",
    ended: "startAgain",
  } as const;
  const state = stateOf(subscription);
  const isTrial = state === "active" && subscription.isTrial;
  return (
    <div className="act">
      <Act to={renew} look={state === "active" && !isTrial ? "" : "pri"}>
        {words.text(isTrial ? "trialGoOn" : keys[state], { price: plan.nextPrice ?? plan.price })}
      </Act>
      {state === "active" ? <p>{words.text(isTrial ? "trialGoOnHint" : "renewEarlyHint")}</p> : null}
    </div>
  );
}

function Payments({ page, periods, olderPeriods }: ManageViewProps) {
  const words = wordsOf(page.lang);
  return (
    <>
      <h2>{words.text("payments")}</h2>
      {periods.length === 0 ? <p className="soft">{words.text("noPayments")}</p> : null}
      {periods.length > 0 ? (
        <ol className="list">
          {periods.map((period) => (
            <li key={`${period.startsAt.getTime()}-${period.paidAt.getTime()}`}>
              <span>
                {words.text("period", { start: day(page, period.startsAt), end: day(page, period.endsAt) })}
              </span>
              <b>{period.isFree ? words.text("nothingToPay") : period.amount}</b>
              <span className="soft">
                {words.text(period.isFree ? "givenOn" : "paidOn", { date: day(page, period.paidAt) })}
                {period.isCut ? ` · ${words.text("periodCut")}` : null}
                {period.givenBack
                  ? ` · ${words.text("periodGivenBack", { amount: period.givenBack })}`
                  : null}
                {period.receiptHref ? (
                  <>
                    {" · "}
                    <a href={period.receiptHref}>{words.text("periodReceipt")}</a>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {olderPeriods ? (
        <p className="lead">{words.text("olderPayments", { count: String(olderPeriods) })}</p>
      ) : null}
    </>
  );
}
