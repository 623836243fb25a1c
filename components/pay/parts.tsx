import type { ReactNode } from "react";
import type { Interval } from "@/lib/domain/interval";
import type { Language } from "@/lib/domain/languages";
import { day, moment } from "@/lib/text/dates";
import { type Words as WordsOf, wordsIn } from "@/lib/text/words";
import type { PayAccount, PayPage, PictureFacts, Plan, PostForm, SubscriptionFacts } from "./types";

export type Words = WordsOf<"payer">;

export function wordsOf(language: Language): Words {
  return wordsIn(language, "payer");
}

/** Text by somebody else, isolated from the text direction of the sentence around it. */
export function Theirs({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}

/** What is taken off: its sign stands before it, also in a language from right to left. */
export function Off({ amount }: { amount: string }) {
  return <bdi>− {amount}</bdi>;
}

/** A paragraph of somebody else's text; nothing where there is none. */
export function Written({ look, text }: { look: string; text: string | null | undefined }) {
  return text ? (
    <p className={look}>
      <Theirs>{text}</Theirs>
    </p>
  ) : null;
}

/** A link that looks like a button. `main`: what most readers do next. */
export function ButtonLine({ to, main, children }: { to: string; main?: boolean; children: ReactNode }) {
  return (
    <p className="act">
      <a className={main ? "btn pri" : "btn"} href={to}>
        {children}
      </a>
    </p>
  );
}

/** A link below what the page is about. */
export function PlainLine({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="plain">
      <a href={to}>{children}</a>
    </p>
  );
}

export function sellerName({ seller, serviceName }: PayPage): string {
  return seller?.name ?? serviceName;
}

export function SellerName({ page }: { page: PayPage }) {
  return <Theirs>{sellerName(page)}</Theirs>;
}

export function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** A button: a form of its own for a change, a link for another page. */
export function Act(props: { to: PostForm | { href: string }; look?: string; children: ReactNode }) {
  const { to, look = "", children } = props;
  if ("href" in to)
    return (
      <a className={`btn ${look}`} href={to.href}>
        {children}
      </a>
    );
  return (
    <form action={to.action} method="post">
      <HiddenFields fields={to.fields} />
      <Go look={look}>{children}</Go>
    </form>
  );
}

/** The button that sends the form around it. */
export function Go({ look = "pri", children }: { look?: string; children: ReactNode }) {
  return (
    <button type="submit" className={`btn ${look}`}>
      {children}
    </button>
  );
}

/** `theirs`: what it says is somebody else's text. */
export function Fact(props: { label: string; theirs?: string; children?: ReactNode }) {
  const { label, theirs, children } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{theirs === undefined ? children : <Theirs>{theirs}</Theirs>}</dd>
    </div>
  );
}

/** Who the payment is for, as stated by the seller's link; nothing when it states nothing. */
export function AccountFacts({ page, account }: { page: PayPage; account: PayAccount }) {
  const words = wordsOf(page.lang);
  return (
    <>
      {account.ref ? <Fact label={words.text("account")} theirs={account.ref} /> : null}
      {account.email ? <Fact label={words.text("email")} theirs={account.email} /> : null}
    </>
  );
}

/** The price, where a plan is given, and who it is for; nothing where there is neither. */
export function PlanFacts({ page, plan, account }: { page: PayPage; plan?: Plan; account: PayAccount }) {
  const words = wordsOf(page.lang);
  if (!plan && !account.ref && !account.email) return null;
  return (
    <dl className="facts">
      {plan ? <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact> : null}
      <AccountFacts page={page} account={account} />
    </dl>
  );
}

export function Note(props: { tone: "ok" | "bad" | "info" | "warn"; title: string; children?: ReactNode }) {
  return (
    <div className={`note ${props.tone}`} role={props.tone === "bad" ? "alert" : "status"}>
      <strong>{props.title}</strong>
      {props.children ? <p>{props.children}</p> : null}
    </div>
  );
}

const priceKeys = {
  week: "everyWeek",
  month: "everyMonth",
  quarter: "everyQuarter",
  year: "everyYear",
} as const satisfies Record<Interval, string>;

/** "KES 1,500 every month". */
export function priceInWords(words: Words, plan: Plan): string {
  return everyInWords(words, plan.price, plan.interval);
}

export function everyInWords(words: Words, price: string, interval: Interval): string {
  return words.text(priceKeys[interval], { price });
}

/** The state that the payer sees: a cancelled subscription whose time is over has ended like an expired one. */
export function stateOf(subscription: SubscriptionFacts): "active" | "past_due" | "cancelled" | "ended" {
  if (subscription.status === "active" || subscription.status === "past_due") return subscription.status;
  return subscription.status === "cancelled" && subscription.hasAccess ? "cancelled" : "ended";
}

/** Status as shape and word, then the sentence with its dates. */
export function StateLines({ page, subscription }: { page: PayPage; subscription: SubscriptionFacts }) {
  const words = wordsOf(page.lang);
  const state = stateOf(subscription);
  const looks = {
    active: { shape: "●", look: "m-ok", word: "statusActive" },
    past_due: { shape: "◆", look: "m-warn", word: "statusPastDue" },
    cancelled: { shape: "○", look: "m-end", word: "statusCancelled" },
    ended: { shape: "○", look: "m-end", word: "statusEnded" },
  } as const;
  const { shape, look, word } = looks[state];
  return (
    <>
      <p className={`mark ${look}`}>
        <span aria-hidden="true">{shape}</span>{" "}
        {words.text(state === "active" && subscription.isTrial ? "statusTrial" : word)}
      </p>
      <p className="text">{stateSentence(page, subscription)}</p>
    </>
  );
}

function stateSentence(page: PayPage, subscription: SubscriptionFacts): string {
  const words = wordsOf(page.lang);
  // The hour matters only to who must pay before it.
  const access = day(page, subscription.accessEndsAt);
  switch (stateOf(subscription)) {
    case "active":
      return words.text(subscription.isTrial ? "trialText" : "activeText", {
        end: day(page, subscription.currentPeriodEnd),
      });
    case "past_due":
      return words.text("pastDueText", {
        end: day(page, subscription.currentPeriodEnd),
        access: moment(page, subscription.accessEndsAt),
      });
    case "cancelled": {
      const cancelled = day(page, subscription.cancelledAt ?? subscription.currentPeriodEnd);
      const seller = sellerName(page);
      if (subscription.cancelledBy === "seller")
        return words.text("cancelledBySellerText", { seller, cancelled, access });
      const key = subscription.cancelledBy === "subscriber" ? "cancelledText" : "wasCancelledText";
      return words.text(key, { cancelled, access });
    }
    case "ended":
      return words.text("endedText", {
        ended: day(page, subscription.endedAt ?? subscription.accessEndsAt),
      });
  }
}

/** A picture of the product: the small one, which a slow line brings too; a tap opens the large one. */
export function Photo({ picture, name }: { picture: PictureFacts | null | undefined; name: string }) {
  return picture ? (
    <a href={picture.src}>
      <img className="photo" {...picture} src={`${picture.src}/small`} alt={name} />
    </a>
  ) : null;
}

/** A form of one button. */
export function Press({ form, main, children }: { form: PostForm; main?: boolean; children: ReactNode }) {
  return (
    <div className="act">
      <Act to={form} look={main ? "pri" : ""}>
        {children}
      </Act>
    </div>
  );
}

/** Sends the manage link to the subscriber's own phone or e-mail, so that the visitor who presses learns nothing. */
export function SendLink({ page, form }: { page: PayPage; form: PostForm }) {
  return <Press form={form}>{wordsOf(page.lang).text("manageSend")}</Press>;
}

/** Capitalizes a sentence that begins with an inserted value, such as "your bank". */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
