import { serializeError } from "@/lib/resources/envelope";
import { apiFacts, endpointsOf, errorFacts } from "../../api-facts";
import { DocsPage, docsAnswer } from "../../docs-answer";

/** The page of an error's `doc_url`: its meaning, what to do, an example answer, and the endpoints that return it. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ code: string }> },
): Promise<Response> {
  const { code } = await params;
  const found = errorFacts().find(({ name }) => name === code);
  if (!found) return docsAnswer(<Unknown />, { status: 404 });
  const { siteUrl } = apiFacts();
  const endpoints = endpointsOf(code);
  const example = serializeError({
    message: found.message,
    error: found.isCoded ? code : undefined,
    errors:
      code === "validation" ? { email: ["Enter an e-mail address, such as name@example.com."] } : undefined,
    channels: code === "delivery_failed" ? { email: "The mail server refused the address." } : undefined,
    requestId: "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
    docUrl: `${siteUrl}/docs/errors/${code}`,
  });
  return docsAnswer(
    <DocsPage title={`${code} · API errors`}>
      <h1>
        {found.status} <code>{code}</code>
      </h1>
      <p>{found.message}</p>
      <h2>The answer</h2>
      <pre className="text">{`HTTP ${found.status}\n\n${JSON.stringify(example, null, 2)}`}</pre>
      {endpoints.length > 0 ? <h2>Who answers it</h2> : null}
      <ul className="codes">
        {endpoints.map(({ id, method, path }) => (
          <li key={id}>
            <a href={`/docs#${id}`}>
              <code>{`${method} ${path}`}</code>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href="/docs/errors">All errors</a>
      </p>
    </DocsPage>,
  );
}

function Unknown() {
  return (
    <DocsPage title="No such error">
      <h1>There is no error of this name</h1>
      <p>
        The <a href="/docs/errors">list of all errors</a> has those there are.
      </p>
    </DocsPage>
  );
}
