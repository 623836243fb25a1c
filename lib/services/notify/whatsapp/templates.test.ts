import { expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import type { SlotValues } from "../messages/notices";
import { openContent, whatsappContent } from "./content";
import { allTemplates, hasButtons, submitted, whatsappKinds } from "./templates";

const values: SlotValues = {
  ...{ seller: "", plan: "", item: "Line one\n\nand    two\t!", number: "1042", invoice: "INV-1" },
  amount: { minor: 150_000n, currency: "KES" },
  balance: { minor: 1n, currency: "KES" },
  ...{ end: new Date("2026-11-20T10:00:00Z"), access: new Date("2026-11-23T10:00:00Z"), due: "2026-11-20" },
  ...{ code: "123456", minutes: "10", destination: "x".repeat(400), fee: "1 %", payoutFee: "1 %" },
  ...{ payer: "P", reference: "R", summary: "S", waits: "W", reason: "  " },
  link: `https://example.com/${"a".repeat(200)}`,
};

const all = allTemplates("Sente");

test("every message to payers goes so in all languages, but for what guards a phone", () => {
  expect(all).toHaveLength(whatsappKinds.length * languageCodes.length);
  expect(whatsappKinds).toContain("renewal_one_day");
  for (const kind of ["contact_code", "contact_changed", "manage_link", "payout_paid", "alert_payment"])
    expect(whatsappKinds).not.toContain(kind);
  expect(new Set(all.map(({ name, language }) => `${name} ${language}`)).size).toBe(all.length);
});

test.each(all.map((template) => [`${template.name} ${template.lang}`, template] as const))(
  "%s fits what the provider takes, and what is sent fits it",
  (_name, template) => {
    const { body, slots, buttons, name, kind, lang } = template;
    expect(name).toMatch(/^[a-z0-9_]{1,512}$/);
    expect(body.length).toBeLessThanOrEqual(1_024);
    expect(body).not.toMatch(/^\{\{|\}\}$|\n{3}|\t| {4}|[|]|\{\{\d+\}\}\s*\{\{/);
    const numbers = [...new Set([...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number)))];
    expect(numbers.sort((one, other) => one - other)).toEqual(slots.map((_slot, index) => index + 1));
    expect(body.replaceAll(/\{\{\d+\}\}/g, "")).not.toMatch(/[{}]/);
    for (const button of buttons) expect(button).toMatch(/^.{1,25}$/u);
    expect(buttons).toHaveLength(hasButtons(kind) ? 3 : 0);
    const voice = {
      ...{ language: lang, timeZone: "Africa/Nairobi", serviceName: "Sente" },
      ...{ seller: "Amina www.example.com", contact: null },
    };
    const { parameters, template: sent } = JSON.parse(whatsappContent(kind, values, voice, "SMS"));
    expect(sent).toBe(name);
    expect(parameters).toHaveLength(slots.length);
    for (const parameter of parameters) {
      expect(parameter).not.toMatch(/^$|[\n\t]| {4}/);
      expect(parameter.length).toBeLessThanOrEqual(250);
    }
    const filled = body.replace(/\{\{(\d+)\}\}/g, (_whole, number) => parameters[Number(number) - 1]);
    expect(filled.length).toBeLessThanOrEqual(1_024);
  },
);

test("the file has each with an example for every value and its buttons", () => {
  const one = all.find(({ kind, lang }) => kind === "renewal_one_day" && lang === "en");
  expect(one && submitted(one)).toEqual({
    ...{ name: "sente_renewal_one_day", language: "en", category: "UTILITY", parameter_format: "POSITIONAL" },
    components: [
      {
        type: "BODY",
        text: "Hello,\n\n{{1}}: {{2}} ends tomorrow. Pay {{3}}: {{4}}\n\nSent by Sente for {{1}}.",
        example: { body_text: [["Amina's Shop", "Gold", "KES 1,500", "https://example.com/manage/3f9"]] },
      },
      {
        type: "BUTTONS",
        buttons: ["Renew", "Later", "Stop messages"].map((text) => ({ type: "QUICK_REPLY", text })),
      },
    ],
  });
});

test("what was sealed for a message is read again whole", () => {
  const voice = {
    ...{ language: "fr" as const, timeZone: "UTC", serviceName: "S", seller: "A", contact: null },
  };
  const content = whatsappContent("renewal_one_day", values, voice, "the SMS");
  const secrets = { open: () => content } as unknown as Parameters<typeof openContent>[0]["secrets"];
  expect(openContent({ secrets }, new Uint8Array())).toMatchObject({
    ...{ lang: "fr", language: "fr", sms: "the SMS", amount: "150000", hasButtons: true },
  });
});
