import { moment } from "@/lib/text/dates";
import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { AccountFacts, Fact, priceInWords, StateLines, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayAccount, PayPage, Plan, SubscriptionFacts } from "./types";

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
      <p className="text">
        {adds
          ? words.text("renewAddsTo", { start: moment(page, adds.startsAt), end: moment(page, adds.endsAt) })
          : words.text("renewStartsNow")}
      </p>
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
        <AccountFacts page={page} account={account} />
      </dl>
      <PaySection page={page} form={form} />
      <p className="plain">
        <a href={backHref}>{words.text("backToSubscription")}</a>
      </p>
    </PayDocument>
  );
}
