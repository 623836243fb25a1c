import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { AccountFacts, Note, priceInWords, SellerName, StateLines, Theirs } from "./parts";
import type { SubscribeViewProps } from "./types";

/** The live subscribe page. Until the store has a rail it shows the plan and says that it cannot take payments. */
export function SubscribeView({ page, plan, account, current, testUrl }: SubscribeViewProps) {
  const words = wordsOf(page.lang);
  return (
    <PayDocument page={page} title={plan.name}>
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
          <StateLines page={page} subscription={current.subscription} />
          <p className="act">
            <a className="btn pri" href={current.manageUrl}>
              {words.text("openSubscription")}
            </a>
          </p>
        </>
      ) : (
        <div className="act">
          <Note tone="warn" title={words.text("subscribeClosed")}>
            {words.rich("subscribeClosedNext", { seller: <SellerName page={page} /> })}
          </Note>
          <p>{words.text("howItWorks")}</p>
        </div>
      )}
      {testUrl ? (
        <p className="plain">
          <a href={testUrl}>{words.text("openTestPage")}</a>
        </p>
      ) : null}
    </PayDocument>
  );
}
