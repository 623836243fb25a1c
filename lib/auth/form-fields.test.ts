import { expect, test } from "vitest";
import { textProblem } from "@/lib/domain/text";
import { fieldsOf, textOf } from "./form-fields";

/** A form as a browser posts it, and as the framework reads it. */
async function posted(fields: [string, string][]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return new Response(form).formData();
}

test("a text of several lines that was typed into a form can be stored", async () => {
  const { description = [] } = fieldsOf(await posted([["description", "First line.\r\n\r\nThird line."]]));
  expect(description).toEqual(["First line.\n\nThird line."]);
  expect(textProblem(description[0] ?? "", 5000)).toBeNull();
});

test("boxes of one name are kept apart, and what the framework adds is left out", async () => {
  const form = await posted([
    ["types", "order.paid"],
    ["types", "invoice.paid"],
    ["$ACTION_KEY", "k1"],
  ]);
  form.append("file", new Blob(["x"]));
  expect(fieldsOf(form)).toEqual({ types: ["order.paid", "invoice.paid"] });
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])(
  "a field named %s is a field like any other, and not there when it was not sent",
  async (name) => {
    const fields = fieldsOf(
      await posted([
        [name, "a"],
        [name, "b"],
      ]),
    );
    expect(Object.entries(fields)).toEqual([[name, ["a", "b"]]]);
    expect(fieldsOf(await posted([]))[name]).toBeUndefined();
  },
);

test("marks that turn the direction of a text are left out: they were pasted, and nobody sees them", async () => {
  const form = await posted([["name", "\u202aAmina\u202c \u2066Okello\u2069\u202e"]]);
  expect(fieldsOf(form)).toEqual({ name: ["Amina Okello"] });
});

test.each([null, undefined, 1, "id=1", [["id", "1"]], { get: () => "1" }])(
  "what is no form has no fields: %s",
  (form) => expect(Object.keys(fieldsOf(form))).toEqual([]),
);

test.each([
  ["UTF-8", new TextEncoder().encode("name\nJosé")],
  ["UTF-8 with its mark", new TextEncoder().encode("\ufeffname\nJosé")],
  ["Windows' own letters", Buffer.from("name\nJosé", "latin1")],
  ["Unicode text of Excel", Buffer.from("\ufeffname\nJosé", "utf16le")],
])("a file in %s is read", async (_, bytes) => {
  expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe("name\nJosé");
});
