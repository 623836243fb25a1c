import { day } from "@/lib/text/dates";
import type { TextKey } from "@/lib/text/words";
import { PayDocument } from "./document";
import { ProblemSummary, TextField } from "./fields";
import {
  Act,
  ButtonLine,
  Go,
  HiddenFields,
  Note,
  PlanFacts,
  Press,
  priceInWords,
  SellerName,
  StateLines,
  sellerName,
  stateOf,
  Theirs,
  wordsOf,
} from "./parts";
import { StandingOrder } from "./standing-order";
import type { ManageNotice, ManageViewProps, PayPage, PostForm, RenewalRow } from "./types";

/** The subscriber's own page: what they have, until when, and the possible actions. */
export function ManageView(props: ManageViewProps) {
  const { page, plan, subscription } = props;
  const words = wordsOf(page.lang);
  const links = [
    ["changeLink", props.changeUrl],
    ["contactLink", props.contactUrl],
    ["cancelLink", ["active", "past_due"].includes(stateOf(subscription)) ? props.cancelUrl : null],
  ] as const;
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
        <ButtonLine to={props.downloadsUrl}>{words.text("receiptDownload")}</ButtonLine>
      ) : null}
      <PlanFacts page={page} plan={plan} account={props.account} />
      {props.renewal ? <Renewal page={page} renewal={props.renewal} /> : null}
      {props.order ? <StandingOrder row={props.order} /> : null}
      {props.messages ? <StandingOrder title="WhatsApp" row={props.messages} /> : null}
      <Payments {...props} />
      <ul className="more">
        {links.map(([text, href]) =>
          href ? (
            <li key={text}>
              <a href={href}>{words.text(text)}</a>
            </li>
          ) : null,
        )}
        {props.payForUrl ? (
          <li>
            <PayFor page={page} plan={plan.name} url={props.payForUrl} />
          </li>
        ) : null}
        <li>
          <NewLink page={page} form={props.newLinkForm} />
        </li>
      </ul>
    </PayDocument>
  );
}

interface Told {
  tone: "ok" | "info" | "bad";
  title: TextKey<"payer">;
  text?: TextKey<"payer">;
}

const notices: Record<ManageNotice, Told> = {
  started: { tone: "ok", title: "noticeStarted" },
  renewed: { tone: "ok", title: "noticeRenewed" },
  cancelled: { tone: "info", title: "noticeCancelled" },
  payment_failed: { tone: "bad", title: "failedTitle", text: "failedText" },
  contact: { tone: "ok", title: "contactChanged", text: "newLinkDone" },
  thanked: { tone: "ok", title: "reasonThanks" },
  new_link: { tone: "ok", title: "newLinkDone" },
  renew_off: { tone: "ok", title: "noticeRenewOff" },
  renew_on: { tone: "ok", title: "noticeRenewOn" },
  changed: { tone: "ok", title: "noticeChanged" },
  change_chosen: { tone: "ok", title: "noticeChangeChosen" },
  change_undone: { tone: "info", title: "noticeChangeUndone" },
};

/** The notice that an address names. */
export function noticeOf(text: string | null): ManageNotice | null {
  // Safe: the names of the table.
  return text !== null && Object.hasOwn(notices, text) ? (text as ManageNotice) : null;
}

function Done({ page, notice, underWayHref }: ManageViewProps) {
  const words = wordsOf(page.lang);
  if (!notice) return null;
  const { tone, title, text } = notices[notice];
  return (
    <>
      <Note tone={tone} title={words.loose(title, { seller: sellerName(page) })}>
        {text && words.loose(text, {})}
      </Note>
      {notice === "renew_off" && underWayHref ? (
        <Note tone="warn" title={words.text("noticeUnderWay")}>
          <a href={underWayHref}>{words.text("noticeUnderWayLink")}</a>
        </Note>
      ) : null}
    </>
  );
}

/** This page's address also cancels, so whoever only pays gets another one. */
function PayFor({ page, plan, url }: { page: PayPage; plan: string; url: string }) {
  const words = wordsOf(page.lang);
  const seller = sellerName(page);
  const text = words.text("payForMessage", { plan, seller, link: url });
  return (
    <details>
      <summary>{words.text("payForLink")}</summary>
      <p>{words.text("payForLinkText")}</p>
      <TextField name="pay-for" label={words.text("payForCopy")} type="text" readOnly value={url} />
      <ButtonLine to={`https://wa.me/?text=${encodeURIComponent(text)}`}>
        {words.text("payForSend")}
      </ButtonLine>
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
          <Act to={coming.undo}>{words.text("changeUndo", { plan: plan.name })}</Act>
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
      <Press form={form}>{words.text("newLinkButton")}</Press>
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
      <TextField name="reason" label={words.text("reasonLabel")} type="text" maxLength={500} />
      <Go look="">{words.text("reasonSend")}</Go>
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

/** What is taken by itself, when, from where; and the payer's presses, each of one form. */
export function Renewal({ page, renewal }: { page: PayPage; renewal: RenewalRow }) {
  const words = wordsOf(page.lang);
  const { mode, usePhone, cardHref, agree } = renewal;
  return (
    <>
      <h2>{words.text("renewsTitle")}</h2>
      {/* Where they have to agree anew nothing is taken on any day. */}
      {agree ? null : <p className="text">{renewsInWords(page, renewal)}</p>}
      {renewal.hasFailed && mode !== "manual" ? <p className="soft">{words.text("renewsFailed")}</p> : null}
      <div className="act">
        {agree ? (
          <>
            <p>{words.text("renewPriceNew", { price: renewal.price })}</p>
            <Act to={agree} look="pri">
              {words.text("renewAgree", { price: renewal.price })}
            </Act>
          </>
        ) : null}
        {mode === "manual" ? null : <Act to={renewal.off}>{words.text("renewOff")}</Act>}
        {usePhone ? (
          <>
            <Act to={usePhone.form}>{words.text("renewUsePhone")}</Act>
            <p>{words.text("renewUsePhoneHint", { phone: usePhone.phone, price: usePhone.price })}</p>
          </>
        ) : null}
        {cardHref ? (
          <Act to={{ href: cardHref }}>
            {words.text(mode === "charge" ? "renewChangeCard" : "renewUseCard")}
          </Act>
        ) : null}
      </div>
    </>
  );
}

function renewsInWords(page: PayPage, { mode, price, from, nextTryAt }: RenewalRow): string {
  const words = wordsOf(page.lang);
  const date = nextTryAt && day(page, nextTryAt);
  switch (mode) {
    case "manual":
      return words.text("renewsByHand");
    case "prompt":
      return date
        ? words.text("renewsPhone", { date, price, phone: from })
        : words.text("renewsPhoneNone", { price, phone: from });
    case "charge":
      return date
        ? words.text("renewsCard", { date, price, card: from })
        : words.text("renewsCardNone", { price, card: from });
  }
}
