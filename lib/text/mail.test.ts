import { expect, test } from "vitest";
import { dashboardLanguages } from "@/lib/domain/languages";
import { compile, readTexts } from "./catalogue";
import { type MailKind, type MailValues, renderMail, said, sayIn } from "./mail";

const texts = readTexts("mail", "en");
// Safe: the names of the texts of the catalogue, by which the type is made.
const kinds = Object.keys(texts)
  .filter((key) => key.endsWith(".text"))
  .map((key) => key.slice(0, -".text".length)) as MailKind[];

/** A value for every slot of a mail, each naming itself. */
function sample(kind: MailKind): MailValues<MailKind> {
  const slots = [`${kind}.subject`, `${kind}.text`].flatMap((key) => compile(texts[key] ?? "", "en").slots);
  const values = slots.map((slot) => [slot, slot === "passkeys" ? 1 : `‹${slot}›`]);
  // Safe: every slot of this kind has its value.
  return Object.fromEntries(values) as MailValues<MailKind>;
}

test.each(kinds)("the mail %s is said whole in every language, with every value", (kind) => {
  const values = sample(kind);
  const english = renderMail(kind, values, "en");
  for (const language of dashboardLanguages) {
    const { subject, body, button } = renderMail(kind, values, language);
    expect(`${subject}\n${body}\n${button}`).not.toMatch(/[{}]|undefined/);
    for (const value of Object.values(values))
      if (typeof value === "string") expect(`${subject}\n${body}`).toContain(value);
    expect(button === null).toBe(english.button === null);
    if (language === "en") continue;
    expect(body).not.toBe(english.body);
    const same = english.body.split("\n").filter((line) => line.length > 12 && body.includes(line));
    expect(same.filter((line) => !/^‹\w+›$/.test(line))).toEqual([]);
  }
});

test("a mail with a button says its address alone in a paragraph, so that the button stands for it", () => {
  const buttons = kinds.filter((kind) => `${kind}.button` in texts);
  expect(buttons.length).toBeGreaterThan(4);
  for (const kind of buttons)
    for (const language of dashboardLanguages)
      expect(renderMail(kind, sample(kind), language).body.split("\n\n")).toContain("‹link›");
});

test("a text inside of a text is said in the language of the whole", () => {
  const values = { service: "Sente", site: "https://x.example", name: "Awa" };
  const change = said("change.code_used", { left: 3 });
  const { subject, body } = renderMail("sign_in_way_changed", { ...values, change }, "fr");
  expect(subject).toBe("Un code de secours a été utilisé, il en reste 3 sur Sente");
  expect(body).toMatch(/^Bonjour Awa,\n\nUn code de secours a été utilisé/);
  const lines = ["clearing", "fee_income"] as const;
  const effect = said("correction.effect", {
    ...{ amount: "KES 5", from: "a", to: "b" },
    changes: lines.map((kind) =>
      said("correction.change", { account: said(`correctionAccount_${kind}`), before: "1", after: "2" }),
    ),
  });
  expect(sayIn("en", effect)).toBe(
    "KES 5 are taken from a and given to b.\n\n- what the rail holds for us: 1 before, 2 after\n- our fees: 1 before, 2 after",
  );
});
