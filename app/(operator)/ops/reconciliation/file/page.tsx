import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { PageHeader } from "@/components/ui/blocks";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { lastDayOver } from "@/lib/domain/reconciliation";
import { listComparable } from "@/lib/services/desk/reconciliation/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../../operator-page";
import { operatorWithWords, titledForOperator } from "../../words";
import { compareFileAction } from "../actions";
import { railWord } from "../paths";

export const generateMetadata = titledForOperator("reconFileTitle");

export default async function CompareFilePage() {
  const { person, words } = await operatorWithWords();
  const world = systemWorld();
  const rails = await listComparable(world, await operatorCaller());
  const day = lastDayOver(world.clock.now());
  return (
    <OperatorPage person={person} section="reconciliation">
      <PageHeader title={words.text("reconFileTitle")} purpose={words.text("reconFilePurpose")} />
      <FieldForm
        action={compareFileAction}
        titles={problemTitles(words)}
        submit={words.text("reconCompare")}
        fields={[
          {
            ...{ kind: "select", name: "rail", label: words.text("reconRail") },
            options: rails.map(({ id, name }) => ({ value: id, label: railWord(name, words) })),
          },
          { kind: "text", type: "date", name: "from", label: words.text("reconFileFrom"), value: day },
          { kind: "text", type: "date", name: "to", label: words.text("reconFileTo"), value: day },
          {
            ...{ kind: "file", name: "file", label: words.text("reconFileFile") },
            ...{ accept: ".csv,.tsv,.txt,text/csv", help: words.text("reconFileHelp") },
          },
        ]}
      />
    </OperatorPage>
  );
}
