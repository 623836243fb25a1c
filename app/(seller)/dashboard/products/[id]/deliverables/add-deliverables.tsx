import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/page-header";
import { problemTitles } from "../../../words";
import { addNoteAction, addPoolAction } from "./actions";
import { noteFields, poolFields } from "./fields";

/** The forms of what is not a file. A subscription has no codes. */
export function AddDeliverables(props: { product: number; hasCodes: boolean; words: DashboardWords }) {
  const { product, hasCodes, words } = props;
  const hidden = { product: String(product) };
  const titles = problemTitles(words);
  return (
    <Section title={words.text("addNote")}>
      <div className="grid gap-4 pt-4">
        <FieldForm
          {...{ hidden, titles }}
          action={addNoteAction}
          submit={words.text("addNote")}
          look="secondary"
          fields={fieldSpecs(noteFields, { words }, { kind: "link" })}
        />
        {hasCodes ? (
          <Disclosure summary={words.text("addPool")}>
            <FieldForm
              {...{ hidden, titles }}
              action={addPoolAction}
              submit={words.text("addPool")}
              look="secondary"
              fields={fieldSpecs(poolFields, { words })}
            />
          </Disclosure>
        ) : null}
      </div>
    </Section>
  );
}
