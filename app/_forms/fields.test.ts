import { expect, test } from "vitest";
import { z } from "zod";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { type Fields, fieldSpecs, shapeOf } from "./fields";

const words = dashboardWords("fr");
const fields = {
  name: { kind: "text", label: "productName", help: ({ isNew }) => (isNew ? "Gold" : "") },
  marketing: { kind: "boxes", label: "marketing", options: () => [{ value: "yes", label: "Yes" }] },
  picture: { kind: "file", label: "document", accept: "image/png" },
} satisfies Fields<{ words: typeof words; isNew: boolean }>;

test("a field is shown in the reader's words, with what it holds", () => {
  const shown = fieldSpecs(fields, { words, isNew: false }, { name: "Or", marketing: ["yes"] });
  expect(shown).toEqual([
    { kind: "text", name: "name", label: words.text("productName"), value: "Or" },
    expect.objectContaining({ kind: "boxes", name: "marketing", value: ["yes"] }),
    { kind: "file", name: "picture", label: words.text("document"), accept: "image/png" },
  ]);
  const [name, marketing] = fieldSpecs(fields, { words, isNew: true });
  expect(name).toMatchObject({ help: "Gold", value: "" });
  expect(marketing).toMatchObject({ value: [] });
});

test("a field is read as its kind says, also where nothing was sent", () => {
  const read = z.object(shapeOf(fields));
  expect(read.parse({ name: "Or", marketing: "yes" })).toMatchObject({ name: "Or", marketing: ["yes"] });
  expect(read.parse({})).toMatchObject({ name: "", marketing: [] });
});
