import { errorFacts } from "../api-facts";
import { DocsPage, docsAnswer } from "../docs-answer";

/** Every error with its status and what to do; each has a page of its own, where `doc_url` leads. */
export function GET(): Promise<Response> {
  return docsAnswer(
    <DocsPage title="API errors">
      <h1>API errors</h1>
      <p>
        Every error is JSON with a <code>message</code> for people, a <code>request_id</code> to quote, and,
        where there is one, a code in <code>error</code>. The HTTP status is always the same for one code.
      </p>
      <dl className="fields">
        {errorFacts().map(({ name, status, message }) => (
          <div key={name} id={name}>
            <dt>
              {status}{" "}
              <a href={`/docs/errors/${name}`}>
                <code>{name}</code>
              </a>
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </DocsPage>,
  );
}
