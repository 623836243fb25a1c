import { day } from "@/lib/text/dates";
import { PayDocument } from "./document";
import { Field } from "./fields";
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
import type { ManageViewProps, PayPage, PostForm } from "./types";

/** The subscriber's own page: what they have, until when, and the possible actions. */
export function ManageView(props: ManageViewProps) {
  const { page, plan, subscription } = props;
  const words = wordsOf(page.lang);
  const state = stateOf(subscription);
  return (
    <PayDocument page={page} title={words.text("yourSubscription")}>
      <Done {...props} />
      {props.reasonForm ? <Reason page={page} form={props.reasonForm} /> : null}
      <h1>
        <Theirs>{plan.name}</Theirs>
      </h1>
      <StateLines page={page} subscription={subscription} />
      <Renew {...props} />
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
        <AccountFacts page={page} account={props.account} />
      </dl>
      <Payments {...props} />
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
      <NewLink page={page} form={props.newLinkForm} />
    </PayDocument>
  );
}

function Done({ page, notice }: ManageViewProps) {
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
    case "cancelled":
      return <Note tone="info" title={words.text("noticeCancelled")} />;
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
  return (
    <div className="act">
      <Act to={renew} look={state === "active" ? "" : "pri"}>
        {words.text(keys[state], { price: plan.price })}
      </Act>
      {state === "active" ? <p>{words.text("renewEarlyHint")}</p> : null}
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
              <b>{period.amount}</b>
              <span className="soft">
                {words.text("paidOn", { date: day(page, period.paidAt) })}
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
