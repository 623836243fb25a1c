import type { DashboardWords } from "@/components/dashboard/messages/words";

/** The texts of the form and its reports, as strings, so that the browser gets only the texts that it shows. */
export function importTexts(words: DashboardWords) {
  const { text } = words;
  return {
    titles: { one: text("oneWrong"), some: text("someWrong") },
    file: text("importFile"),
    fileHelp: text("importFileHelp"),
    paste: text("importPaste"),
    look: text("importLook"),
    go: text("importCount", { count: "{count}" }),
    goOne: text("importCountOne", { count: "{count}" }),
    other: text("importOther"),
    another: text("importAnother"),
    see: text("importSee"),
    sums: text("importSums", {
      create: "{create}",
      change: "{change}",
      same: "{same}",
      refused: "{refused}",
    }),
    done: text("importDone", { sums: "{sums}" }),
    will: text("importWill"),
    did: text("importDid"),
    caption: text("importCaption"),
    name: text("customerName"),
    line: text("importLine"),
    contacts: text("contacts"),
    noName: text("importNoName"),
    shown: text("importShown", { shown: "{shown}", total: "{total}" }),
    outcomes: {
      create: text("import_create"),
      change: text("import_change"),
      same: text("import_same"),
      refused: text("import_refused"),
    },
  };
}

export type ImportTexts = ReturnType<typeof importTexts>;

/** A sentence with its slots filled. */
export function filled(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (slot, name) => String(values[name] ?? slot));
}
