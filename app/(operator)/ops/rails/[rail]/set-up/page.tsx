import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, PageHeader, Section } from "@/components/ui/blocks";
import { currentOperator } from "@/lib/auth/current-seller";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { LeaveIt } from "../../../act-page";
import { findRail } from "../../../find";
import { OperatorPage } from "../../../operator-page";
import { operatorWords, titledForOperator } from "../../../words";
import { saveRailAction } from "../../actions";
import { railFieldWords, railsPath, reasonField } from "../../words";

export const generateMetadata = titledForOperator("opsRails");

type Params = Promise<{ rail: string }>;

export default async function SetUpPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const view = await findRail((await params).rail);
  const words = operatorWords(person);
  const { kind, setting } = view;
  const rail = kind.name;
  const back = `${railsPath}/${kind.id}`;
  if (setting?.source === "environment") redirect(back);
  const effects = [
    { label: words.text("inLiveMode"), value: words.text("rail_saved_live", { rail }) },
    { label: words.text("inTestMode"), value: words.text("rail_saved_test", { rail }) },
  ];
  return (
    <OperatorPage person={person} section="rails">
      <PageHeader
        title={setting ? words.text("setUpAnewTitle", { rail }) : words.text("setUpTitle", { rail })}
        purpose={words.text("setUpPurpose")}
      />
      <Section title={words.text("whatThisChanges")}>
        <Facts items={effects} />
      </Section>
      <div className="mt-6">
        <FieldForm
          action={saveRailAction}
          hidden={{ rail: kind.id }}
          fields={fieldsOf(view, words, person)}
          titles={problemTitles(words)}
          submit={words.text("setUpTitle", { rail })}
          note={<LeaveIt to={back} words={words} />}
        />
      </div>
    </OperatorPage>
  );
}

/** The provider's own field names are not translated. */
function fieldsOf(
  { kind, setting, shown }: RailView,
  words: DashboardWords,
  person: { hasTwoStep: boolean },
): FieldSpec[] {
  const before = setting ? (setting.livemode ? "live" : "test") : "test";
  const mode: FieldSpec = {
    kind: "select",
    name: "mode",
    label: words.text("mode"),
    options: [
      { value: "test", label: words.text("modeTestMoney") },
      { value: "live", label: words.text("modeLiveMoney") },
    ],
    value: before,
  };
  return [
    mode,
    ...kind.fields.map((field) => fieldOf(kind.id, field, shown[field.name], words)),
    ...proofSpecs(words, person),
    reasonField(words),
  ];
}

function fieldOf(
  rail: string,
  field: RailView["kind"]["fields"][number],
  shown: string | undefined,
  words: DashboardWords,
): FieldSpec {
  const name = `credential.${field.name}`;
  const told = railFieldWords(rail, field, words);
  const label =
    field.isOptional && field.kind !== "switch"
      ? words.text("optionalField", { label: told.label })
      : told.label;
  const help = told.help ? { help: told.help } : {};
  switch (field.kind) {
    case "switch": {
      const options = [{ value: "true", label: words.text("yes") }];
      return { kind: "boxes", name, label, ...help, options, value: shown === "true" ? ["true"] : [] };
    }
    case "text":
      return { kind: "text", name, label, ...help, ...(shown ? { value: shown } : {}) };
    case "secret": {
      const kept = shown ? words.text("keptAlready", { shown }) : "";
      const text = [told.help, kept].filter(Boolean).join(" ");
      return {
        ...{ kind: "text", type: "password", name, label, autoComplete: "off" },
        ...(text ? { help: text } : {}),
      };
    }
  }
}
