import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dashboardLanguages, type Language, languageCodes, languages } from "@/lib/domain/languages";
import { type Audience, audiences, catalogueOf, compile, readTexts } from "@/lib/text/catalogue";

/** Writes the values that each English text needs, so that the compiler can require them. */
export function writeSlots(): void {
  const lines = audiences.map((audience) => `  ${audience}: {\n${slotLines(audience)}  };`);
  write("lib/text/generated/slots.ts", `export interface Slots {\n${lines.join("\n")}\n}\n`);
  // The domain refuses with these codes, and may import only from the domain.
  const problems = `export interface ProblemSlots {\n${slotLines("problem")}}\n`;
  write("lib/domain/generated/problem-slots.ts", problems);
  // The error page runs in browsers and must not bring the whole catalogue.
  const faults = dashboardLanguages.map((language) => [language, faultTexts(language)]);
  const table = JSON.stringify(Object.fromEntries(faults), null, 2);
  write("lib/text/generated/fault.ts", `export const faultTexts = ${table};\n`);
}

function faultTexts(language: Language): Record<string, string> {
  const texts = catalogueOf(language, "seller");
  const keys = Object.keys(readTexts("seller", "en")).filter((key) => key.startsWith("fault"));
  return Object.fromEntries(keys.map((key) => [key, texts.raw(key)]));
}

function slotLines(audience: Audience): string {
  const lines = Object.entries(readTexts(audience, "en")).map(([key, text]) => {
    const names = compile(text, "en").slots.map((name) => JSON.stringify(name));
    return `    ${JSON.stringify(key)}: ${names.join(" | ") || "never"};\n`;
  });
  return lines.join("");
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** How much of a catalogue a language covers, and its problems. */
export interface Covered {
  of: number;
  has: number;
  problems: string[];
}

type Texts = Record<string, string>;

/** A language may lack a text, which is then shown in English; it may not have extra texts, or other values. */
export function coverage(language: Language, own: Texts, english: Texts): Covered {
  const problems = Object.entries(own).flatMap(([key, text]) => {
    const source = Object.hasOwn(english, key) ? english[key] : undefined;
    if (source === undefined) return [`${key}: English has no such text.`];
    try {
      const known = compile(source, "en").slots;
      const strange = compile(text, language).slots.filter((slot) => !known.includes(slot));
      const lost = known.filter((slot) => !compile(text, language).slots.includes(slot));
      return [
        ...strange.map((slot) => `${key}: English has no {${slot}}.`),
        ...lost.map((slot) => `${key}: {${slot}} of English is missing.`),
        ...(text.trim() === "" ? [`${key} is empty.`] : []),
      ];
    } catch (error) {
      return [`${key} cannot be read: ${error instanceof Error ? error.message : error}`];
    }
  });
  const has = Object.keys(english).filter((key) => Object.hasOwn(own, key)).length;
  return { of: Object.keys(english).length, has, problems };
}

/** What only the people of a store read, in a catalogue that payers read too. */
const forSellers = /^(alert_|count\.|payout_|plan_changed)/;

/** Whether a language has to have the text; one that only payers read needs theirs alone. */
function isNeeded(language: Language, audience: Audience, key: string): boolean {
  if (languages[language].dashboard) return true;
  return audience === "payer" || (audience === "notice" && !forSellers.test(key));
}

/** One line with what every language lacks, and all problems, each with its file. */
export function allCoverage(): { line: string; problems: string[] } {
  const problems: string[] = [];
  const parts = languageCodes.map((language) => {
    const lacks = audiences.flatMap((audience) => {
      const own = readTexts(audience, language);
      const english = readTexts(audience, "en");
      const found = coverage(language, own, english).problems;
      problems.push(...found.map((problem) => `lib/text/${language}/${audience}.json: ${problem}`));
      const missing = Object.keys(english).filter(
        (key) => isNeeded(language, audience, key) && !Object.hasOwn(own, key),
      );
      return missing.length > 0 ? [`${audience} ${missing.length}`] : [];
    });
    const state = lacks.length === 0 ? "whole" : `lacks ${lacks.join(", ")}`;
    return `${language} ${state}${languages[language].reviewed ? "" : " (reviewed: no)"}`;
  });
  return { line: parts.join("; "), problems };
}
