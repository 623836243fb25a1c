import { type ApiFacts, apiFacts } from "./api-facts";
import { DocsPage, docsAnswer } from "./docs-answer";
import { Guide, Webhooks } from "./guide";
import { ObjectSection, OperationSection } from "./operation-section";
import { languages } from "./samples";
import { ownTestKey, samplesLanguage } from "./samples-cookie";

/** The objects that are explained below the heading of their endpoints. */
const objects: Record<string, string> = {
  Access: "AccessResult",
  Store: "Store",
  Subscriptions: "Subscription",
  Orders: "Order",
  Products: "Product",
  Customers: "Customer",
  "Payment links": "PaymentLink",
  Discounts: "Discount",
  Invoices: "Invoice",
};

/**
 * The API reference, made from the endpoints themselves. It works without any script. Who is signed in sees which test key
 * is theirs, and each browser gets the samples in the language that it chose last.
 */
export async function GET(request: Request): Promise<Response> {
  const facts = apiFacts();
  const chosen = samplesLanguage(request);
  const ownKey = await ownTestKey(request);
  return docsAnswer(
    <DocsPage title={`${facts.serviceName} API reference`} nav={<Contents facts={facts} />}>
      <h1>{facts.serviceName} API</h1>
      <p>
        Subscriptions and payments of one store, over HTTPS and JSON. The same as{" "}
        <a href={`${facts.baseUrl}/openapi.json`}>OpenAPI 3.1</a>, and for assistants as{" "}
        <a href="/docs/reference.md">Markdown</a> with an <a href="/llms.txt">index</a>.
      </p>
      <fieldset className="langs">
        <legend>Samples in</legend>
        {languages.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name="language" id={`l-${id}`} defaultChecked={id === chosen} />
            {label}
          </label>
        ))}
      </fieldset>
      <Guide facts={facts} ownKey={ownKey} />
      {tagsOf(facts).map((tag) => (
        <section key={tag} aria-labelledby={anchorOf(tag)}>
          <h2 id={anchorOf(tag)}>{tag}</h2>
          {objects[tag] ? <ObjectSection name={objects[tag]} facts={facts} /> : null}
          {facts.operations
            .filter((operation) => operation.tag === tag)
            .map((operation) => (
              <OperationSection key={operation.id} operation={operation} facts={facts} />
            ))}
        </section>
      ))}
      <Webhooks facts={facts} />
    </DocsPage>,
    { isOwn: true },
  );
}

function Contents({ facts }: { facts: ApiFacts }) {
  return (
    <nav aria-label="Contents">
      <ul>
        {["start", "shapes", "errors", "repeating", "limit", "versions", "test-mode", "webhooks"].map(
          (id) => (
            <li key={id}>
              <a href={`#${id}`}>{chapterNames[id]}</a>
            </li>
          ),
        )}
      </ul>
      {tagsOf(facts).map((tag) => (
        <div key={tag}>
          <strong>{tag}</strong>
          <ul>
            {facts.operations
              .filter((operation) => operation.tag === tag)
              .map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>{summary}</a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const chapterNames: Record<string, string> = {
  start: "Start",
  shapes: "Shapes",
  errors: "Errors",
  repeating: "Repeating safely",
  limit: "Rate limit",
  versions: "Versions",
  "test-mode": "Test mode",
  webhooks: "Webhooks",
};

function tagsOf(facts: ApiFacts): string[] {
  return [...new Set(facts.operations.map(({ tag }) => tag))];
}

function anchorOf(tag: string): string {
  return `about-${tag.toLowerCase().replaceAll(" ", "-")}`;
}
