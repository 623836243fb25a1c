import type { ReactNode } from "react";
import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";

/** A picture, with its buttons where this person may change it. `none` stands where there is no picture. */
export function PictureSection(props: {
  title: string;
  picture: ReactNode;
  none: string;
  choose: string;
  mayChange: boolean;
  upload: FieldFormProps["action"];
  remove: (form: FormData) => Promise<void>;
  words: DashboardWords;
}) {
  const { title, picture, none, choose, mayChange, upload, remove, words } = props;
  const file = { kind: "file" as const, name: "picture", label: choose, help: words.text("logoHelp") };
  return (
    <Section title={title}>
      <div className="grid gap-4 pt-4">
        {picture ? (
          <div className="flex flex-wrap items-end gap-4">
            {picture}
            {mayChange ? (
              <Press action={remove} fields={{}} look="quiet">
                {words.text("remove")}
              </Press>
            ) : null}
          </div>
        ) : (
          <p className="text-ink-2">{none}</p>
        )}
        {mayChange ? (
          <FieldForm
            action={upload}
            fields={[{ ...file, accept: "image/jpeg,image/png,image/webp,image/gif,image/heic" }]}
            submit={words.text("upload")}
            look="secondary"
          />
        ) : null}
      </div>
    </Section>
  );
}
