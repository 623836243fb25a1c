import type { Fields } from "@/app/_forms/fields";

const note = {
  name: { kind: "text", label: "noteName", help: "noteNameHelp" },
  content: { kind: "area", label: "noteContent" },
} satisfies Fields;

/** The fields of a link or a text. `addNote` returns problems under the same names. */
export const noteFields = {
  kind: {
    kind: "select",
    label: "noteKind",
    options: ({ words }) => [
      { value: "link", label: words.text("deliverableLink") },
      { value: "text", label: words.text("deliverableText") },
    ],
  },
  ...note,
} satisfies Fields;

export const changedNoteFields = note;

export const moreCodesFields = {
  codes: { kind: "area", label: "poolCodes", help: "poolCodesHelp" },
} satisfies Fields;

export const poolFields = {
  name: { kind: "text", label: "noteName", help: "noteNameHelp", id: "pool-name" },
  ...moreCodesFields,
} satisfies Fields;
