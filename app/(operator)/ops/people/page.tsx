import { proofSpecs } from "@/app/_forms/fields";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { PageHeader, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { freshForm } from "@/lib/auth/form-state";
import { DeskForm } from "../act-page";
import { erasePersonAction, resetTwoStepAction } from "../actions";
import { titledForOperator } from "../desk";
import { operatorPage } from "../operator-page";

export const generateMetadata = titledForOperator("opsPeople");

/** For people who can no longer sign in, and for payers who ask what is known of them. */
export default operatorPage("people", ({ person, words }) => (
  <>
    <PageHeader title={words.text("opsPeople")} purpose={words.text("peoplePurpose")} />
    <Section title={words.text("lostPhone")}>
      <p className="my-4 max-w-[68ch]">{words.text("resetTwoStepEffect")}</p>
      <p className="mb-4 max-w-[68ch] text-ink-2">{words.text("makeSure")}</p>
      <DeskForm
        action={resetTwoStepAction}
        words={words}
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
      <StoreForm method="post" action="/ops/people/export" className="grid max-w-[30rem] gap-4 *:min-w-0">
        {exportFields(words, person).map((field) => (
          <FormField key={field.name} field={field} state={freshForm} />
        ))}
        <div>
          <Button>{words.text("personExportGo")}</Button>
        </div>
      </StoreForm>
    </Section>
    <Section title={words.text("personErase")}>
      <p className="my-4 max-w-[68ch]">{words.text("personEraseMeans")}</p>
      <DeskForm
        action={erasePersonAction}
        words={words}
        submit={words.text("personEraseGo")}
        look="danger"
        fields={[...whoAndWhy(words, "erase"), ...proofSpecs(words, person, "erase-password")]}
      />
    </Section>
  </>
));

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
