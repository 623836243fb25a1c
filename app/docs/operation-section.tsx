import { at } from "@/lib/api/openapi-finish";
import type { ApiFacts, Operation } from "./api-facts";
import { Coloured } from "./coloured";
import { Fields, fieldsOf, parameterFields } from "./fields";
import { languages, sampleOf } from "./samples";

const keyWords: Record<string, string> = {
  any: "With live keys and test keys; the sample uses SENTE_KEY.",
  live: "With live keys only; the sample uses SENTE_LIVE_KEY.",
  test: "With test keys only; the sample uses SENTE_KEY.",
  none: "Without a key.",
};

/** One endpoint: what it is for, what it takes, how to call it, what it answers and refuses with. */
export function OperationSection({ operation, facts }: { operation: Operation; facts: ApiFacts }) {
  const { schemas } = facts;
  const query = parameterFields(operation.query, schemas);
  const body = fieldsOf(operation.body, schemas);
  // The refusals that all endpoints with keys share are listed once, elsewhere.
  const own = operation.errors.filter(({ status }) => status === "404" || status === "422");
  return (
    <section aria-labelledby={operation.id}>
      <h3 id={operation.id}>{operation.summary}</h3>
      <p className="path">
        <span className="verb">{operation.method}</span> {operation.path}
      </p>
      <p>
        {operation.description} {keyWords[operation.keys]}
      </p>
      {query.length > 0 ? <h4>Query</h4> : null}
      <Fields fields={query} marks={false} />
      {body.length > 0 ? <h4>Body</h4> : null}
      <Fields fields={body} marks={true} />
      {languages.map(({ id }) => (
        <pre key={id} className={`s s-${id}`}>
          <Coloured code={sampleOf(id, operation, facts.baseUrl)} />
        </pre>
      ))}
      {operation.path === "/openapi.json" ? null : (
        <details>
          <summary>Answer {operation.answer.status}</summary>
          <pre>{JSON.stringify(operation.answer.example, null, 2)}</pre>
        </details>
      )}
      {own.length > 0 ? (
        <ul className="codes" aria-label="Refusals of its own">
          {own.map(({ status, name }) => (
            <li key={name}>
              {status} <a href={`/docs/errors/${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** The members of one kind of object, once for all endpoints that answer it. */
export function ObjectSection({ name, facts }: { name: string; facts: ApiFacts }) {
  const schema = facts.schemas[name];
  return (
    <details>
      <summary>Members of {name}</summary>
      <Fields fields={fieldsOf(schema, facts.schemas)} marks={false} />
      <pre>{JSON.stringify(at(schema, "example"), null, 2)}</pre>
    </details>
  );
}
