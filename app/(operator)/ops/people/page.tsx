import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { freshForm } from "@/lib/auth/form-state";
import { erasePersonAction, resetTwoStepAction } from "../actions";
import { OperatorPage } from "../operator-page";
import { operatorWithWords, titledForOperator } from "../words";

export const generateMetadata = titledForOperator("opsPeople");

/** For people who can no longer sign in, and for payers who ask what is known of them. */
export default async function PeoplePage() {
  const { person, words } = await operatorWithWords();
  return (
    <OperatorPage person={person} section="people">
      <PageHeader title={words.text("opsPeople")} purpose={words.text("peoplePurpose")} />
      <Section title={words.text("lostPhone")}>
        <p className="my-4 max-w-[68ch]">{words.text("resetTwoStepEffect")}</p>
        <p className="mb-4 max-w-[68ch] text-ink-2">{words.text("makeSure")}</p>
        <FieldForm
          action={resetTwoStepAction}
          titles={problemTitles(words)}
          submit={words.text("turnTwoStepOff")}
          look="danger"
          fields={[
            { kind: "text", name: "email", label: words.text("theirEmail"), type: "email" },
            {
              kind: "area",
              name: "reason",
              label: words.text("whyDone"),
              help: words.text("keptAndMailed"),
            },
            ...proofSpecs(words, person),
          ]}
        />
      </Section>
      <Section title={words.text("personExport")}>
        <p className="my-4 max-w-[68ch]">{words.text("personExportMeans")}</p>
        <form method="post" action="/ops/people/export" className="grid max-w-[30rem] gap-4 *:min-w-0">
          {exportFields(words, person).map((field) => (
            <FormField key={field.name} field={field} state={freshForm} />
          ))}
          <div>
            <Button>{words.text("personExportGo")}</Button>
          </div>
        </form>
      </Section>
      <Section title={words.text("personErase")}>
        <p className="my-4 max-w-[68ch]">{words.text("personEraseMeans")}</p>
        <FieldForm
          action={erasePersonAction}
          titles={problemTitles(words)}
          submit={words.text("personEraseGo")}
          look="danger"
          fields={[...whoAndWhy(words, "erase"), ...proofSpecs(words, person, "erase-password")]}
        />
      </Section>
    </OperatorPage>
  );
}

function whoAndWhy(words: DashboardWords, id: "erase" | "export"): FieldSpec[] {
  return [
    {
      ...{ kind: "text", name: "contact", id: `${id}-contact`, label: words.text("personContact") },
      help: words.text("personContactHelp"),
    },
    {
      ...{ kind: "area", name: "reason", id: `${id}-reason`, label: words.text("personEraseWhy") },
      help: words.text(id === "erase" ? "personEraseHears" : "personExportHears"),
    },
  ];
}

function exportFields(words: DashboardWords, person: { hasTwoStep: boolean }): FieldSpec[] {
  const options = [
    { value: "json", label: words.text("personAsJson") },
    { value: "page", label: words.text("personAsPage") },
  ];
  return [
    ...whoAndWhy(words, "export"),
    { kind: "select", name: "as", id: "export-as", label: words.text("personAs"), options },
    ...proofSpecs(words, person, "export-password"),
  ];
}
