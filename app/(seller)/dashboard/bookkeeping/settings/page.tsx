import { done } from "@/lib/auth/sealed-cookie";
import { type BookName, bookNames } from "@/lib/domain/bookkeeping";
import { bookPrograms } from "@/lib/services/desk/bookkeeping/files";
import {
  type BookSettings,
  readBookSettings,
  saveBookSettings,
} from "@/lib/services/desk/bookkeeping/monthly";
import { systemWorld } from "@/lib/services/desk/system-world";
import { actPage, inSection } from "../../act-page";
import { booksPath } from "../../paths";
import { wordsFor } from "../../words";

const settings = inSection(
  "bookkeeping",
  (seller): Promise<BookSettings> => readBookSettings(systemWorld(), seller.caller(true)),
);

const nameFields = Object.fromEntries(
  bookNames.map((name) => [
    name,
    {
      kind: "text" as const,
      label: `book_${name}` as const,
      folded: true,
      ...(name === bookNames[0] ? { help: "booksNameHelp" as const } : {}),
    },
  ]),
) as { [Name in BookName]: { kind: "text"; label: `book_${Name}`; folded: true; help?: "booksNameHelp" } };

/** How the store's bookkeeper wants its months. */
const set = actPage({
  on: { ...settings, back: (_, words) => ({ href: booksPath, text: words.text("bookkeeping") }) },
  may: "store.settings",
  title: "booksSet",
  purpose: ({ words }) => words.text("booksSetPurpose"),
  go: "save",
  more: "booksNames",
  fields: {
    program: {
      kind: "select",
      label: "booksFor",
      options: ({ words }) =>
        bookPrograms.map((value) => ({ value, label: words.text(`booksProgram_${value}`) })),
    },
    email: { kind: "text", type: "email", label: "booksEmail", help: "booksEmailHelp" },
    ...nameFields,
  },
  held: ({ row: { program, email, names } }) => ({ program, email: email ?? "", ...names }),
  run: async (seller, { typed }, world) => {
    const { program, email, ...names } = typed;
    await saveBookSettings(world, seller.caller(true), { program, email, names });
    return done(booksPath, wordsFor(seller).text("booksSaved"));
  },
});

export const generateMetadata = set.metadata;
export default set.page(async (previous, form) => {
  "use server";
  return set.send(previous, form);
});
