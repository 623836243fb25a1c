import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/proof-specs";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { OperatorPage } from "../operator-page";
import { operatorWords, titledForOperator } from "../words";
import { resetTwoStepAction } from "./actions";

export const generateMetadata = titledForOperator("opsPeople");

/** For people who can no longer sign in. They do everything else themselves. */
export default async function PeoplePage() {
  const person = await currentOperator();
  const words = operatorWords(person);
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
    </OperatorPage>
  );
}
