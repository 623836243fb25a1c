import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { AccountFacts, Photo, priceInWords, StateLines, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { SubscribeViewProps } from "./pay-form-types";
import { PreviewTags } from "./preview-tags";
import { TrialOffer } from "./trial-view";

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
      {plan.description ? (
        <p className="lead keep">
          <Theirs>{plan.description}</Theirs>
        </p>
      ) : null}
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
      {testUrl ? (
        <p className="plain">
          <a href={testUrl}>{words.text("openTestPage")}</a>
        </p>
      ) : null}
    </PayDocument>
  );
}
