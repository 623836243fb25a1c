import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Disclosure, PageHeader } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { languages, unreviewedLanguages } from "@/lib/domain/languages";
import { readHealth } from "@/lib/services/desk/operator/health/read-health";
import { sayIn } from "@/lib/text/mail";
import { checkBooksAction } from "../actions";
import { titledForOperator } from "../desk";
import { operatorPage } from "../operator-page";
import { HealthLines } from "./health-lines";

export const generateMetadata = titledForOperator("health_title");

export default operatorPage("health", async ({ world, operator, words }) => {
  const groups = await readHealth(world, operator);
  const troubles = groups.flatMap(({ lines }) =>
    lines.filter(({ state }) => state === "bad" || state === "watch"),
  );
  const bad = troubles.filter(({ state }) => state === "bad").length;
  return (
    <>
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
        <TextLink href="/ops/health/retention">{words.text("retention_all")}</TextLink>
      </p>
      {troubles.length > 0 ? <HealthLines lines={troubles} words={words} /> : null}
      {groups.map(({ title, lines }) => {
        const fine = lines.filter((line) => !troubles.includes(line));
        const name = `${sayIn(words.lang, title)}: ${words.text("health_fine", { count: fine.length })}`;
        return fine.length === 0 ? null : (
          <Disclosure key={title.key} summary={name}>
            <HealthLines lines={fine} words={words} />
          </Disclosure>
        );
      })}
      <Disclosure summary={words.text("health_languages")}>
        <p className="text-ink-2">{words.text("health_unreviewed")}</p>
        <ul className="mt-2 list-disc ps-5">
          {unreviewedLanguages.map((code) => (
            <li key={code}>
              <bdi lang={code}>{languages[code].name}</bdi> ({words.text(`lang_${code}`)})
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
});

function summaryOf(bad: number, watch: number, words: DashboardWords): string {
  if (bad + watch === 0) return words.text("health_allWell");
  const parts = [
    bad > 0 ? words.text("health_badCount", { count: String(bad) }) : "",
    watch > 0 ? words.text("health_watchCount", { count: String(watch) }) : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
