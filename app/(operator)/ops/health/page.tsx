import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { languages, unreviewedLanguages } from "@/lib/domain/languages";
import { readHealth } from "@/lib/services/desk/operator/health/read-health";
import { systemWorld } from "@/lib/services/desk/system-world";
import { sayIn } from "@/lib/text/mail";
import { checkBooksAction } from "../actions";
import { OperatorPage } from "../operator-page";
import { retentionPath } from "../paths";
import { operatorWithWords, titledForOperator } from "../words";
import { HealthLines } from "./health-lines";

export const generateMetadata = titledForOperator("health_title");

export default async function HealthPage() {
  const { person, words } = await operatorWithWords();
  const groups = await readHealth(systemWorld(), await operatorCaller());
  const troubles = groups.flatMap(({ lines }) =>
    lines.filter(({ state }) => state === "bad" || state === "watch"),
  );
  const bad = troubles.filter(({ state }) => state === "bad").length;
  return (
    <OperatorPage person={person} section="health">
      <PageHeader
        title={words.text("health_title")}
        purpose={`${summaryOf(bad, troubles.length - bad, words)} ${words.text("health_askedNow")}`}
        actions={
          <ActionForm to={{ action: checkBooksAction, fields: {} }}>
            <Button>{words.text("health_checkNow")}</Button>
          </ActionForm>
        }
      />
      <p className="mt-4">
        <a className="underline underline-offset-2" href={retentionPath}>
          {words.text("retention_all")}
        </a>
      </p>
      {groups.map(({ title, lines }) => (
        <Section key={title.key} title={sayIn(words.lang, title)}>
          <HealthLines lines={lines} words={words} />
        </Section>
      ))}
      <Section title={words.text("health_languages")}>
        <p className="text-ink-2">{words.text("health_unreviewed")}</p>
        <ul className="mt-2 list-disc ps-5">
          {unreviewedLanguages.map((code) => (
            <li key={code}>
              <bdi lang={code}>{languages[code].name}</bdi> ({words.text(`lang_${code}`)})
            </li>
          ))}
        </ul>
      </Section>
    </OperatorPage>
  );
}

function summaryOf(bad: number, watch: number, words: DashboardWords): string {
  if (bad + watch === 0) return words.text("health_allWell");
  const parts = [
    bad > 0 ? words.text("health_badCount", { count: String(bad) }) : "",
    watch > 0 ? words.text("health_watchCount", { count: String(watch) }) : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
