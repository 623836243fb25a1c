import { Disclosure } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { type DashboardWords, dashboardWords } from "./messages/words";

/** The exact API answer for this object, with the call that requests it. `path` begins after /api/v1. */
export function AsJson(props: { siteUrl: string; path: string; data: unknown; words?: DashboardWords }) {
  const { siteUrl, path, data, words = dashboardWords("en") } = props;
  return (
    <Disclosure summary={words.text("viewJson")}>
      <div className="grid gap-3">
        <CodeBlock
          label={words.text("theCall")}
        >{`curl ${siteUrl}/api/v1${path} -H "Authorization: Bearer $SECRET_KEY"`}</CodeBlock>
        <CodeBlock label={words.text("theAnswer")}>{JSON.stringify({ data }, null, 2)}</CodeBlock>
      </div>
    </Disclosure>
  );
}
