import { CodeBlock } from "@/components/ui/code";
import { Disclosure } from "@/components/ui/disclosure";

/** Exactly what the API answers about this thing, with the call that asks for it. `path` begins after /api/v1. */
export function AsJson({ siteUrl, path, data }: { siteUrl: string; path: string; data: unknown }) {
  return (
    <Disclosure summary="View as JSON">
      <div className="grid gap-3">
        <CodeBlock label="The call">{`curl ${siteUrl}/api/v1${path} -H "Authorization: Bearer $SECRET_KEY"`}</CodeBlock>
        <CodeBlock label="What it answers">{JSON.stringify({ data }, null, 2)}</CodeBlock>
      </div>
    </Disclosure>
  );
}
