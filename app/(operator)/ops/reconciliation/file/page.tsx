import { PageHeader } from "@/components/ui/blocks";
import { lastDayOver } from "@/lib/domain/reconciliation";
import { listComparable } from "@/lib/services/desk/reconciliation/read";
import { DeskForm } from "../../act-page";
import { compareFileAction } from "../../actions";
import { titledForOperator } from "../../desk";
import { operatorPage } from "../../operator-page";
import { railWord } from "../amounts";

export const generateMetadata = titledForOperator("reconFileTitle");

export default operatorPage("reconciliation", async ({ world, operator, words, now }) => {
  const rails = await listComparable(world, operator);
  const day = lastDayOver(now);
  return (
    <>
      <PageHeader title={words.text("reconFileTitle")} purpose={words.text("reconFilePurpose")} />
      <DeskForm
        action={compareFileAction}
        words={words}
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
    </>
  );
});
