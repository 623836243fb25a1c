import type { Metadata } from "next";
import { Code } from "@/components/ui/code";
import { PageHeader, Section } from "@/components/ui/page-header";
import { NotFound, refusals } from "@/lib/domain/refusal";

export const metadata: Metadata = { title: "API errors" };

/** What has no code in the body (spec, Errors) but an address here all the same. */
const uncoded = [
  { name: "not_found", status: 404, message: new NotFound().message },
  {
    name: "unknown_path",
    status: 404,
    message: "This API has no such path. Nothing was changed. Check the path against the API reference.",
  },
  {
    name: "validation",
    status: 422,
    message: "A value cannot be used. Nothing was changed. “errors” maps each field to its problems.",
  },
  {
    name: "too_many_requests",
    status: 429,
    message:
      "More than 120 requests in 60 seconds with one key, or 60 bad keys in a minute from one address. This one did nothing. Wait for the seconds in Retry-After.",
  },
];

/** Where `doc_url` of every error leads: each code with its status and what to do. */
export default function ErrorsPage() {
  const coded = Object.entries(refusals).map(([name, { status, message }]) => ({ name, status, message }));
  const rows = [...coded, ...uncoded].sort((a, b) => a.status - b.status);
  return (
    <main className="mx-auto max-w-3xl px-4 py-10 sm:px-8">
      <PageHeader
        title="API errors"
        purpose="Every error is JSON with a message for people, a request_id to quote, and, where the table names one, a code in “error”. The HTTP status is always the same for one code."
      />
      <Section title="In the order of their status">
        <dl>
          {rows.map(({ name, status, message }) => (
            <div key={name} id={name} className="border-b border-rule py-4 target:bg-sunk">
              <dt className="flex flex-wrap items-baseline gap-3">
                <span className="font-semibold tabular-nums">{status}</span>
                <a href={`#${name}`}>
                  <Code>{name}</Code>
                </a>
              </dt>
              <dd className="mt-1 max-w-[68ch] text-ink-2">{message}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </main>
  );
}
