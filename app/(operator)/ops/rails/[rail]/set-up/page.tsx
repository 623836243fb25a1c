import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { railEffects } from "@/lib/services/rails/effects";
import type { RailView } from "@/lib/services/rails/read-rails";
import { OperatorPage } from "../../../operator-page";
import { saveRailAction } from "../../actions";
import { railsPath, reasonField } from "../../words";
import { findRail } from "../find-rail";

export const metadata: Metadata = { title: "Set up a rail" };

type Params = Promise<{ rail: string }>;

export default async function SetUpPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const view = await findRail((await params).rail);
  const { kind, setting } = view;
  const back = `${railsPath}/${kind.id}`;
  if (setting?.source === "environment") redirect(back);
  const effects = [
    { label: "In live mode", value: railEffects.saved(kind.name, "live").effect },
    { label: "In test mode", value: railEffects.saved(kind.name, "test").effect },
  ];
  return (
    <OperatorPage person={person} section="rails" inEnglish>
      <PageHeader
        title={setting ? `Set ${kind.name} up anew` : `Set up ${kind.name}`}
        purpose="Keys are sealed before they are kept and are never shown again, to nobody. You can undo this: switch the rail off, or remove it."
      />
      <Section title="What this changes">
        <Facts items={effects} />
      </Section>
      <div className="mt-6">
        <FieldForm
          action={saveRailAction}
          hidden={{ rail: kind.id }}
          fields={fieldsOf(view)}
          submit={`Set up ${kind.name}`}
          note={
            <ButtonLink look="quiet" href={back}>
              Leave it
            </ButtonLink>
          }
        />
      </div>
    </OperatorPage>
  );
}

function fieldsOf({ kind, setting, shown }: RailView): FieldSpec[] {
  const before = setting ? (setting.livemode ? "live" : "test") : "test";
  const mode: FieldSpec = {
    kind: "select",
    name: "mode",
    label: "Mode",
    options: [
      { value: "test", label: "Test: no real money moves" },
      { value: "live", label: "Live: real money" },
    ],
    value: before,
  };
  const password: FieldSpec = {
    kind: "text",
    type: "password",
    name: "password",
    label: "Your password",
    help: "Asked again, because all money goes where these credentials say.",
    autoComplete: "current-password",
  };
  return [mode, ...kind.fields.map((field) => fieldOf(field, shown[field.name])), password, reasonField];
}

function fieldOf(field: RailView["kind"]["fields"][number], shown: string | undefined): FieldSpec {
  const name = `credential.${field.name}`;
  const label = field.isOptional && field.kind !== "switch" ? `${field.label} (optional)` : field.label;
  const help = field.help ? { help: field.help } : {};
  switch (field.kind) {
    case "switch": {
      const options = [{ value: "true", label: "Yes" }];
      return { kind: "boxes", name, label, ...help, options, value: shown === "true" ? ["true"] : [] };
    }
    case "text":
      return { kind: "text", name, label, ...help, ...(shown ? { value: shown } : {}) };
    case "secret": {
      const kept = shown ? `Set already (${shown}). Leave it empty to keep it.` : "";
      const text = [field.help, kept].filter(Boolean).join(" ");
      return {
        ...{ kind: "text", type: "password", name, label, autoComplete: "off" },
        ...(text ? { help: text } : {}),
      };
    }
  }
}
